"""The one place for the version: the package, the wheel and the server read it here."""

__version__ = "0.1.0"
