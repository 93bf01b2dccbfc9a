"""Plays MINI, the game of the package in own_game, as any other game."""

import uneri
from uneri import arena
from uneri.search import ISMCTS


def main() -> None:
    """Plays, searches, and lets two bots meet."""
    game = uneri.load_game("mini", players=3)
    state = game.new_initial_state(seed=7)
    print(ISMCTS(sims=2000, seed=1).run(state))
    while not state.is_terminal():
        state.apply_action(ISMCTS(sims=200, seed=1).act(state))
    print(state)

    env = uneri.BatchEnv("mini", num_envs=64, seed=1)
    env.step_random(100)
    print(env.observation.shape)
    print(arena.run("mini", ["ismcts:sims=50", "random"], 50, seed=1))


if __name__ == "__main__":
    main()
