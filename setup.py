"""Put the compiled rules and server into a wheel, and only there.

An editable install must stay interpreted: a compiled module beside the source would win over
every later edit. The objects come from `tools/compiled.py`, as those of a checkout do: what is
shipped is what was tested, and nothing is compiled twice.
"""

import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
PAGE = ROOT / "src" / "sandtable" / "server" / "site" / "index.html"
sys.path.insert(0, str(ROOT))


class CompiledDistribution(Distribution):
    """A wheel for one platform, though setuptools itself compiles nothing."""

    def has_ext_modules(self) -> bool:
        return True


class AddCompiled(build_ext):
    def run(self) -> None:
        from tools import compiled

        compiled.add_objects(compiled.read_package(), {}, Path(self.build_lib))


if "bdist_wheel" in sys.argv:
    if not PAGE.is_file():
        raise SystemExit("sandtable: the page is not built, and a wheel ships it: run `make site`")
    # A folder of its own for every build: leftovers of an older one would land in the wheel.
    with tempfile.TemporaryDirectory() as scratch:
        setup(
            distclass=CompiledDistribution,
            cmdclass={"build_ext": AddCompiled},
            options={"build": {"build_base": scratch}},
        )
else:
    setup()
