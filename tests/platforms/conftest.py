"""Each system's own tests run on that system alone."""

import sys

collect_ignore = [] if sys.platform == "linux" else ["linux"]
