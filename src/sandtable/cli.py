"""The one command, `sandtable`. Bad input gets one clear line and exit code 2."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import sandtable
from sandtable import extras
from sandtable.bots.driver import clock, names_for, tell
from sandtable.bots.driver import play as play_bots
from sandtable.bots.levels import levels, make_player
from sandtable.bots.random_bot import RandomBot
from sandtable.engine.errors import SandtableError
from sandtable.engine.options import parse_option
from sandtable.engine.rng import seeded
from sandtable.extras import MissingExtra
from sandtable.lab.report import as_text, report
from sandtable.lab.simulate import MOST_ACTS, Study, run

BAD_INPUT = 2
SAME_SEED = "the same seed gives the same games (%(default)s)"
OF_THE_SERVER = {
    "play": "run the site and open it in the browser; with a game's name, play it in the terminal",
    "serve": "run the site for other people as well",
    "export": "write a finished game as a replay file",
    "import": "add replay files as finished games",
    "tables": "list, close or delete tables",
}


class Complaint(Exception):
    """Something the user can put right, in one line."""


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line instead of printing its usage."""

    fill: "Callable[[Parser, Sequence[str]], None] | None" = None
    """Adds its arguments, and only when they are about to be parsed."""

    def error(self, message: str) -> NoReturn:
        raise Complaint(message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        fill, self.fill = self.fill, None
        if fill is not None:
            fill(self, args)
        return super().parse_known_args(args, namespace)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is 0, or 2 for bad input."""
    try:
        arguments = parser().parse_args(argv)
        result: int | None = arguments.func(arguments)
        return result or 0
    except (Complaint, SandtableError, MissingExtra) as problem:
        print(f"sandtable: {problem}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader of our output has seen enough: nothing more can be written, not even at exit.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        return 0
    except OSError as problem:
        name = f"{problem.filename}: " if problem.filename else ""
        print(f"sandtable: {name}{problem.strerror or problem}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("sandtable: stopped.", file=sys.stderr)
        return 130


def parser() -> argparse.ArgumentParser:
    top = Parser(
        prog="sandtable", description="Time-driven board games: play, replay, simulate, study."
    )
    top.add_argument("--version", action="version", version=f"sandtable {sandtable.__version__}")
    commands = top.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    add_games(commands)
    add_simulate(commands)
    add_ladder(commands)
    add_replay(commands)
    add_new_game(commands)
    for name, about in OF_THE_SERVER.items():
        commands.add_parser(name, help=about).fill = partial(fill_from_server, name)
    return top


def fill_from_server(name: str, parser: Parser, words: Sequence[str]) -> None:
    """The server is large, and may not be installed: only its own commands import it."""
    if name == "play" and words and not words[0].startswith("-"):
        from sandtable.terminal import command as terminal

        terminal.fill(parser)
        return
    what = f"`sandtable {name}`"
    if name == "play" and not {"-h", "--help"} & set(words):
        extras.install("server", what, say)
    extras.need("server", what)
    from sandtable.server import command

    command.fill(name, parser)


def say(line: str) -> None:
    print(f"sandtable: {line}", file=sys.stderr, flush=True)


def add_games(commands: Any) -> None:
    command = commands.add_parser("games", help="list the installed games")
    command.add_argument("--json", action="store_true", help="with options and bots, as JSON")
    command.set_defaults(func=games)


def games(arguments: argparse.Namespace) -> None:
    installed = sandtable.games()
    if arguments.json:
        described = [
            {
                "name": name,
                "title": game.TITLE,
                "blurb": game.BLURB,
                "seats": [game.MIN_SEATS, game.MAX_SEATS],
                "real_time": game.REAL_TIME,
                "rules": game.RULES_VERSION,
                "bots": list(levels(game)),
                "options": game.options_schema(),
            }
            for name, game in installed.items()
        ]
        print(json.dumps(described, indent=2))
        return
    for name, game in installed.items():
        seats = f"{game.MIN_SEATS}-{game.MAX_SEATS} players"
        print(f"{name:<16}{seats:<14}{game.BLURB}")


def add_simulate(commands: Any) -> None:
    command = commands.add_parser("simulate", help="let bots play many games")
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--seats", default="2", metavar="N", help="players: a number, or a range such as 2..6"
    )
    command.add_argument(
        "--games", type=positive, default=100, metavar="K", help="how many games (%(default)s)"
    )
    command.add_argument("--seed", type=natural, default=1, metavar="S", help=SAME_SEED)
    command.add_argument(
        "--bots",
        default="club",
        metavar="LEVELS",
        help="one level, or one per seat: club,random; expert:1200 thinks for 1200 rounds",
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a table option"
    )
    command.add_argument("--save", metavar="DIR", help="write every game's log there")
    command.add_argument(
        "--cores", type=positive, metavar="N", help="how many to use; default: all"
    )
    command.add_argument(
        "--max-acts",
        type=positive,
        default=MOST_ACTS,
        metavar="N",
        help="give up on a game after this many acts (%(default)s)",
    )
    command.add_argument("--json", action="store_true", help="print the report as JSON")
    command.add_argument(
        "--story", action="store_true", help="tell the story of one game, act by act"
    )
    command.set_defaults(func=simulate)


def positive(text: str) -> int:
    number = natural(text)
    if number == 0:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def seat_counts(text: str) -> list[int]:
    """`4`, or `2..6` for every number from 2 to 6."""
    first, dots, last = text.partition("..")
    if not first.isdecimal() or (dots and not last.isdecimal()):
        raise Complaint(f"--seats takes a number such as 4 or a range such as 2..6, not {text!r}")
    counts = list(range(int(first), int(last if dots else first) + 1))
    if not counts:
        raise Complaint(f"--seats {text}: the range is empty")
    return counts


def studies(arguments: argparse.Namespace) -> list[Study]:
    """What the command line asks for, checked before the first game begins."""
    game = sandtable.find(arguments.game)
    options = dict(parse_option(text) for text in arguments.option)
    wanted: list[Study] = []
    counts = seat_counts(arguments.seats)
    for seats in counts:
        game.settle_options(seats, options)
        bots = tuple(arguments.bots.split(","))
        if len(bots) == 1:
            bots = bots * seats
        if len(bots) != seats:
            raise Complaint(
                f"--bots names {len(bots)} bots for {seats} seats: name one bot, or one per seat"
            )
        for level in bots:
            make_player(game, level, 0, seeded(0))
        wanted.append(
            Study(
                game=arguments.game,
                seats=seats,
                games=arguments.games,
                seed=arguments.seed,
                bots=bots,
                options=options,
                save=arguments.save,
                most_acts=arguments.max_acts,
            )
        )
    return wanted


def simulate(arguments: argparse.Namespace) -> None:
    wanted = studies(arguments)
    if arguments.story:
        story(wanted[0])
        return
    results = [report(study, run_with_bar(study, arguments.cores)) for study in wanted]
    if arguments.json:
        print(json.dumps(results[0] if len(results) == 1 else results, indent=2))
    else:
        print("\n".join(as_text(result) for result in results))
    if arguments.save:
        print(f"Logs are in {arguments.save}.", file=sys.stderr)


def run_with_bar(study: Study, cores: int | None) -> Any:
    title = f"{study.game}, {study.seats} seats"
    return with_bar(title, study.games, lambda step: run(study, cores, step))


def with_bar(title: str, total: int, work: Callable[[Callable[[int], None] | None], Any]) -> Any:
    """Do the work, which says from time to time how many games are done."""
    if not sys.stderr.isatty():
        return work(None)
    # Only a terminal can show a progress bar, and importing rich takes a moment.
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        return work(lambda done: bar.advance(task, done))


def story(study: Study) -> None:
    """One game as somebody who watches it would tell it."""
    game = sandtable.find(study.game)
    seed = study.seed_of(0)
    match = sandtable.new(game, seats=study.seats, seed=seed, options=study.options)
    names = names_for(study.seats)
    bots = {
        seat: make_player(game, level, seat, seeded(f"{seed} bot {seat}"))
        for seat, level in enumerate(study.lineup(0))
    }
    seated = ", ".join(f"{names[seat]} ({level})" for seat, level in enumerate(study.lineup(0)))
    print(f"{game.TITLE}: {game.BLURB}\nAt the table: {seated}.")
    print(f"The seed's commitment: {match.commitment}\n")
    driver = play_bots(match, bots, seeded(f"{seed} driver"), 0)
    while not match.over and len(match.entries) < study.most_acts:
        for line in tell(match, driver.step(), names):
            print(line)
    outcome = match.outcome
    if outcome is None:
        print(f"\n{clock(match.now)}  Stopped after {len(match.entries)} acts.")
        return
    won = " and ".join(names[seat] for seat in outcome.winners) or "Nobody"
    scores = ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(outcome.scores))
    print(f"\n{won} won. Scores: {scores}.\nThe seed was {match.seed}.")


def add_ladder(commands: Any) -> None:
    command = commands.add_parser("ladder", help="find out which bots are stronger")
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--seats", type=positive, default=2, metavar="N", help="players (%(default)s)"
    )
    command.add_argument(
        "--games",
        type=positive,
        default=100,
        metavar="K",
        help="games at each table of the round robin (%(default)s)",
    )
    command.add_argument("--seed", type=natural, default=1, metavar="S", help=SAME_SEED)
    command.add_argument(
        "--levels",
        metavar="LEVELS",
        help="two or more, such as novice,club or expert,expert:1200; default: all but random",
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a table option"
    )
    command.add_argument(
        "--cores", type=positive, metavar="N", help="how many to use; default: all"
    )
    command.add_argument("--json", action="store_true", help="print the ladder as JSON")
    command.set_defaults(func=ladder)


def ladder(arguments: argparse.Namespace) -> None:
    game = sandtable.find(arguments.game)
    options = dict(parse_option(text) for text in arguments.option)
    game.settle_options(arguments.seats, options)
    named = arguments.levels.split(",") if arguments.levels else usual_levels(game)
    for level in named:
        make_player(game, level, 0, seeded(0))
    chosen = tuple(dict.fromkeys(named))
    if len(chosen) < 2:
        raise Complaint("a ladder needs at least two levels, such as --levels novice,club")
    extras.need("lab", "`sandtable ladder`")
    from sandtable.lab import ladder as rungs

    wish = rungs.Ladder(
        arguments.game, arguments.seats, arguments.games, arguments.seed, chosen, options
    )
    total = sum(study.games for study in rungs.studies(wish))
    title = f"{game.NAME}, {arguments.seats} seats"
    found = with_bar(title, total, lambda step: rungs.climb(wish, arguments.cores, step))
    print(json.dumps(found, indent=2) if arguments.json else rungs.as_text(found))


def usual_levels(game: Any) -> list[str]:
    """All levels without `random`, which tells nobody anything; with it if there is only one."""
    known = list(levels(game))
    usual = [level for level in known if level != RandomBot.LEVEL]
    return usual if len(usual) > 1 else known


def add_replay(commands: Any) -> None:
    command = commands.add_parser("replay", help="replay a log")
    command.add_argument("file", metavar="FILE", type=Path)
    command.add_argument("--check", action="store_true", help="verify outcome and hash")
    command.add_argument("--at", type=natural, metavar="MS", help="stop at this table time")
    command.add_argument("--seat", type=natural, metavar="N", help="as this seat saw it")
    command.set_defaults(func=replay_file)


def replay_file(arguments: argparse.Namespace) -> None:
    try:
        text = arguments.file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Complaint(f"{arguments.file}: this is not a text file") from None
    if arguments.check:
        lines = sandtable.read_log(text)
        if not lines or "hash" not in lines[-1]:
            raise Complaint(
                f"{arguments.file}: it has no closing line, so there is nothing to check"
            )
        match = sandtable.replay(lines)
        print(f"{arguments.file}: {len(match.entries)} acts, hash {match.hash()[:16]}, correct.")
        if arguments.at is None and arguments.seat is None:
            return
    match = sandtable.replay(text, at=arguments.at)
    print(f"{match.game.TITLE}, {match.seats} seats, at {clock(match.now).strip()}")
    if arguments.seat is None:
        position = match.dump()["position"]["table"]
    else:
        position = match.view(arguments.seat)
    print(json.dumps(position, indent=2))
    if match.outcome is not None:
        print(f"Over: {json.dumps(match.outcome.to_json())}")


def add_new_game(commands: Any) -> None:
    command = commands.add_parser("new-game", help="start a game of your own")
    command.add_argument("name", metavar="NAME")
    command.add_argument(
        "--into", type=Path, default=Path(), metavar="DIR", help="where to put its folder"
    )
    command.set_defaults(func=new_game)


def new_game(arguments: argparse.Namespace) -> None:
    from sandtable.scaffold import write_game

    written = write_game(arguments.name, arguments.into)
    print(f"Wrote {len(written)} files into {arguments.into / arguments.name}.")
