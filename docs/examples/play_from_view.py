"""Plays from the view alone, by uneri's own search: as a bot's program (`exec:`), or at a table of `uneri serve` by its link."""

import json
import sys

import uneri
from uneri.search import FlatMC


def choose(game, seat, view):
    """Searches from what the seat sees."""
    return FlatMC(sims=100, seed=1).act(game.state_from_view(view, seat))


def play_as_bot():
    """Answers requests on standard input."""
    for request in map(json.loads, sys.stdin):
        if request["type"] == "game":
            game = uneri.load_game(request["game"])
        elif request["type"] == "act":
            action = choose(game, request["seat"], request["view"])
            print(json.dumps({"id": request["id"], "action": action}), flush=True)


def play_at_table(socket, token):
    """Joins by the token, the last part of a seat's link, and plays to the end."""
    socket.send(json.dumps({"type": "join", "token": token}))
    for message in map(json.loads, socket):
        if message["type"] == "table":
            name, seat = message["game"], message["seat"]
        elif message["type"] == "state" and message["turn"]:
            game = uneri.load_game(name, **message["view"]["options"])
            action = choose(game, seat, message["view"])
            socket.send(json.dumps({"type": "move", "step": message["step"], "action": action}))
        elif message["type"] == "state" and message["over"]:
            return


if __name__ == "__main__":
    if len(sys.argv) == 1:
        play_as_bot()
    else:
        from websockets.sync.client import connect

        address, _, token = sys.argv[1].rpartition("#")  # a link: http://127.0.0.1:8765/table#TOKEN
        with connect(address.replace("http", "ws", 1).rpartition("/")[0] + "/socket") as table:
            play_at_table(table, token)
