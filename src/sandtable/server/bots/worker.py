"""The process in which bots think. It gets what a seat may see and nothing else.

One JSON object per line on standard input and output. The positions that arrive here are imagined
ones, drawn from all that look the same to the bot's seat, so that no secret ever enters this
process.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.bots.levels import make_bot
from sandtable.engine.bot import FREE, Bot, Plan, Seen
from sandtable.engine.position import load_state
from sandtable.engine.registry import find, installed
from sandtable.engine.rng import seeded
from sandtable.server.base.logs import trace_of
from sandtable.server.bots.inbox import Inbox, Thinking
from sandtable.server.bots.process import DEEP, NOBODY, READY

NOTHING = {"answer": "nothing"}
"""To a question that was taken back; every question gets an answer."""
LONGEST_SAID = 1 << 16
LONGEST_TRACE = 1 << 14
LONGEST_WHY = 300
"""Letters in the reason for an act, which a person reads in a line."""
KINDER = 5
"""How much those that think for long stand back behind the server and the quick ones."""


class Desk:
    """The bots of this process, by number."""

    def __init__(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.bots: dict[int, tuple[Bot, dict[str, Any]]] = {}
        self.torn: set[int] = set()
        """The bots that were stopped in the middle of a thought: what they had planned before it
        they have forgotten."""

    def obey(self, order: dict[str, Any]) -> dict[str, Any] | None:
        number = order["bot"]
        if order["do"] == "sit":
            game = find(order["game"], order["rules"])
            bot = make_bot(game, order["level"], order["seat"], seeded(order["luck"]))
            self.bots[number] = (bot, order)
            self.torn.discard(number)
            return None
        if order["do"] == "leave":
            self.bots.pop(number, None)
            self.torn.discard(number)
            return None
        bot, sat = self.bots[number]
        return self.look(bot, sat, order)

    def look(self, bot: Bot, sat: dict[str, Any], order: dict[str, Any]) -> dict[str, Any]:
        for told in order["told"]:
            bot.notice(told)
        if order.get("dropped"):
            return NOTHING
        state = load_state(bot.game, order["position"], sat["seats"], sat["options"])
        thinks = type(bot).THINKS / 1_000 / (1 << order["in_vain"])
        budget = FREE
        if thinks:
            budget = Thinking(self.inbox, thinks, order["asked"], order["pace"])
        seen = Seen(bot.game, state, bot.seat, budget, sat["options"])
        number = order["bot"]
        if order["planned"] and number not in self.torn and not bot.interrupted(seen):
            return {"answer": "keep"}
        plan = bot.plan(seen)
        if self.inbox.taken_back:
            self.torn.add(number)
            return NOTHING
        self.torn.discard(number)
        if plan is None:
            return {"answer": "wait"}
        why = {"why": reason(plan)} if order.get("why") else {}
        # With plans for this very instant, two bots could answer each other for ever within it.
        due = state.now + max(1, plan.after)
        if type(due) is not int:
            raise TypeError(f"a plan is for a whole number of milliseconds, not {plan.after!r}")
        return {"answer": "plan", "due": due, "act": plan.act and plan.act.to_json(), **why}


def reason(plan: Plan) -> str:
    if type(plan.why) is not str or len(plan.why) > LONGEST_WHY:
        raise ValueError(f"a reason is a text of {LONGEST_WHY} letters at most")
    return plan.why


def to_say(desk: Desk, order: dict[str, Any]) -> bytes | None:
    """The answer to an order, if it asks for one; a fault is always reported."""
    question = order.get("question", 0)
    about = {"bot": order["bot"], "life": order.get("life", 0), "question": question}
    try:
        answer = desk.obey(order)
        said = None if answer is None else msgspec.json.encode({**about, **answer})
        if said is not None and len(said) > LONGEST_SAID:
            raise ValueError(f"an answer of {len(said)} bytes")
    except Exception as error:
        said = fault(about, error)
    return said


def fault(about: dict[str, Any], error: Exception) -> bytes:
    """The server writes it to its log, in its own form and without the values in the error."""
    trace = trace_of(error)[-LONGEST_TRACE:]
    return msgspec.json.encode({**about, "answer": "fault", "trace": trace})


def main() -> None:
    # A bot may print or read what it likes: it reaches neither the pipes to the server nor its log,
    # which has a form of its own and no values.
    orders, answering = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    close_all_but(orders, answering)
    answers = os.fdopen(answering, "wb")

    def say(said: bytes) -> None:
        answers.write(said + b"\n")
        answers.flush()

    try:
        think_on(Inbox(orders), say)
    except BrokenPipeError:
        raise
    except Exception as error:
        say(fault({"bot": NOBODY, "life": 0}, error))


def close_all_but(*kept: int) -> None:
    """Whoever started this process may have left it more than it was meant to have, such as another
    way to the server's log."""
    with contextlib.suppress(OSError):
        for name in os.listdir("/dev/fd"):
            if int(name) > 2 and int(name) not in kept:
                with contextlib.suppress(OSError):
                    os.close(int(name))


def think_on(inbox: Inbox, say: Callable[[bytes], None]) -> None:
    desk = Desk(inbox)
    installed()
    # Packages may have written something just before; this is a line of its own.
    say(b"\n" + READY)
    while (order := inbox.next()) is not None:
        said = to_say(desk, order)
        if said is not None:
            say(said)


if __name__ == "__main__":
    # Whoever stops a service tells all its processes. This one ends when the server closes its
    # pipe, and not before: else the server would start another.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if DEEP in sys.argv[1:]:
        os.nice(KINDER)
    # When the server is gone there is nobody to think for.
    with contextlib.suppress(BrokenPipeError):
        main()
    os._exit(0)
