"""Serves sandboxes over HTTP: each is a folder, and its commands are plain processes. It isolates nothing."""
import base64
import hmac
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from contextlib import suppress
from glob import glob
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from select import select
from subprocess import PIPE, Popen
from urllib.parse import parse_qsl, urlsplit

LEASE, BOXES, SEEN, LOCK = 60, {}, {}, threading.Lock()
HEALTH = {"contract": "1.0", "leaseSeconds": LEASE, "providers": [
    {"name": "python", "available": True, "version": "1", "isolation": "process", "capabilities": ["STREAMING"]}]}
UNSUPPORTED = {"image", "user", "readOnlyRoot", "network", "limits", "options", "snapshot", "columns"}
# By errno.
REASONS = {2: "missing", 13: "permission", 17: "already_exists", 18: "escape", 20: "not_directory", 21: "is_directory",
           28: "no_space", 29: "special_file", 30: "read_only", 36: "bad_name", 39: "not_empty", 40: "link_loop"}


def content(path):
    with suppress(OSError), open(path, "rb") as file:
        return file.read()
    return b""  # It is gone, or another user's.


def kill(mark):
    """Kills all that has the mark in its environment, until nothing has. Asks each thread: the first may have ended."""
    mark = f"SANDBOX_MARK={mark}".encode()
    while found := {path.split("/")[2] for path in glob("/proc/[0-9]*/task/*/environ") if mark in content(path)}:
        for pid in found:
            with suppress(ProcessLookupError):
                os.kill(int(pid), 9)


def instant(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1e6):06}Z"


def present():
    return [box for box in list(BOXES.values()) if os.path.isdir(box.root)]


def sweep(reaping):
    """Removes what nobody will use any more."""
    left = [box for box in list(BOXES.values()) if box.is_left(reaping)]
    for box in left:
        box.remove()
    return {"removed": [box.id for box in left], "failures": []}


def refuse_unsupported(words):
    """Nothing that was asked for is ignored."""
    if asked := [name for name in UNSUPPORTED if words.get(name)]:
        raise ValueError(f"Not supported here: {asked}")


