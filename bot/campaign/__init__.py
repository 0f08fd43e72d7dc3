"""The memory: everything that is kept, and the only code that speaks SQL.

``store = await open_store(address, create=…)``, then ``await store.write(record, new)`` and
``await store.read(page, channel_id, reader)``: plain functions over a synchronous connection,
the same on SQLite and on PostgreSQL.
"""

from bot.campaign.address import FileAddress, ServerAddress, parse_address
from bot.campaign.campaigns import Census, campaign_of, census
from bot.campaign.chain import ChainFault, ChainReport, audit
from bot.campaign.errors import (
    AddressError,
    Busy,
    Damaged,
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseMissing,
    DatabaseNewer,
    DatabaseOlder,
    DatabaseUnreachable,
    DocumentRefused,
    RequestMismatch,
    StartRefused,
    StoreDown,
    StoreRefusal,
    UnknownOutcome,
)
from bot.campaign.events import NewEvent, Recorded, by_reference, record
from bot.campaign.history import HistoryPage, page
from bot.campaign.meta import recall, remember
from bot.campaign.opening import open_store
from bot.campaign.outbox import could_not_post, posted
from bot.campaign.reading import Event, EventId, Reader
from bot.campaign.revisions import UpgradeReport
from bot.campaign.schema import Audience
from bot.campaign.store import Limits, Store
from bot.campaign.upgrade import Version, current, upgrade

__all__ = [
    "AddressError",
    "Audience",
    "Busy",
    "Census",
    "ChainFault",
    "ChainReport",
    "Damaged",
    "DatabaseDamaged",
    "DatabaseInUse",
    "DatabaseMissing",
    "DatabaseNewer",
    "DatabaseOlder",
    "DatabaseUnreachable",
    "DocumentRefused",
    "Event",
    "EventId",
    "FileAddress",
    "HistoryPage",
    "Limits",
    "NewEvent",
    "Reader",
    "Recorded",
    "RequestMismatch",
    "ServerAddress",
    "StartRefused",
    "Store",
    "StoreDown",
    "StoreRefusal",
    "UnknownOutcome",
    "UpgradeReport",
    "Version",
    "audit",
    "by_reference",
    "campaign_of",
    "census",
    "could_not_post",
    "current",
    "open_store",
    "page",
    "parse_address",
    "posted",
    "recall",
    "record",
    "remember",
    "upgrade",
]
