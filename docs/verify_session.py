"""Recompute a published session as docs/fair-dice.md says it, with Python alone: verify_session.py FILE."""

import hashlib, hmac, itertools, json, pathlib, sys


def need(fits, words):
    if not fits:
        sys.exit(f"This is not what was recorded: {words}")


def throw(seed, label, number, sides):
    for attempt in itertools.count():
        text = f"{label}:{number}:{attempt}" if attempt else f"{label}:{number}"
        drawn = int.from_bytes(hmac.digest(seed, text.encode(), "sha256"), "big")
        if drawn < 2**256 - 2**256 % sides:
            return drawn % sides + 1


def dice_of(outcome):
    return outcome["dice"] + [die for child in outcome["children"] for die in dice_of(child)]


def check_dice(file, row, head, document, where):
    whole, thrown = json.loads(row.get("whole", "{}")), {"open": 0, "secret": 0}
    label = head["request"].split(":")[0] + (" " + file["words"] if file["words"] else "")
    for die in dice_of(whole.get("whole") or document["outcome"]):
        source = "open" if head["audience"] == "everyone" and not die.get("screened") else "secret"
        number, thrown[source], sides = thrown[source], thrown[source] + 1, die["sides"]
        if not die.get("hidden") and (source == "open" or whole):
            face = throw(bytes.fromhex(file["seeds"][source]), label, number, sides)
            need(die["face"] in {face, face % sides if sides in {10, 100} else face}, f"{where}, a d{sides}")


def check(file):
    for name, seed in file["seeds"].items():
        need(hashlib.sha256(bytes.fromhex(seed)).hexdigest() == file["promises"][name], f"the {name} seed")
    told = {f"{name}_promise": promise for name, promise in file["promises"].items()}
    previous, seq = bytes.fromhex(file["previous"]), 0
    for place, row in enumerate(file["events"]):
        where, seals = f"row {place + 1}", b""
        for part in ("open", "whole"):
            sealed = bytes.fromhex(row.get(f"{part}_salt", "")) + row.get(part, "").encode()
            seals += hashlib.sha256(sealed).digest() if part in row else bytes.fromhex(row[f"{part}_seal"])
        previous = hashlib.sha256(b"undercroft event 1\n" + previous + seals).digest()
        need(previous.hex() == row["hash"], f"{where}, its hash")
        head, document = map(json.loads, row.get("open", "{}\n{}").split("\n"))
        seq = seq + 1 if place else head.get("seq")
        need(head.get("seq", seq) == seq, f"{where}, its number")
        opening = {**told, "session": file["session"], "words": file["words"]}
        need(place or (head.get("kind"), document) == ("session.open", opening), f"{where}, what it promised")
        if "outcome" in document and not document.get("by_hand"):
            check_dice(file, row, head, document, where)
    told = {"session": file["session"], "open_seed": file["seeds"]["open"]}
    need((head.get("kind"), document) == ("session.close", told), f"{where}, the closing")
    print("Everything in this file is as it was recorded.")


if __name__ == "__main__":
    check(json.loads(pathlib.Path(sys.argv[1]).read_bytes()))
