"""The web table of `uneri serve`. It stands on the API as the other commands do; starlette and uvicorn are an extra."""
