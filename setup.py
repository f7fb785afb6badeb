"""Compile engine and games when a wheel is built, and only then.

An editable install must stay interpreted: a compiled module beside the source would win over
every later edit. In a checkout `tools/compiled.py` makes the compiled build, in a folder apart.
"""

import os
import sys
import tempfile
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

if "bdist_wheel" in sys.argv:
    from tools.compiled import SOURCE, extensions, is_compiled

    os.environ["MYPYPATH"] = str(SOURCE)
    # A folder of its own for every build: leftovers of an older one would land in the wheel.
    with tempfile.TemporaryDirectory() as scratch:
        modules = sorted(
            str(path.relative_to(ROOT))
            for path in SOURCE.rglob("*.py")
            if is_compiled(path.relative_to(SOURCE).as_posix())
        )
        setup(
            ext_modules=extensions(modules, Path(scratch)),
            options={"build": {"build_base": scratch}},
        )
else:
    setup()
