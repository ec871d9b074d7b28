# Does what everybody does with E2B's SDK, and prints a line for each thing that went as it should. Ends at the first that does not.
import re
import sys
import threading
import time
import traceback

import e2b
from e2b import PtySize, Sandbox, SandboxQuery


def check(action):
    name = action.__name__.replace("_", " ")
    try:
        action()
    except BaseException:
        print(name, file=sys.stderr)
        traceback.print_exc()
        sys.stdout.flush()
        sys.exit(1)
    print(name, flush=True)


def raises(kind, action):
    try:
        action()
    except kind as failure:
        return failure
    raise AssertionError(f"no {kind.__name__}")


def eventually(what, condition):
    deadline = time.monotonic() + 15
    while not condition():
        assert time.monotonic() < deadline, f"not within 15 s: {what}"
        threading.Event().wait(0.01)


sandbox = None


@check
def create():
    global sandbox
    sandbox = Sandbox.create(timeout=60, metadata={"suite": "py ü&="}, envs={"GIVEN": "at birth"})
    assert re.fullmatch("i[a-z0-9]{20}", sandbox.sandbox_id)
    assert sandbox.is_running()


@check
def run_with_streams():
    out, err = [], []
    result = sandbox.commands.run(
        'echo "$GIVEN $MORE"; echo oops >&2', envs={"MORE": "later"}, on_stdout=out.append, on_stderr=err.append
    )
    assert result.exit_code == 0
    assert result.stdout == "at birth later\n"
    assert "".join(out) == "at birth later\n"
    assert "".join(err) == "oops\n"


@check
def exit_code():
    failure = raises(e2b.CommandExitException, lambda: sandbox.commands.run("echo half; exit 7"))
    assert (failure.exit_code, failure.stdout) == (7, "half\n")


@check
def a_megabyte_of_output():
    assert len(sandbox.commands.run("head -c 1048576 /dev/zero | tr '\\0' x").stdout) == 1048576


@check
def directory_of_a_command():
    sandbox.files.make_dir("deep/er")
    assert sandbox.commands.run("pwd", cwd="deep/er").stdout.endswith("/deep/er\n")
    raises(e2b.InvalidArgumentException, lambda: sandbox.commands.run("pwd", cwd="nowhere"))


@check
def stdin():
    handle = sandbox.commands.run("cat", background=True, stdin=True)
    sandbox.commands.send_stdin(handle.pid, "one ")
    sandbox.commands.send_stdin(handle.pid, "two")
    sandbox.commands.close_stdin(handle.pid)
    assert handle.wait().stdout == "one two"


@check
def background_list_and_kill():
    handle = sandbox.commands.run("sleep 1000; echo never", background=True)
    assert any(one.pid == handle.pid and "sleep 1000; echo never" in one.args for one in sandbox.commands.list())
    assert handle.kill()
    failure = raises(e2b.CommandExitException, handle.wait)
    assert (failure.exit_code, failure.error) == (-1, "signal: killed")
    assert not sandbox.commands.kill(handle.pid)


@check
def connect_to_a_command():
    first = sandbox.commands.run("read line; echo got $line", background=True, stdin=True)
    first.disconnect()
    second = sandbox.commands.connect(first.pid)
    sandbox.commands.send_stdin(first.pid, "it\n")
    assert second.wait().stdout == "got it\n"


@check
def command_timeout():
    raises(e2b.TimeoutException, lambda: sandbox.commands.run("sleep 1000", timeout=0.3))


@check
def unknown_user():
    raises(e2b.AuthenticationException, lambda: sandbox.commands.run("true", user="nobody-here"))


@check
def write_and_read_files():
    assert sandbox.files.write("notes/a b ü.txt", "text ✓").name == "a b ü.txt"
    assert sandbox.files.read("notes/a b ü.txt") == "text ✓"
    content = bytes(index % 251 for index in range(300_000))
    sandbox.files.write_files([{"path": "notes/bytes", "data": content}, {"path": "notes/empty", "data": ""}])
    assert bytes(sandbox.files.read("notes/bytes", format="bytes")) == content
    assert sandbox.files.read("notes/empty") == ""
    assert sandbox.commands.run('cat "notes/a b ü.txt"').stdout == "text ✓"


