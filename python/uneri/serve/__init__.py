"""The web table of `uneri serve`. It uses the API like the other commands; starlette and uvicorn are an extra."""
