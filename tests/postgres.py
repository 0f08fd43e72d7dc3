"""A PostgreSQL server of the tests' own, in a temporary folder and on a socket in it.

It needs the system's package (Debian: postgresql) and nothing else: no running server, no
port, no password. PostgreSQL refuses to run as root, so root runs it as another user.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

try:
    import pwd
except ModuleNotFoundError:  # Windows has no such list of users, and no such server in these tests
    pwd = None

NEEDED = ("initdb", "pg_ctl", "psql")


def find_programs() -> Path | None:
    """The folder with PostgreSQL's programs: the newest version's where several are installed."""
    folders = [*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/opt/homebrew/opt").glob("postgresql*/bin")]
    folders += [Path(found).parent for found in (shutil.which("initdb"),) if found]
    whole = [folder for folder in folders if all((folder / name).exists() for name in NEEDED)]
    return max(whole, key=lambda folder: [int(part) for part in folder.parts if part.isdigit()], default=None)


def programs_or_skip() -> Path:
    """The same; without them the test is skipped, or fails where everything has to be there."""
    programs = find_programs()
    if programs is not None:
        return programs
    reason = "PostgreSQL is not installed (Debian: apt install postgresql), so nothing was tested on it"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


class PostgresServer:
    """A running server."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="undercroft-postgres-"))
        self.user = _unprivileged_user()
        self._numbers = itertools.count(1)
        if self.user is not None:
            os.chown(self.folder, pwd.getpwnam(self.user).pw_uid, pwd.getpwnam(self.user).pw_gid)
        options = ("--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--username=keeper")
        self._run("initdb", f"--pgdata={self.folder / 'files'}", *options)
        self.start()

    def start(self) -> None:
        settings = (
            f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off "
            "-c full_page_writes=off -c shared_buffers=32MB -c max_connections=60"
        )
        self._control("start", "-o", settings, "-l", str(self.folder / "log"))

    def stop(self, mode: str = "immediate") -> None:
        self._control("stop", "-m", mode)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def address(self, database: str, user: str = "keeper") -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def make_database(self, template: str = "template0") -> str:
        """A database of its own for one test: its name."""
        name = f"test{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run a statement as the server's owner, beside whatever is tested: what it printed."""
        options = ("-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1")
        return self._run(
            "psql", *options, "-h", str(self.folder), "-U", "keeper", "-d", database, "-c", statement
        )

    def _control(self, verb: str, *options: str) -> None:
        self._run("pg_ctl", verb, f"--pgdata={self.folder / 'files'}", "--wait", "--silent", *options)

    def _run(self, program: str, *options: str) -> str:
        # Its output goes to files: a server that inherited a pipe would keep it open.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                [self.programs / program, *options],
                user=self.user,
                group=self.user and pwd.getpwnam(self.user).pw_gid,
                extra_groups=[] if self.user else None,
                cwd=self.folder,
                env={"PATH": os.defpath, "HOME": str(self.folder), "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=False,
            )
            output.seek(0)
            text = output.read().decode()
        assert done.returncode == 0, f"{program} {options}: {text}"
        return text.strip()


def _unprivileged_user() -> str | None:
    if os.geteuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"