@check
def list_look_at_and_find_files():
    names = sorted(f"{one.type.value} {one.name} {one.size}" for one in sandbox.files.list("notes"))
    assert names == ["file a b ü.txt 8", "file bytes 300000", "file empty 0"], names
    assert sandbox.files.get_info("notes").type.value == "dir"
    assert sandbox.files.exists("notes/empty")
    assert not sandbox.files.exists("notes/absent")
    raises(e2b.NotFoundException, lambda: sandbox.files.read("notes/absent"))
    assert not sandbox.files.make_dir("notes")


@check
def rename_and_remove_files():
    sandbox.files.rename("notes/empty", "moved/full")
    assert not sandbox.files.exists("notes/empty")
    assert sandbox.files.exists("moved/full")
    sandbox.files.remove("moved")
    sandbox.files.remove("moved")
    assert not sandbox.files.exists("moved")


@check
def watch_a_folder():
    seen = []

    def saw(*events):
        seen.extend(f"{one.type.value} {one.name}" for one in watch.get_new_events())
        return all(event in seen for event in events)

    sandbox.files.make_dir("watched")
    watch = sandbox.files.watch_dir("watched")
    sandbox.files.write("watched/new.txt", "x")
    eventually("events of the new file", lambda: saw("create new.txt", "write new.txt"))
    sandbox.files.remove("watched/new.txt")
    eventually("an event of its end", lambda: saw("remove new.txt"))
    watch.stop()


@check
def terminal():
    shown = bytearray()
    opened = sandbox.pty.create(PtySize(rows=24, cols=80))
    ends = []

    def listen():
        try:
            opened.wait(on_pty=shown.extend)
        except e2b.CommandExitException as failure:
            ends.append(failure.exit_code)

    listener = threading.Thread(target=listen)
    listener.start()
    sandbox.pty.send_stdin(opened.pid, b"stty size\n")
    eventually("the first size", lambda: b"24 80" in shown)
    sandbox.pty.resize(opened.pid, PtySize(rows=33, cols=111))
    sandbox.pty.send_stdin(opened.pid, b"stty size\n")
    eventually("the second size", lambda: b"33 111" in shown)
    sandbox.pty.send_stdin(opened.pid, b"exit 5\n")
    listener.join(15)
    assert ends == [5], ends


@check
def list_sandboxes_by_metadata():
    def find(suite):
        return [one.sandbox_id for one in Sandbox.list(query=SandboxQuery(metadata={"suite": suite})).next_items()]

    assert find("py ü&=") == [sandbox.sandbox_id]
    assert find("another") == []


@check
def lifetime():
    sandbox.set_timeout(120)
    info = sandbox.get_info()
    left = info.end_at.timestamp() - time.time()
    assert 100 < left <= 121, left
    assert info.metadata == {"suite": "py ü&="}


@check
def pause_and_resume():
    handle = sandbox.commands.run(
        "while :; do read -r line || exit; echo again $line; done", background=True, stdin=True
    )
    sandbox.pause()
    assert not sandbox.is_running()
    assert Sandbox.get_info(sandbox.sandbox_id).state.value == "paused"
    same = Sandbox.connect(sandbox.sandbox_id)
    assert same.is_running()
    assert same.files.read("notes/a b ü.txt") == "text ✓"
    listening = same.commands.connect(handle.pid)
    same.commands.send_stdin(handle.pid, "here\n")
    assert next(iter(listening))[0] == "again here\n"
    listening.kill()


@check
def snapshot():
    made = sandbox.create_snapshot()
    other = Sandbox.create(made.snapshot_id)
    assert other.files.read("notes/a b ü.txt") == "text ✓"
    other.kill()
    assert Sandbox.delete_snapshot(made.snapshot_id)
    raises(Exception, lambda: Sandbox.create(made.snapshot_id))


@check
def kill():
    assert sandbox.kill()
    assert not sandbox.kill()
    assert not sandbox.is_running()


@check
def wrong_key():
    raises(e2b.AuthenticationException, lambda: Sandbox.create(api_key="e2b_0000"))


@check
def unknown_sandbox():
    raises(e2b.SandboxNotFoundException, lambda: Sandbox.connect("i0000000000000000000"))
    raises(e2b.SandboxNotFoundException, lambda: Sandbox.get_info("i0000000000000000000"))
