"""What a game's folder has to look like, and everything in it that does not.

docs/architecture.md, "A game", says what lies in which file. A game is given here as the text of
its files by their names, so that a test can break one without touching the disk.
"""

import ast
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

Files = Mapping[str, str]

NEEDED = {
    "__init__": ["GAME"],
    "parts": [],
    "options": ["OPTIONS", "Setup"],
    "state": [],
    "actions": ["ACTS"],
    "listing": ["legal"],
    "events": [],
    "words": ["words"],
    "rules": [],
    "view": ["view", "imagine"],
    "legend": ["LEGEND"],
    "position": ["dump", "load"],
    "bot": ["BOTS"],
}
"""The modules that every game has, and what each of them is sure to define."""

BESIDES = ["rules.md", "parts.toml"]
ALLOWED = ["first_rules", "preview"]
"""Modules that a game may have: the rules of an older version, and answers to questions."""

HOME_OF_CLASSES = {
    "Act": ["actions"],
    "Event": ["events"],
    "Option": ["options"],
    "State": ["state"],
    "Game": ["rules", "first_rules"],
    "Bot": ["bot"],
    "Question": ["preview"],
}
"""Where a subclass of a class of the engine is defined, and nowhere else."""

HOME_OF_FUNCTIONS = {
    "active": "listing",
    "legal": "listing",
    "dump": "position",
    "load": "position",
    "view": "view",
    "changing": "view",
    "imagine": "view",
    "preview": "preview",
    "questions": "preview",
    "lessons": "words",
    "words": "words",
}
"""The functions to which the methods of the game's class hand on, by the same name."""

ONLY_FOR = {
    "rules": ["__init__", "first_rules"],
    "first_rules": [],
    "words": ["rules", "bot_reasons"],
    "position": ["rules"],
    "view": ["rules", "position"],
    "preview": ["rules"],
    "bot": [],
}
"""Who may import these; what a module was divided into is for that module alone."""

PLAIN = ["int", "bool", "str", "Ms", "Seat"]
"""What a list can hold so that a copy of the list is enough."""

STATE_TAKES = ["self", "seats", "rng", "setup", "like"]


def read_game(folder: Path) -> dict[str, str]:
    return {
        path.name: path.read_text(encoding="utf-8")
        for path in folder.iterdir()
        if path.suffix in (".py", ".md", ".toml")
    }


def whole_of(module: str) -> str:
    """bot for bot_economy: the module of the shape that this one is a part of; else itself."""
    first, _, rest = module.partition("_")
    return first if rest and first in [*NEEDED, "preview"] else module


class Game:
    """A game's modules, parsed."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.trees = {
            name.removesuffix(".py"): ast.parse(text)
            for name, text in sorted(files.items())
            if name.endswith(".py")
        }
        self.bases = {
            node.name: [base_name(base) for base in node.bases]
            for _, node in self.classes()
            if node.bases
        }

    def classes(self) -> Iterator[tuple[str, ast.ClassDef]]:
        for module, tree in self.trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    yield module, node

    def functions(self) -> Iterator[tuple[str, str, ast.FunctionDef]]:
        """Every function with its module and, if it is a method, its class."""
        for module, tree in self.trees.items():
            for node in tree.body:
                if isinstance(node, ast.FunctionDef):
                    yield module, "", node
                elif isinstance(node, ast.ClassDef):
                    for inner in node.body:
                        if isinstance(inner, ast.FunctionDef):
                            yield module, node.name, inner

    def root(self, name: str) -> str:
        """The engine's class from which a class of the game descends, or its last own one."""
        while name in self.bases and name not in HOME_OF_CLASSES:
            name = self.bases[name][0]
        return name

    def of_kind(self, module: str, root: str) -> list[ast.ClassDef]:
        return [n for m, n in self.classes() if m == module and self.root(n.name) == root]


def base_name(node: ast.expr) -> str:
    """The name of a base class, whether it stands alone or as Game[State]."""
    return ast.unparse(node).partition("[")[0].rpartition(".")[2]


def top_level_names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def named_in_rules(rules: ast.Module) -> list[str]:
    """The modules that the docstring of rules.py names: a line `- name: what it is about` each."""
    lines = (ast.get_docstring(rules) or "").splitlines()
    return [line[2:].partition(":")[0] for line in lines if line.startswith("- ") and ": " in line]


