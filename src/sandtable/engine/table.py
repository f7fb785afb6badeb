"""The front door: new matches, loaded positions, replays."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sandtable.engine.errors import BadLog, Refused, SandtableError, UnknownGame
from sandtable.engine.game import Game
from sandtable.engine.log import LOG_FORMAT, read_log
from sandtable.engine.match import POSITION_FORMAT, Match
from sandtable.engine.plain import Reader
from sandtable.engine.position import FOREVER, load_state
from sandtable.engine.registry import find
from sandtable.engine.rng import RNG_VERSION, seeded
from sandtable.engine.seed import commitment, draw_seed
from sandtable.engine.units import Ms

MOST_SEED: Final = 1 << 256


def new(
    game: str | Game[Any],
    *,
    seats: Any,
    seed: Any = None,
    options: Mapping[str, Any] | None = None,
) -> Match:
    """A fresh table. Without a seed, one is drawn that nobody can guess."""
    rules: Game[Any] = game if isinstance(game, Game) else find(game)
    settled = rules.settle_options(seats, options if options is not None else {})
    chosen = draw_seed() if seed is None else seed
    if type(chosen) is not int or not 0 <= chosen < MOST_SEED:
        raise SandtableError(f"A seed is a whole number from 0 to 2**256 - 1, not {chosen!r}.")
    return Match(rules, rules.new(seats, settled, seeded(chosen)), settled, chosen)


def load(data: Any) -> Match:
    """The match at a dumped or hand-written position. Raises BadPosition with the reason."""
    reader = Reader(data, "dump")
    if reader.take("format") != POSITION_FORMAT:
        raise reader.bad("format", f"is not {POSITION_FORMAT}")
    name = reader.take("game")
    game = find(name if isinstance(name, str) else str(name), reader.whole("rules", 1, 1 << 30))
    reader.whole("rng", RNG_VERSION, RNG_VERSION)
    seats = reader.whole("seats", game.MIN_SEATS, game.MAX_SEATS)
    options = game.settle_options(seats, reader.object("options").data)
    seed = reader.whole("seed", 0, MOST_SEED - 1)
    position = reader.take("position")
    reader.done()
    state = load_state(game, position, seats, options)
    return Match(game, state, options, seed, position)


def begin(header: Mapping[str, Any]) -> Match:
    """The match that a log's header describes, before its first act."""
    if header.get("format") != LOG_FORMAT:
        raise BadLog(f"Line 1: this is not a log of format {LOG_FORMAT}.")
    for field in ("game", "rules", "rng", "seats", "options", "seed"):
        if field not in header:
            raise BadLog(f"Line 1: the header lacks {field!r}.")
    if header["rng"] != RNG_VERSION:
        raise BadLog(f"Line 1: random generator version {header['rng']!r} is not known here.")
    name, rules = header["game"], header["rules"]
    options, seed = header["options"], header["seed"]
    if not isinstance(name, str) or not isinstance(options, Mapping) or type(rules) is not int:
        raise BadLog("Line 1: game is a word, options an object and rules a whole number.")
    if "commitment" in header and (
        type(seed) is not int
        or not 0 <= seed < MOST_SEED
        or header["commitment"] != commitment(seed)
    ):
        raise BadLog("Line 1: the commitment does not match the seed.")
    try:
        game = find(name, rules)
        if header.get("position") is None:
            return new(game, seats=header["seats"], seed=seed, options=options)
        return load(
            {
                "format": POSITION_FORMAT,
                "game": game.NAME,
                "rules": rules,
                "rng": header["rng"],
                "seats": header["seats"],
                "options": options,
                "seed": seed,
                "position": header["position"],
            }
        )
    except UnknownGame as unknown:  # compiled, one name cannot stand for both kinds of exception
        raise UnknownGame(f"Line 1: {unknown}") from None
    except SandtableError as problem:
        raise BadLog(f"Line 1: {problem}") from None


def replay(
    log: str | Iterable[Mapping[str, Any]], *, at: Ms | None = None, check: bool = True
) -> Match:
    """Play a log again: to its end, or to the position at the table time `at`.

    With `check`, the time, outcome and hash in the closing line must come out again.
    """
    lines: list[Mapping[str, Any]] = list(read_log(log) if isinstance(log, str) else log)
    if not lines:
        raise BadLog("The log is empty.")
    match = begin(lines[0])
    closing: Mapping[str, Any] | None = None
    for number, line in enumerate(lines[1:], start=2):
        if closing is not None:
            raise BadLog(f"Line {number}: nothing may follow the closing line.")
        if "end" in line:
            closing = line
            continue
        if "note" in line:
            continue
        when = moment(line.get("at"), number)
        if at is not None and when > at:
            break
        play_line(match, line, when, number)
    if at is not None:
        match.advance(to=max(at, match.now))
        return match
    if closing is not None:
        end = moment(closing.get("end"), len(lines))
        if end < match.now:
            raise BadLog(f"Line {len(lines)}: the log ends before its last act.")
        match.advance(to=end)
        if check:
            check_closing(match, closing, len(lines))
    return match


def moment(value: Any, number: int) -> Ms:
    if type(value) is not int or not 0 <= value <= FOREVER:
        raise BadLog(f"Line {number}: {value!r} is not a table time.")
    return value


def play_line(match: Match, line: Mapping[str, Any], when: Ms, number: int) -> None:
    """One act of a log, at its time."""
    if when < match.now:
        raise BadLog(f"Line {number}: time runs backwards from {match.now} to {when}.")
    match.advance(to=when)
    expected = line.get("refused", "")
    try:
        match.act(line.get("seat", -1), line.get("act", {}))
    except Refused as refused:
        if refused.rule != expected or not refused.costs:
            raise BadLog(f"Line {number}: the act is refused: {refused}") from None
    else:
        if expected:
            raise BadLog(f"Line {number}: the act should be refused by {expected}, and is not.")


def check_closing(match: Match, closing: Mapping[str, Any], number: int) -> None:
    if match.now != closing.get("end"):
        raise BadLog(f"Line {number}: the match ended at {match.now}, not {closing.get('end')}.")
    outcome = None if match.outcome is None else match.outcome.to_json()
    if outcome != closing.get("outcome"):
        raise BadLog(f"Line {number}: the outcome is a different one: {outcome}.")
    if match.hash() != closing.get("hash"):
        raise BadLog(f"Line {number}: the final position has a different hash.")
