"""What gpg-agent asks a pinentry, as dialogs: it speaks Assuan on standard streams.

The contract is that of pinentry 1.2.1 and GnuPG 2.2.40: "Pinentry Protocol" in the manual of
pinentry, "Assuan" in that of libassuan.

The dialog goes as soon as nobody waits for its answer: gpg-agent has gone or reads no more, or the
program has gone for which gpg-agent says that it asks. Where nobody can be asked at the screen,
another pinentry asks in the terminal that gpg-agent names, if there is one.
"""
