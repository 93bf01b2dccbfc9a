"""Matches behind the claims of strength."""
