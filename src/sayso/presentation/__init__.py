"""What a person meets, without a toolkit: what dialogs, tray and notifications show, in which
words; what input counts, and what has been read.

Everything here is pure: the window of every platform hands in its clock and its events.
"""
