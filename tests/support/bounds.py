"""A bound in time on what would wait for ever."""

import sys

if sys.platform == "win32":
    from support.windows_bounds import within as within
else:
    from support.linux_bounds import within as within
