"""Write the page's TypeScript types from the server's Python ones.

    .venv/bin/python tools/web_types.py            # writes web/src/lib/protocol.ts
    .venv/bin/python tools/web_types.py --check    # fails when the file is not up to date

A field with a default may be left out: by the client always, by the server when it says UNSET.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec
from msgspec import inspect as kinds

from sandtable.engine import levels
from sandtable.protocol import bodies, goodbyes, limits, manners, messages, problems, rooms

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "protocol.ts"
HEAD = """\
// Written by tools/web_types.py from src/sandtable/protocol. Do not edit: `make test` compares.
"""
MODULES = (rooms, messages, bodies)
UNIONS = {"FromClient": messages.FromClient, "FromServer": messages.FromServer}
BASES = ("ClientMessage", "ServerMessage", "Body")


def structs() -> list[type[msgspec.Struct]]:
    """All message classes in the order in which they are written."""
    found: list[type[msgspec.Struct]] = []
    for module in MODULES:
        for item in vars(module).values():
            if (
                isinstance(item, type)
                and issubclass(item, msgspec.Struct)
                and item.__module__ == module.__name__
                and item.__name__ not in BASES
            ):
                found.append(item)
    return found


def typescript(kind: kinds.Type) -> str:
    match kind:
        case kinds.Metadata():
            return typescript(kind.type)
        case kinds.NoneType():
            return "null"
        case kinds.BoolType():
            return "boolean"
        case kinds.IntType() | kinds.FloatType():
            return "number"
        case kinds.StrType():
            return "string"
        case kinds.LiteralType():
            return " | ".join(json.dumps(value) for value in kind.values)
        case kinds.ListType():
            inner = typescript(kind.item_type)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case kinds.DictType():
            return f"Record<string, {typescript(kind.value_type)}>"
        case kinds.StructType():
            return kind.cls.__name__
        case kinds.UnionType():
            return " | ".join(typescript(part) for part in kind.types)
        case kinds.AnyType():
            return "unknown"
        case _:
            raise TypeError(f"no TypeScript for {kind}")


def remarks(cls: type) -> dict[str, str]:
    """The docstrings below the fields in the source."""
    (tree,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    last = ""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = node.target.id
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and last:
            found[last] = " ".join(str(node.value.value).split())
            last = ""
    return found


def interface(cls: type[msgspec.Struct]) -> str:
    info: Any = kinds.type_info(cls)
    said = remarks(cls)
    lines: list[str] = []
    # Only a class's own words: the docstring of a base would say something else.
    if words := cls.__dict__.get("__doc__"):
        lines.append(f"/** {' '.join(words.split())} */")
    lines.append(f"export interface {cls.__name__} {{")
    if info.tag is not None:
        lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
    for field in info.fields:
        if field.name in said:
            lines.append(f"  /** {said[field.name]} */")
        mark = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{mark}: {typescript(field.type)};")
    lines.append("}")
    return "\n".join(lines)


def union(name: str, members: Any) -> str:
    parts = "".join(f"\n  | {cls.__name__}" for cls in get_args(members))
    return f"export type {name} ={parts};"


def constants() -> str:
    reactions = ", ".join(quoted(word) for word in get_args(messages.Reaction))
    return "\n\n".join(
        (
            f"export const PROTOCOL = {messages.PROTOCOL};",
            f"export const REACTIONS = [{reactions}] as const;",
            "/** With which code the server closes a socket. */\n"
            + group("Goodbye", goodbyes, int),
            "/** What the server itself says no with. */\n" + group("Code", problems, str),
            "/** How long texts may be, in characters. */\n" + group("Most", limits, int, "MOST_"),
            "/** How fast a table may be, in percent of the speed on the box. */\n" + pace(),
            "/** The bots that every game has, and those that play where nobody said who. */\n"
            + group("Level", levels, str),
            "/** What a client keeps to until the server's welcome says otherwise. */\n" + usual(),
        )
    )


def group(name: str, module: ModuleType, kind: type[int] | type[str], prefix: str = "") -> str:
    """All constants of one kind with such a name that a module has, as one object."""
    found = [
        f"  {key.removeprefix(prefix)}: {quoted(value)},"
        for key, value in vars(module).items()
        if key.isupper()
        and key.startswith(prefix)
        and type(value) is kind
        and " " not in str(value)
    ]
    return "\n".join((f"export const {name} = {{", *found, "} as const;"))


def pace() -> str:
    lines = (f"  SLOWEST: {limits.SLOWEST},", f"  QUICKEST: {limits.QUICKEST},")
    return "\n".join(("export const Pace = {", *lines, "} as const;"))


def usual() -> str:
    values = {
        "ping_every": manners.PING_EVERY,
        "give_up_after": manners.GIVE_UP_AFTER,
        "resend_after": manners.RESEND_AFTER,
        "max_frame": manners.MOST_FRAME,
    }
    lines = [f"  {field}: {values[field]}," for field in messages.Manners.__struct_fields__]
    return "\n".join(("export const MANNERS: Manners = {", *lines, "};"))


def quoted(value: int | str) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def source() -> str:
    blocks = [HEAD.rstrip(), constants()]
    blocks += [interface(cls) for cls in structs()]
    blocks += [union(name, members) for name, members in UNIONS.items()]
    return "\n\n".join(blocks) + "\n"


def main() -> None:
    text = source()
    if "--check" in sys.argv:
        if not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
            sys.exit(f"{TARGET} is not what the server speaks: run {sys.argv[0]}")
        return
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
