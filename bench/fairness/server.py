"""python -m bench.fairness.server serve ...: the server, with the game of the measurement."""

import sys

from bench.fairness.grab import GAME
from sandtable.cli import main
from sandtable.engine.registry import register

if __name__ == "__main__":
    register(GAME)
    sys.exit(main(sys.argv[1:]))