def siblings(node: ast.AST, modules: list[str]) -> list[str]:
    """The modules of the same game that an import statement names."""
    if isinstance(node, ast.Import):
        paths = [alias.name.split(".") for alias in node.names]
        return [path[3] for path in paths if path[:2] == ["sandtable", "games"] and path[3:]]
    if not isinstance(node, ast.ImportFrom):
        return []
    package = (node.module or "").split(".")
    if node.level == 1 and node.module:
        return [package[0]]
    if node.level == 1 or (package[:2] == ["sandtable", "games"] and len(package) == 3):
        return [alias.name for alias in node.names if alias.name in modules]
    if package[:2] == ["sandtable", "games"] and len(package) == 4:
        return [package[3]]
    return []


def files_amiss(game: Game) -> Iterator[str]:
    for name in [*(f"{module}.py" for module in NEEDED), *BESIDES]:
        if name not in game.files:
            yield f"{name} is missing"
    named = named_in_rules(game.trees["rules"]) if "rules" in game.trees else []
    for module, tree in game.trees.items():
        if ast.get_docstring(tree) is None:
            yield f"{module}.py does not say what it is for"
        if module not in [*NEEDED, *ALLOWED, *named] and whole_of(module) == module:
            yield f"{module}.py is named neither by the shape nor by the docstring of rules.py"
    for module in named:
        if module not in game.trees:
            yield f"rules.py names {module}, and there is no such module"
        elif module in NEEDED or whole_of(module) != module:
            yield f"rules.py names {module}, which every reader knows"


def names_amiss(game: Game) -> Iterator[str]:
    for module, names in NEEDED.items():
        if module in game.trees:
            there = list(top_level_names(game.trees[module]))
            yield from (f"{module}.py has no {name}" for name in names if name not in there)
    for root in ("Game", "State"):
        home = HOME_OF_CLASSES[root][0]
        if home in game.trees and len(game.of_kind(home, root)) != 1:
            yield f"{home}.py has not one {root}"


def classes_amiss(game: Game) -> Iterator[str]:
    for module, node in game.classes():
        root = game.root(node.name)
        # Each level may have a module of its own, beside the list of them.
        home = whole_of(module) if root == "Bot" else module
        if root in HOME_OF_CLASSES and home not in HOME_OF_CLASSES[root]:
            yield f"{module}.py has the {root} {node.name}"


def functions_amiss(game: Game) -> Iterator[str]:
    for module, owner, node in game.functions():
        where, whole = f"{module}.py: {node.name}", whole_of(module)
        home = HOME_OF_FUNCTIONS.get(node.name)
        if not owner and home is not None and module != home:
            yield f"{where} belongs in {home}.py"
        if module == "events" and not owner:
            yield f"{where} is no event"
        if owner and game.root(owner) in ("Game", "Bot"):
            continue
        kinds = [ast.unparse(kind) for kind in annotations(node)]
        takes = [argument.arg for argument in arguments(node)]
        if "list[Act]" in kinds and whole not in ("listing", "bot"):
            yield f"{where} lists acts"
        if ("told" in takes or "Speech" in kinds) and whole not in ("words", "bot"):
            yield f"{where} makes sentences"
        if ("Reader" in kinds or node.name.startswith("dump_")) and whole != "position":
            yield f"{where} dumps or loads"


def arguments(node: ast.FunctionDef) -> list[ast.arg]:
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def annotations(node: ast.FunctionDef) -> Iterator[ast.expr]:
    for argument in arguments(node):
        if argument.annotation is not None:
            yield argument.annotation
    if node.returns is not None:
        yield node.returns


def methods_amiss(game: Game) -> Iterator[str]:
    """What the game's class does not delegate as it should."""
    for rules in game.of_kind("rules", "Game") if "rules" in game.trees else []:
        for method in rules.body:
            if isinstance(method, ast.FunctionDef) and method.name in HOME_OF_FUNCTIONS:
                wanted = f"{HOME_OF_FUNCTIONS[method.name]}.{method.name}"
                if called(method) != wanted:
                    yield f"rules.py: {method.name} does not hand on to {wanted}"


