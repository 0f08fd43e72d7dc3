"""What can go wrong with the memory, as two families.

For players: a :class:`~tables.errors.Refusal` whose message is one kind sentence.

* StoreRefusal: the store could not do it
    * Busy: too much is waiting; nothing was saved
    * StoreDown: the disk is full, the file is locked or gone, the server is away; nothing was saved
    * Damaged: the database is damaged; nothing was saved
    * UnknownOutcome: the answer was lost on the way; asking again with the same key tells
* DocumentRefused: something in the request cannot be kept as it is
* RequestMismatch: the same request came before and asked for something else
* SessionMoved: the session whose dice were thrown was closed meanwhile
* SessionOpen: a session is open, so no other can be opened
* NotHere: there is no such entry, campaign or event
* NameTaken: the list has an entry of that name
* TooMuch: it would change more at once than one event may
* NothingToUndo: there is no event to take back, or it is taken back already
* SheetRefused: a file or pasted sheet that cannot be read as one

For whoever starts the program: a :class:`StartRefused` whose message is one line
that says what is wrong and what to do. It never shows a password.

* StartRefused
    * AddressError: the setting names no database
    * DatabaseMissing: there is no such file
    * DatabaseDamaged: the file is empty, cut, overwritten or no database
    * DatabaseNewer: a later version of the program made it
    * DatabaseOlder: it has to be upgraded first
    * DatabaseInUse: another process has it open
    * DatabaseUnreachable: it cannot be opened, written or connected to
"""

from typing import Self

from bot.settings import SettingError, StartRefused
from tables.errors import Refusal


class StoreRefusal(Refusal):
    """The store could not do what was asked; the cause stands in ``__cause__`` where there is one."""

    def again(self) -> Self:
        """The same once more, for the next of those who waited together."""
        return type(self).__new__(type(self), *self.args)


class Busy(StoreRefusal):
    """More is waiting than the store takes; it was refused at once and nothing was saved."""

    def __init__(self) -> None:
        super().__init__(
            "Too many rolls are waiting right now. Nothing was saved: please try again in a moment."
        )


class StoreDown(StoreRefusal):
    """The database cannot be written or read just now; nothing was saved."""

    def __init__(
        self,
        reason: str = "The campaign's memory cannot be reached right now",
        advice: str = "please try again in a little while",
    ) -> None:
        super().__init__(f"{reason}. Nothing was saved: {advice}.")


class Damaged(StoreRefusal):
    """The database turned out to be damaged while the program runs; nothing was saved."""

    def __init__(self) -> None:
        super().__init__(
            "The campaign's memory is damaged. Nothing was saved: please tell whoever runs the bot."
        )


class UnknownOutcome(StoreRefusal):
    """The database went away just as it was told to keep the change: it may be kept or not."""

    def __init__(self) -> None:
        super().__init__(
            "The campaign's memory went away while it was saving: "
            "please look into the history before you try again."
        )


class DocumentRefused(Refusal, ValueError):  # noqa: N818 - as its family
    """A document or text that the database cannot keep exactly as it is; nothing was saved."""


class RequestMismatch(Refusal):
    """The same request came before and asked for something else; nothing was saved."""

    def __init__(self) -> None:
        super().__init__("This was already answered as something else. Nothing was saved: please ask again.")


class SessionMoved(Refusal):
    """The session whose dice were thrown was closed meanwhile; nothing was saved."""

    def __init__(self) -> None:
        super().__init__("The session was closed just now. Nothing was rolled: please roll again.")


class SessionOpen(Refusal):
    """A session is open, so no other can be opened; nothing was changed."""


class NotHere(Refusal):
    """There is no such entry, campaign or event; nothing was saved."""


class NameTaken(Refusal):
    """The list has an entry of that name, however it is written; nothing was saved."""


class TooMuch(Refusal):
    """It would change more at once than one event may; nothing was saved."""


class NothingToUndo(Refusal):
    """There is no event to take back, or it is taken back already; nothing was changed."""


class SheetRefused(Refusal):
    """A file or pasted sheet that cannot be read as one, or is too large; nothing was saved."""


class AddressError(SettingError):
    """The setting names no file and no database that can be used."""


class DatabaseMissing(StartRefused):
    """There is no file at the path that somebody set."""


class DatabaseDamaged(StartRefused):
    """The file is empty, cut, overwritten, or no database at all; nothing in it was changed."""


class DatabaseNewer(StartRefused):
    """A later version of the program has upgraded this database."""


class DatabaseOlder(StartRefused):
    """The database has to be upgraded first, by the command that the message names."""


class DatabaseInUse(StartRefused):
    """Another process has this file open."""


class DatabaseUnreachable(StartRefused):
    """The file cannot be opened or written, or the server cannot be connected to."""


def reason_of(error: BaseException) -> str:
    """What went wrong in a few words for a log or an operator, without statements or values."""
    cause = getattr(error, "orig", None) or error
    words = getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
    return " ".join(str(words).split())[:200]