class Sandbox:
    """The runtime: put your own here, and into Provider.run."""

    def __init__(self, client, wanted):
        spec, now = wanted["spec"], time.time()
        refuse_unsupported({**wanted, **spec})
        self.client, self.id, self.commands = client, wanted["id"], {}
        self.workdir = os.path.normpath("/" + spec["workdir"].lstrip("/"))
        self.root = os.path.realpath(tempfile.mkdtemp(prefix="sandbox-"))
        home, self.ends = self.root + self.workdir, now + spec.get("timeToLiveSeconds", 1e9)
        os.makedirs(home, exist_ok=True)
        self.env = {"PATH": os.defpath, "HOME": home, **spec.get("env", {}), **spec.get("secrets", {})}
        self.words = {"id": self.id, "provider": "python", "version": "1", "isolation": "process", "state": "running",
                      "nativeId": self.root, "owner": wanted.get("owner", {}), "labels": spec.get("labels", {}),
                      "created": instant(now), "expires": instant(self.ends)}

    def remove(self):
        BOXES.pop(self.id, None)
        kill(f"{self.root}:")
        shutil.rmtree(self.root, ignore_errors=True)

    def is_left(self, reaping):
        """Tells whether it is over: its time, its client, its folder or, if that is asked for, its owner is gone."""
        owner = self.words["owner"]
        stat = content(f"/proc/{owner.get('dev.sandboxed.owner.pid')}/stat").rpartition(b")")[2].split()
        boot, _, start = owner.get("dev.sandboxed.owner.start", "").encode().partition(b"/")
        dead = boot == content("/proc/sys/kernel/random/boot_id").strip() and start not in stat[19:20]
        silent = time.monotonic() - SEEN[self.client] > LEASE
        return silent or time.time() > self.ends or not os.path.isdir(self.root) or reaping and dead

    def find(self, path, follow=True, parents=False):
        """Returns where a path is on the host. One that leads out of the folder, by its name or links, is refused."""
        inside = os.path.normpath(os.path.join(self.workdir, path))
        folder, name = os.path.split(os.path.normpath(self.root + inside))
        real = os.path.realpath(f"{folder}/{name}") if follow else f"{os.path.realpath(folder)}/{name}"
        climbs = not path.startswith("/") and not f"{inside}/".startswith(self.workdir.rstrip("/") + "/")
        if climbs or not f"{real}/".startswith(f"{self.root}/"):
            raise OSError(18, "It leads out of the sandbox", path)
        if parents:
            os.makedirs(os.path.dirname(real), exist_ok=True)
        return real

    def entries(self, path, depth, relative=""):
        """Yields what is known about a file and, down to a depth, about all below it."""
        stat = os.lstat(path)
        kind = {0o04: "directory", 0o10: "file", 0o12: "link"}.get(stat.st_mode >> 12, "other")
        yield {"path": "/" + os.path.relpath(path, self.root), "relativePath": relative or os.path.basename(path),
               "type": kind, "size": stat.st_size if kind == "file" else 0, "mode": stat.st_mode & 0o777,
               "modified": instant(stat.st_mtime),
               "linkTarget": os.readlink(path).removeprefix(self.root) if kind == "link" else None}
        for name in sorted(os.listdir(path)) if depth and (kind == "directory" or not relative) else []:
            with suppress(FileNotFoundError):  # Somebody inside may delete it meanwhile.
                yield from self.entries(os.path.join(path, name), depth - 1, os.path.join(relative, name))

    def write(self, path, mode, body):
        """Replaces a file at once, and keeps its mode."""
        mode = int(mode or (os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o644))
        with tempfile.TemporaryDirectory(dir=os.path.dirname(path), prefix=".sandboxed-") as draft:
            with open(f"{draft}/file", "wb") as file:
                shutil.copyfileobj(body, file)
            os.chmod(f"{draft}/file", mode)
            os.replace(f"{draft}/file", path)

    def delete(self, path, deep):
        is_folder = os.path.isdir(path) and not os.path.islink(path)
        (os.remove if not is_folder else shutil.rmtree if deep else os.rmdir)(path)

    def link(self, path, target):
        if os.path.lexists(path):
            os.remove(path)
        os.symlink(self.root + target if target.startswith("/") else target, path)

    def signal(self, command, number):
        if child := self.commands.get(command):
            child.send_signal(number)

    def feed(self, command, data, end):
        """Writes to a command. What it does not take before its end is dropped."""
        if child := self.commands.get(command):
            with suppress(BrokenPipeError):
                while data and child.poll() is None:
                    if select([], [child.stdin], [], 0.1)[1]:
                        data = data[child.stdin.write(data[:4096]):]
            if end:
                child.stdin.close()


