"""What plays games beside the core."""
