"""Values into messages: the only maker of what people read in Discord."""

from bot.replies.answer import Answer, Reply
from bot.replies.history import history_reply, where_we_were
from bot.replies.rolls import blind_reply, channel_reply, masters_reply, roll_reply
from bot.replies.tables import table_list_reply, table_reply

__all__ = [
    "Answer",
    "Reply",
    "blind_reply",
    "channel_reply",
    "history_reply",
    "masters_reply",
    "roll_reply",
    "table_list_reply",
    "table_reply",
    "where_we_were",
]