class Provider(BaseHTTPRequestHandler):
    protocol_version, disable_nagle_algorithm, late = "HTTP/1.1", True, False

    def serve(self):
        try:
            status, words = self.respond()
        except ConnectionError:
            status, self.close_connection = 0, True
        except OSError as e:
            path, status = str(e.filename).removeprefix(self.box.root if self.box else ""), 404 if e.errno == 2 else 409
            words = {"code": "sandbox-file-not-found" if e.errno == 2 else "sandbox-file", "path": path,
                     "reason": REASONS.get(e.errno, "other"), "what": f"{e.strerror}: '{path}'"}
        except (AttributeError, LookupError, TypeError, ValueError) as e:
            status, words = 400, {"code": "bad-request", "what": f"{type(e).__name__}: {e}"}
        if status:
            with suppress(ConnectionError):
                self.answer(status, b"" if words is None else json.dumps(words).encode())

    do_GET = do_POST = do_PUT = do_DELETE = serve

    def respond(self):
        """Returns the status and the words of the answer; no status if it was given already."""
        self.box = None
        if not hmac.compare_digest(self.headers.get("Authorization", "").encode(), f"Bearer {TOKEN}".encode()):
            self.close_connection = True
            return 401, {"code": "unauthorized", "what": "The token is missing or wrong"}
        url, self.client, self.body = urlsplit(self.path), self.headers.get("Sandboxed-Client", ""), self.received()
        if not 16 <= len(self.client) <= 128:
            raise ValueError("Sandboxed-Client must have 16 to 128 characters")
        SEEN[self.client], self.query = time.monotonic(), dict(parse_qsl(url.query, True))
        what, *path = url.path.split("/")[2:]
        if path:
            self.box, what, self.name = BOXES.get(path[0]), ["sandbox", *path[1::2]][-1], "".join(path[2:3])
            if not self.box or self.box.client != self.client or not os.path.isdir(self.box.root):
                return 404, {"code": "sandbox-not-found", "what": f"There is no sandbox '{path[0]}'"}
        words = ROUTES[f"{self.command} {what}"](self)
        return words if isinstance(words, tuple) else (204 if words is None else 200, words)

    def received(self):
        """Returns what was sent, as a file."""
        file, chunked = tempfile.SpooledTemporaryFile(1 << 20), "Transfer-Encoding" in self.headers
        file.write(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        while chunked:
            size = int(self.rfile.readline(), 16)
            file.write(self.rfile.read(size + 2)[:size])
            chunked = size > 0
        file.seek(0)
        return file

    def answer(self, status, data=b"", **headers):
        self.send_response_only(status)
        for name, value in (headers or {"Content_Length": len(data)}).items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(data)

    def words(self):
        return json.load(self.body, object_hook=lambda words: {k: v for k, v in words.items() if v is not None})

    def find(self, name="path", follow=False, parents=False):
        return self.box.find(self.query[name], follow, parents)

    def find_plain(self, parents=False):
        """Returns where a file is; one that is a pipe or a device, whose opening may wait for ever, is refused."""
        path = self.find("path", True, parents)
        if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
            raise OSError(29, "It is not a plain file", path)
        return path

    def create(self):
        wanted = self.words()
        if wanted.get("provider", "python") != "python":
            raise ValueError("There is no such provider here, only 'python'")
        with LOCK:
            box = BOXES[wanted["id"]] = BOXES.get(wanted["id"]) or Sandbox(self.client, wanted)
        if box.client != self.client:
            raise ValueError("The id is taken")
        return 201, box.words

    def read(self):
        with open(self.find_plain(), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            self.answer(200, Content_Length=size)
            self.close_connection = size > 0 and self.connection.sendfile(file, 0, size) < size
        return 0, None

    def send(self, kind, data):
        self.wfile.write(bytes([kind]) + len(data).to_bytes(4, "big") + data)

    def event(self, **words):
        self.send(0, json.dumps(words).encode())
        return 0, None

    def run(self):
        """Starts a command; one that cannot be executed ends as it would in a shell."""
        words, box = self.words(), self.box
        refuse_unsupported(words)
        if words["id"] in box.commands:
            raise ValueError("There is such a command already")
        given, timeout = base64.b64decode(words.get("input", "")), float(words["timeoutSeconds"])
        cwd, mark = box.find(words.get("cwd") or box.workdir), f"{box.root}:{words['id']}"
        env = {**box.env, **words.get("env", {}), "SANDBOX_MARK": mark}
        try:
            child = Popen(words["argv"], 0, None, PIPE, PIPE, PIPE, cwd=cwd, env=env, start_new_session=True)
        except OSError as e:
            if e.filename == cwd:
                raise
            if not (code := {2: 127, 20: 127, 8: 126, 13: 126}.get(e.errno)):
                return 422, {"code": "command-start", "what": f"The command cannot be started: {e.strerror}"}
            child = Popen(["/bin/sh", "-c", f"exit {code}"], 0, None, PIPE, PIPE, PIPE, cwd=cwd, env=env)
        box.commands[words["id"]] = child
        if not words.get("inputFollows"):
            threading.Thread(target=box.feed, args=[words["id"], given, True], daemon=True).start()
        timer = threading.Timer(timeout, self.expire, [child, f"{mark}\0"])
        timer.daemon = True
        timer.start()
        try:
            self.answer(200, Content_Type="application/vnd.sandboxed.frames", Connection="close")
            return self.follow(child, timer)
        finally:
            timer.cancel()
            if child.poll() is None:
                kill(f"{mark}\0")
            box.commands.pop(words["id"])

    def expire(self, child, mark):
        if child.poll() is None:
            self.late = True
            kill(mark)

    def follow(self, child, timer):
        """Sends what becomes of a command, until it ends or nobody listens. What it left running holds nothing up."""
        began, ended, streams, self.close_connection = time.monotonic(), False, {child.stdout: 1, child.stderr: 2}, True
        self.event(started=True)
        with open(os.pidfd_open(child.pid)) as end:
            while not ended and BOXES.get(self.box.id) is self.box:
                ready = select([*streams, end, self.connection], [], [], 5)[0]
                if self.connection in ready:
                    raise ConnectionError("Nobody listens any more")
                if not ready:
                    self.event()
                if ended := end in ready:
                    ready = select([*streams], [], [], 0)[0]  # What it has written last.
                for stream in ready:
                    if data := stream.read(1 << 20):
                        self.send(streams[stream], data)
                    else:
                        del streams[stream]
        timer.cancel()
        timer.join()
        if BOXES.get(self.box.id) is not self.box:
            return self.event(error={"code": "sandbox-destroyed", "what": "The sandbox is gone"})
        code, took = -9 if self.late else child.wait(), time.monotonic() - began
        outcome = "timed_out" if self.late else "signaled" if code < 0 else "exited"
        return self.event(outcome=outcome, exitCode=code if code >= 0 else 128 - code, seconds=took)


ROUTES = {
    "GET health": lambda r: HEALTH,
    "POST heartbeat": lambda r: {"sandboxes": [box.id for box in present() if box.client == r.client]},
    "POST reap": lambda r: sweep(True),
    "GET sandboxes": lambda r: {"sandboxes": [box.words for box in present()]},
    "POST sandboxes": Provider.create,
    "GET sandbox": lambda r: r.box.words,
    "DELETE sandbox": lambda r: r.box.remove(),
    "POST commands": Provider.run,
    "POST input": lambda r: r.box.feed(r.name, r.body.read(), "end" in r.query),
    "POST signal": lambda r: r.box.signal(r.name, int(r.query["number"])),
    "DELETE commands": lambda r: kill(f"{r.box.root}:{r.name}\0"),
    "GET file": Provider.read,
    "PUT file": lambda r: r.box.write(r.find_plain(True), r.query.get("mode"), r.body),
    "DELETE file": lambda r: r.box.delete(r.find(), "all" in r.query),
    "GET entry": lambda r: next(r.box.entries(r.find(), 0)),
    "GET entries": lambda r: {"entries": [*r.box.entries(r.find("path", True), int(r.query.get("depth", 1)))][1:]},
    "POST directory": lambda r: os.makedirs(r.find("path", True), exist_ok=True),
    "POST move": lambda r: os.replace(r.find("from"), r.find("to", False, True)),
    "POST mode": lambda r: os.chmod(r.find("path", True), int(r.query["mode"])),
    "POST link": lambda r: r.box.link(r.find("path", False, True), r.query["target"]),
}
if __name__ == "__main__":
    TOKEN = os.environ.get("SANDBOX_HTTP_TOKEN") or sys.exit("Set SANDBOX_HTTP_TOKEN to what clients have to send")
    os.umask(0o022)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    ThreadingHTTPServer.request_queue_size = 128
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        while True:
            time.sleep(1)
            sweep(False)
    finally:
        for left in list(BOXES.values()):
            left.remove()
