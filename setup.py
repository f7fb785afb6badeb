"""Put the compiled rules and server into a wheel, and only there.

An editable install must stay interpreted: a compiled module beside the source would win over
every later edit. The objects come from `tools/compiled.py`, as those of a checkout do: what is
shipped is what was tested, and nothing is compiled twice.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))


class CompiledDistribution(Distribution):
    """A wheel for one platform, though setuptools itself compiles nothing."""

    def has_ext_modules(self) -> bool:
        return True


class AddCompiled(build_ext):
    def run(self) -> None:
        from tools import compiled

        compiled.add_objects(compiled.read_package(), {}, Path(self.build_lib))


class AddTexts(build_py):
    """The rules in words lie with the documents; an installed server shows them too."""

    def run(self) -> None:
        super().run()
        texts = Path(self.build_lib) / "sandtable" / "server" / "rules"
        shutil.copytree(ROOT / "docs" / "rules", texts, dirs_exist_ok=True)


if "bdist_wheel" in sys.argv:
    # A folder of its own for every build: leftovers of an older one would land in the wheel.
    with tempfile.TemporaryDirectory() as scratch:
        setup(
            distclass=CompiledDistribution,
            cmdclass={"build_ext": AddCompiled, "build_py": AddTexts},
            options={"build": {"build_base": scratch}},
        )
else:
    setup()
