"""What a person meets, without a toolkit: what input counts, and what has been read.

Pure: the window of every platform hands in its clock and its events.
"""
