"""The macOS platform before a double of its kernel: these tests run on every system that has
Unix's sockets."""

from support import macos_modules

macos_modules.can_be_loaded()
