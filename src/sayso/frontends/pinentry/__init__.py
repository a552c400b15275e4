"""A pinentry that shows gpg-agent's questions as dialogs. It speaks Assuan on standard streams.

The contract is that of pinentry 1.2.1 and GnuPG 2.2.40: "Pinentry Protocol" in the manual of
pinentry, "Assuan" in that of libassuan.

The dialog closes as soon as nobody waits for its answer: gpg-agent has ended or no longer reads, or
the program has ended for which gpg-agent says that it asks. If nobody can be asked on the screen,
another pinentry asks in the terminal that gpg-agent names, if there is one.
"""
