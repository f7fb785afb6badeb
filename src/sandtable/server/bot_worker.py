"""The process in which bots think. It gets what a seat may see and nothing else.

One JSON object a line on standard input and output. Positions that arrive here are imagined ones:
drawn from all that the bot's seat cannot tell apart, so that no secret ever enters this process.
"""

import sys
import traceback
from typing import Any

import msgspec

from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Bot, Seen
from sandtable.engine.position import load_state
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded


class Desk:
    """The bots of this process, by number."""

    def __init__(self) -> None:
        self.bots: dict[int, tuple[Bot, dict[str, Any]]] = {}

    def obey(self, order: dict[str, Any]) -> dict[str, Any] | None:
        number = order["bot"]
        if order["do"] == "sit":
            game = find(order["game"], order["rules"])
            bot = make_bot(game, order["level"], order["seat"], seeded(order["luck"]))
            self.bots[number] = (bot, order)
            return None
        if order["do"] == "leave":
            self.bots.pop(number, None)
            return None
        bot, sat = self.bots[number]
        return {"bot": number, **self.look(bot, sat, order)}

    def look(self, bot: Bot, sat: dict[str, Any], order: dict[str, Any]) -> dict[str, Any]:
        for told in order["told"]:
            bot.notice(told)
        state = load_state(bot.game, order["position"], sat["seats"], sat["options"])
        seen = Seen(bot.game, state, bot.seat)
        if order["planned"] and not bot.interrupted(seen):
            return {"answer": "keep"}
        plan = bot.plan(seen)
        if plan is None:
            return {"answer": "wait"}
        # A plan for this very instant would let two bots answer each other for ever at one time.
        due = state.now + max(1, plan.after)
        return {"answer": "plan", "due": due, "act": plan.act and plan.act.to_json()}


def main() -> None:
    desk = Desk()
    for raw in sys.stdin.buffer:
        order = msgspec.json.decode(raw)
        try:
            answer = desk.obey(order)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            answer = {"bot": order["bot"], "answer": "fault"}
        if answer is not None:
            sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
