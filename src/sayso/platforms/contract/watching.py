"""How a platform reports events outside this process.

The caller passes a function, and gets a `CallOff` back. The function is called on the asyncio loop
that runs when it is passed, until the `CallOff` is called.
"""

from collections.abc import Callable

CallOff = Callable[[], None]
"""Ends the reports. To be called once."""
