"""How a platform tells of what happens outside this process.

Whoever wants to hear passes a function. It is called on the asyncio loop that runs as it is passed,
until that is called off.
"""

from collections.abc import Callable

CallOff = Callable[[], None]
"""Called once: from then on nothing is told."""
