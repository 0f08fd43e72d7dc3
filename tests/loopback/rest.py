"""The REST interface: every route that the bot may use, with the rules of answering.

A route is named after its method here; faults and counts of requests speak of it by that name.
"""

from __future__ import annotations

from tests.loopback import records, rules
from tests.loopback.calls import NOTHING, Call, Refused, Router, route
from tests.loopback.records import Answer, Message
from tests.loopback.rules import EPHEMERAL, FLAGS_OF_CREATION, FLAGS_OF_EDIT, LOADING, Draft
from tests.loopback.world import ATTACH, MANAGE_THREADS, PLAYER, Json, snowflake

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK = 10003, 10008, 10062, 10015
ACKNOWLEDGED, TOO_MANY_FOLLOW_UPS, TOO_LARGE, DEAD_TOKEN = 40060, 40094, 40005, 50027
NO_ACCESS, NO_PERMISSION, ARCHIVED = 50001, 50013, 50083

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
COMMANDS = "/applications/{application_id}/commands"
GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
MESSAGES = "/channels/{channel_id}/messages"


class Rest(Router):
    """Answers the bot's requests and judges them on the way."""

    # -- Who and where -------------------------------------------------------------------

    @route("GET", "/gateway/bot")
    def gateway(self, call: Call) -> object:
        limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
        return {"url": self.loopback.resume_url, "shards": self.loopback.shards, "session_start_limit": limit}

    @route("GET", "/users/@me")
    def me(self, call: Call) -> object:
        return {**self.loopback.me.payload(), "mfa_enabled": False, "locale": "en-GB", "verified": True}

    @route("GET", "/oauth2/applications/@me")
    def application(self, call: Call) -> object:
        me = self.loopback.me
        nothing = ("icon", "interactions_endpoint_url", "role_connections_verification_url", "team", "type")
        counts = ("guild_count", "user_install_count", "user_authorization_count")
        return {
            **dict.fromkeys(nothing),
            **{f"approximate_{count}": 1 for count in counts},
            "id": str(me.id),
            "name": me.name,
            "description": "",
            "verify_key": "0" * 64,
            "flags": 0,
            "flags_new": "0",
            "redirect_uris": [],
            "bot_public": True,
            "bot_require_code_grant": False,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
            "owner": self.loopback.owner.payload(),
        }

    # -- Commands ------------------------------------------------------------------------

    @route("PUT", COMMANDS)
    def put_commands(self, call: Call) -> object:
        return self._store(call, None)

    @route("PUT", GUILD_COMMANDS)
    def put_guild_commands(self, call: Call) -> object:
        return self._store(call, int(call.parts["guild_id"]))

    @route("GET", COMMANDS)
    def get_commands(self, call: Call) -> object:
        return self.loopback.commands.get(None, [])

    @route("GET", GUILD_COMMANDS)
    def get_guild_commands(self, call: Call) -> object:
        return self.loopback.commands.get(int(call.parts["guild_id"]), [])

    def _store(self, call: Call, scope: int | None) -> list[Json]:
        self.refuse(call, rules.command_faults(call.body))
        kept = self.loopback.commands
        known = {(entry["type"], entry["name"]): entry["id"] for entry in kept.get(scope, [])}
        kept[scope] = [self._stored(entry, known, scope) for entry in call.body]
        return kept[scope]

    def _stored(self, entry: Json, known: dict[tuple[int, str], str], scope: int | None) -> Json:
        kind, permissions = entry.get("type", rules.SLASH), entry.get("default_member_permissions")
        return {
            "description": "",
            **{key: value for key, value in entry.items() if value is not None},
            "id": known.get((kind, entry["name"])) or str(snowflake()),
            "application_id": str(self.loopback.me.id),
            "version": str(snowflake()),
            "type": kind,
            "default_member_permissions": None if permissions is None else str(permissions),
            **({} if scope is None else {"guild_id": str(scope)}),
        }

    # -- Answers to interactions ---------------------------------------------------------

    @route("POST", CALLBACK, guarded=False)
    def callback(self, call: Call) -> object:
        answer = self._interaction(call)
        kind, body = call.body["type"], call.body.get("data") or {}
        if kind not in records.ALLOWED_CALLBACKS[answer.interaction["type"]]:
            self.refuse(call, [f"callback {kind} to an interaction of type {answer.interaction['type']}"])
        if kind == records.AUTOCOMPLETE:
            self.refuse(call, rules.choice_faults(body.get("choices") or [], answer.focused_type))
        elif kind == records.MODAL:
            self.refuse(call, rules.modal_faults(body))
        elif kind == records.UPDATE:
            self._edit(call, answer.source, body, answer)
        elif kind == records.MESSAGE:
            answer.original = self._create(call, answer.channel_id, body, answer, EPHEMERAL)
        elif kind == records.DEFERRED:
            self.refuse(call, rules.flag_faults(body.get("flags") or 0, EPHEMERAL))
            self._enter(answer.channel_id, answer, is_private=bool((body.get("flags") or 0) & EPHEMERAL))
            loading = {"flags": (body.get("flags") or 0) | LOADING}
            answer.original = self.loopback.keep(Message(answer.channel_id, self.loopback.me, loading))
        if kind in {records.UPDATE, records.DEFERRED_UPDATE}:
            answer.original = answer.source
        answer.callback, answer.body, answer.after = kind, body, self.loopback.now() - answer.at
        return (
            self._callback_answer(answer, kind)
            if call.query.get("with_response") in {"1", "true"}
            else NOTHING
        )

    def _interaction(self, call: Call) -> Answer:
        """The one that a callback answers, if it may still be answered."""
        answer = self.loopback.answers.get(call.parts["interaction_id"])
        if answer is None or answer.interaction["token"] != call.parts["interaction_token"]:
            self.loopback.violated("callback", "answered an interaction that never was")
            raise Refused(404, UNKNOWN_INTERACTION, "Unknown interaction")
        if answer.callback is not None:
            answer.refusals.append(ACKNOWLEDGED)
            raise Refused(400, ACKNOWLEDGED, "Interaction has already been acknowledged.")
        late = self.loopback.now() - answer.at
        if late > self.loopback.deadline:
            answer.refusals.append(UNKNOWN_INTERACTION)
            self.loopback.violated("callback", f"answered after {late:.1f} s")
            raise Refused(404, UNKNOWN_INTERACTION, "Unknown interaction")
        return answer

    def _callback_answer(self, answer: Answer, kind: int) -> Json:
        interaction: Json = {"id": answer.id, "type": answer.interaction["type"]}
        message = answer.original
        if message is None:
            return {"interaction": interaction}
        interaction |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral,
        }
        if kind not in {records.MESSAGE, records.UPDATE}:
            return {"interaction": interaction}
        return {"interaction": interaction, "resource": {"type": kind, "message": message.payload()}}

    def _webhook(self, call: Call) -> Answer:
        """The interaction that a webhook's token belongs to, once it has been answered."""
        answer = self.loopback.by_token.get(call.parts["webhook_token"])
        if answer is None or answer.callback in {None, records.AUTOCOMPLETE}:
            if answer is not None:
                self.loopback.violated(call.route.name, "came before the interaction was answered")
            raise Refused(404, UNKNOWN_WEBHOOK, "Unknown Webhook")
        if self.loopback.now() - answer.at > self.loopback.lifetime:
            answer.refusals.append(DEAD_TOKEN)
            raise Refused(401, DEAD_TOKEN, "Invalid Webhook Token")
        return answer

    @route("POST", WEBHOOK, guarded=False)
    def follow_up(self, call: Call) -> object:
        answer, body = self._webhook(call), call.body
        if answer.original is not None and answer.original.loading and not answer.original.deleted:
            # The first follow-up takes the place of "is thinking", and its visibility.
            if bool((body.get("flags") or 0) & EPHEMERAL) != answer.original.ephemeral:
                self.loopback.violated("follow_up", "asks for another visibility than its defer had")
            flags = (body.get("flags") or 0) & ~EPHEMERAL
            body = {**body, "flags": flags}
            return self._edit(call, answer.original, body, answer, FLAGS_OF_CREATION).payload()
        if answer.of_user_install and len(answer.follow_ups) >= 5:
            raise Refused(400, TOO_MANY_FOLLOW_UPS, "Maximum number of follow up messages reached")
        message = self._create(call, answer.channel_id, body, answer, EPHEMERAL)
        answer.follow_ups.append(message)
        return message.payload() if call.query.get("wait") in {"1", "true"} else NOTHING

    @route("GET", WEBHOOK + "/messages/@original", guarded=False)
    def get_original(self, call: Call) -> object:
        return self._original(call).payload()

    @route("PATCH", WEBHOOK + "/messages/@original", guarded=False)
    def edit_original(self, call: Call) -> object:
        return self._edit(call, self._original(call), call.body, self._webhook(call)).payload()

    @route("DELETE", WEBHOOK + "/messages/@original", guarded=False)
    def delete_original(self, call: Call) -> object:
        self._original(call).deleted = True
        return NOTHING

    def _original(self, call: Call) -> Message:
        original = self._webhook(call).original
        if original is None or original.deleted:
            raise Refused(404, UNKNOWN_MESSAGE, "Unknown Message")
        return original

    @route("GET", WEBHOOK + "/messages/{message_id}", guarded=False)
    def get_follow_up(self, call: Call) -> object:
        return self._followed(call).payload()

    @route("PATCH", WEBHOOK + "/messages/{message_id}", guarded=False)
    def edit_follow_up(self, call: Call) -> object:
        return self._edit(call, self._followed(call), call.body, self._webhook(call)).payload()

    @route("DELETE", WEBHOOK + "/messages/{message_id}", guarded=False)
    def delete_follow_up(self, call: Call) -> object:
        self._followed(call).deleted = True
        return NOTHING

    def _followed(self, call: Call) -> Message:
        for message in self._webhook(call).messages:
            if str(message.id) == call.parts["message_id"]:
                return message
        raise Refused(404, UNKNOWN_MESSAGE, "Unknown Message")

    # -- Messages ------------------------------------------------------------------------

    @route("POST", MESSAGES)
    def post_message(self, call: Call) -> object:
        channel_id = int(call.parts["channel_id"])
        if self.loopback.channel_of(channel_id) is None:
            raise Refused(404, UNKNOWN_CHANNEL, "Unknown Channel")
        return self._create(call, channel_id, call.body, None, 0).payload()

    @route("GET", MESSAGES + "/{message_id}")
    def get_message(self, call: Call) -> object:
        return self._posted(call).payload()

    @route("PATCH", MESSAGES + "/{message_id}")
    def edit_message(self, call: Call) -> object:
        return self._edit(call, self._posted(call), call.body).payload()

    @route("DELETE", MESSAGES + "/{message_id}")
    def delete_message(self, call: Call) -> object:
        self._posted(call).deleted = True
        return NOTHING

    def _posted(self, call: Call) -> Message:
        message = self.loopback.messages.get(int(call.parts["message_id"]))
        if message is None or message.deleted or message.ephemeral:
            raise Refused(404, UNKNOWN_MESSAGE, "Unknown Message")
        return message

    def _create(
        self, call: Call, channel_id: int, body: Json, answer: Answer | None, more_flags: int
    ) -> Message:
        flags = rules.flag_faults(body.get("flags") or 0, FLAGS_OF_CREATION | more_flags)
        self._enter(channel_id, answer, is_private=bool((body.get("flags") or 0) & EPHEMERAL))
        self._judge(call, Draft(body, call.files, limit=_limit(answer)), answer, body, flags)
        message = Message(channel_id, self.loopback.me, body, call.files, self.loopback.address)
        return self.loopback.keep(message)

    def _enter(self, channel_id: int, answer: Answer | None, *, is_private: bool) -> None:
        """Refuse a message to a locked thread; open an archived one for it, as Discord does.

        What one person alone sees changes nothing in the thread, and is taken everywhere.
        """
        channel = self.loopback.channel_of(channel_id)
        if channel is None or is_private or not (channel.archived or channel.locked):
            return
        may_open = bool((answer.app_permissions if answer else PLAYER) & MANAGE_THREADS)
        if channel.locked and not may_open:
            raise _closed(answer)
        channel.archived = False
        self.loopback.tell_soon(channel)

    def _edit(
        self,
        call: Call,
        message: Message | None,
        body: Json,
        answer: Answer | None = None,
        allowed: int = FLAGS_OF_EDIT,
    ) -> Message:
        assert message is not None
        channel = self.loopback.channel_of(message.channel_id)
        if channel is not None and (channel.archived or channel.locked) and not message.ephemeral:
            raise _closed(answer)
        flags = rules.flag_faults(body.get("flags") or 0, allowed)
        merged = {**message.body, **body, "flags": message.flags | (body.get("flags") or 0)}
        draft = Draft(merged, call.files, message.kept(body), _limit(answer))
        self._judge(call, draft, answer, body, flags)
        message.change(body, call.files)
        message.address = self.loopback.address
        return message

    def _judge(self, call: Call, draft: Draft, answer: Answer | None, body: Json, faults: list[str]) -> None:
        for fault in (too_large := rules.size_faults(draft)):
            self.loopback.violated(call.route.name, fault)
        if too_large:
            raise Refused(413, TOO_LARGE, "Request entity too large")
        if draft.files and answer is not None and not answer.app_permissions & ATTACH:
            self.loopback.violated(call.route.name, "a file without the permission Attach Files")
            raise Refused(403, NO_PERMISSION, "Missing Permissions")
        for law in rules.message_laws(Draft(body, draft.files)):
            self.loopback.violated(call.route.name, law)
        self.refuse(call, [*faults, *rules.message_faults(draft)])


def _limit(answer: Answer | None) -> int:
    return rules.FILE_LIMIT if answer is None else answer.file_limit


def _closed(answer: Answer | None) -> Refused:
    """How Discord refuses to write into a thread that is closed; a program that is no member learns less."""
    if answer is not None and answer.of_user_install:
        return Refused(403, NO_ACCESS, "Missing Access")
    return Refused(403, ARCHIVED, "Thread is archived")