def called(method: ast.FunctionDef) -> str:
    """What is called in the only statement of a method, apart from its docstring."""
    match [n for n in method.body if not isinstance(n, ast.Expr)]:
        case [ast.Return(value=ast.Call(func=func))]:
            return ast.unparse(func)
    return ""


def imports_amiss(game: Game) -> Iterator[str]:
    modules = list(game.trees)
    for module, tree in game.trees.items():
        for node in ast.walk(tree):
            for other in siblings(node, modules):
                whole = whole_of(other)
                if whole == whole_of(module):
                    continue
                if whole != other or module not in ONLY_FOR.get(other, modules):
                    yield f"{module}.py imports {other}"


def state_amiss(game: Game) -> Iterator[str]:
    """Each field of a state is set once, with its fresh value and what it is copied from."""
    for state in game.of_kind("state", "State") if "state" in game.trees else []:
        methods = {node.name: node for node in state.body if isinstance(node, ast.FunctionDef)}
        init, copy = methods.get("__init__"), methods.get("copy")
        if init is None or [argument.arg for argument in arguments(init)] != STATE_TAKES:
            yield f"state.py: {state.name} is not made from {', '.join(STATE_TAKES[1:])}"
            continue
        if copy is None or called(copy) != state.name:
            yield f"state.py: {state.name}.copy does more than make another"
        lines = [ast.unparse(node) for node in init.body]
        if "super().__init__(seats, rng, like)" not in lines:
            yield f"state.py: {state.name} does not leave time and outcome to the engine"
        for field in fields(init):
            if field.name != "setup" and not is_copied(field):
                yield f"state.py: {state.name}.{field.name} has no fresh value or no copy"


def pieces_amiss(game: Game) -> Iterator[str]:
    """Other classes that are copied: each field that is copied is copied from itself."""
    for module, owner, init in game.functions():
        if module == "state" and init.name == "__init__" and game.root(owner) != "State":
            for field in fields(init):
                if isinstance(field.value, ast.IfExp) and not is_copied(field):
                    yield f"state.py: {owner}.{field.name} has no fresh value or no copy"


class Field(NamedTuple):
    name: str
    kind: str
    value: ast.expr | None
    says: str
    """The docstring below it."""


def fields(init: ast.FunctionDef) -> Iterator[Field]:
    """What a constructor sets."""
    for node, below in pairwise([*init.body, ast.Pass()]):
        says = ""
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            says = str(below.value.value)
        if isinstance(node, ast.AnnAssign):
            kind, target = ast.unparse(node.annotation), ast.unparse(node.target)
        elif isinstance(node, ast.Assign):
            kind, target = "", ast.unparse(node.targets[0])
        else:
            continue
        yield Field(target.removeprefix("self."), kind, node.value, says)


def is_copied(field: Field) -> bool:
    """Whether it is `... if like is None else ...` with a copy of the same field of `like`.

    A list may be shared only if it says so.
    """
    value = field.value
    if not isinstance(value, ast.IfExp) or ast.unparse(value.test) != "like is None":
        return False
    if "like" in [node.id for node in ast.walk(value.body) if isinstance(node, ast.Name)]:
        return False
    there = f"like.{field.name}"
    if not field.kind.startswith(("list", "dict")):
        return ast.unparse(value.orelse) == there
    match value.orelse:
        case ast.Attribute():
            return ast.unparse(value.orelse) == there and "copies share it" in field.says
        case ast.ListComp(elt=each, generators=[ast.comprehension(iter=over)]):
            return ast.unparse(over) == there and ast.unparse(each).endswith(".copy()")
    plain = field.kind in [f"list[{kind}]" for kind in PLAIN]
    return ast.unparse(value.orelse) == (f"{there}.copy()" if plain else f"copy_lists({there})")


def amiss(files: Files) -> list[str]:
    """Everything that is not as in every other game."""
    game = Game(files)
    return [
        *files_amiss(game),
        *names_amiss(game),
        *classes_amiss(game),
        *functions_amiss(game),
        *methods_amiss(game),
        *imports_amiss(game),
        *state_amiss(game),
        *pieces_amiss(game),
    ]
