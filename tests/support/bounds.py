"""`within` limits the time that a block of code may take, on every system."""

import sys

if sys.platform == "win32":
    from support.windows_bounds import within as within
else:
    from support.linux_bounds import within as within
