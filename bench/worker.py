"""One system in one process: `python -m bench.worker openspiel` answers on standard input."""

from __future__ import annotations

import sys

from bench.protocol import System, serve


def system(name: str) -> System:
    """Only what is asked for is imported: most systems are missing in most environments."""
    match name.split("/"):
        case ["ours", "connect-four"]:
            from bench import ours

            return ours.connect_four()
        case ["ours", "connect-four", "copying"]:
            from bench import ours

            return ours.connect_four_copying()
        case ["ours", "connect-four", "inside"]:
            from bench import ours

            return ours.connect_four_inside()
        case ["ours", "search", "connect-four"]:
            from bench import searching

            return searching.connect_four()
        case ["ours", "search", game]:
            from bench import searching

            return searching.installed(game)
        case ["ours", "game", game]:
            from bench import ours

            return ours.installed(game, pace=0)
        case ["ours", "game", game, "time"]:
            from bench import ours

            return ours.installed(game, pace=ours.PACE_MS)
        case ["openspiel"]:
            from bench.peers import openspiel

            return openspiel.system(clone_every_step=False)
        case ["openspiel", "cloning"]:
            from bench.peers import openspiel

            return openspiel.system(clone_every_step=True)
        case ["openspiel", "search", way]:
            from bench.peers import openspiel_search

            return openspiel_search.system(in_python=way == "python")
        case ["pettingzoo"]:
            from bench.peers import petting_zoo

            return petting_zoo.system()
        case ["catanatron"]:
            from bench.peers import catan

            return catan.system()
        case _:
            raise SystemExit(f"bench.worker: no system is called {name!r}")


if __name__ == "__main__":
    serve(system(sys.argv[1]))
