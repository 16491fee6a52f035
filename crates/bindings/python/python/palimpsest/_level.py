"""Takes the native module for this processor, if the wheel has several.

The first module is for x86-64-v2, the one in `v3` for processors with AVX2 and BMI2. The variable
`PALIMPSEST_LEVEL`, if it is 2, keeps the first.
"""

import os
import sys
from importlib import import_module
from importlib.util import find_spec

import palimpsest
from palimpsest import _palimpsest as first

NAME = "palimpsest._palimpsest"

if first.RUNS >= 3 and os.environ.get("PALIMPSEST_LEVEL") != "2" and find_spec("palimpsest.v3"):
    sys.modules[NAME] = import_module("palimpsest.v3._palimpsest")
    setattr(palimpsest, "_palimpsest", sys.modules[NAME])
