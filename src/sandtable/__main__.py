"""`python -m sandtable` is the command `sandtable`."""

import sys

from sandtable.cli import main

sys.exit(main())
