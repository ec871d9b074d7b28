"""The smallest service of docs/http.md: each sandbox is a bubblewrap of its own, which every process in it enters."""
import contextlib, hmac, json, os, select, signal, struct, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from subprocess import PIPE, Popen

if len(sys.argv) < 2 or not os.getenv("SANDBOX_HTTP_TOKEN"): sys.exit("usage: SANDBOX_HTTP_TOKEN=... provider.py PORT")
TOKEN, LEASE, LARGEST, BOXES, SEEN = f"Bearer {os.environ['SANDBOX_HTTP_TOKEN']}".encode(), 60, 1 << 20, {}, {}
HEALTH = {"contract": "1.0", "leaseSeconds": LEASE, "providers": [{"name": "python", "version": "1", "available": True,
          "processesOnly": True, "isolation": "namespace", "capabilities": ["STREAMING", "NETWORK_NONE"]}]}
FAULTS = {KeyError: (404, "sandbox-not-found"), PermissionError: (401, "unauthorized"), BrokenPipeError: (200, "over")}
MAKE = """bwrap --unshare-all --uid 0 --gid 0 --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib
    --symlink usr/lib64 /lib64 --ro-bind-try /etc/alternatives /etc/alternatives --dir /tmp --dev /dev --proc /proc
    --remount-ro /proc""".split()
ENTER = "nsenter --preserve-credentials -U -m -u -i -n -p -t {} setpriv --nnp --bounding-set=-all --inh-caps=-all"


class Sandbox:  # The runtime: put your own here.
    def __init__(self, client, id, owner, spec, provider="python"):
        if spec not in ({}, {"network": {"mode": "none"}}): raise ValueError(f"Not supported here: {spec}")
        self.bwrap, self.inputs = Popen([*MAKE, "sh", "-c", "echo; cat"], 0, None, PIPE, PIPE, env={}), {}
        self.bwrap.stdout.read(1)  # Now all is in its place. The `cat` inside reads from us, and so ends with us.
        self.first = open(f"/proc/{self.bwrap.pid}/task/{self.bwrap.pid}/children").read().strip()
        self.words, BOXES[client, id] = {"id": id, "owner": owner, "nativeId": self.first}, self

    def run(self, id, argv):
        child = Popen([*ENTER.format(self.first).split(), *argv], 0, None, PIPE, PIPE, PIPE, env={})
        self.inputs[id], streams = child.stdin, {child.stdout: 1, child.stderr: 2}
        yield 0, b'{"started": true}'
        while streams:
            for stream in select.select([*streams], [], [], 5)[0]:
                yield streams[stream] if (data := stream.read(1 << 16)) else streams.pop(stream), data
            yield 0, b"{}"
        yield 0, b'{"outcome": "exited", "exitCode": %d}' % (child.wait() % 256)

    def remove(self):
        if self.bwrap.poll() is None: os.kill(int(self.first), signal.SIGKILL)  # All others inside die with it.
        self.bwrap.wait()


class Service(BaseHTTPRequestHandler):
    def answer(self):
        status, words = 200, {}
        try:
            if not hmac.compare_digest(str(self.headers["Authorization"]).encode(), TOKEN): raise PermissionError
            client, size = self.headers["Sandboxed-Client"], int(self.headers["Content-Length"] or 0)
            if not 0 <= size <= LARGEST or len(client) < 16: raise ValueError(f"Over {LARGEST} bytes, or no secret")
            SEEN[client], body = time.monotonic(), self.rfile.read(size)
            sweep(LEASE)
            match [self.command, *self.path.split("/")[2:]]:
                case ["GET", "health"]: words = HEALTH
                case ["GET", "sandboxes"]: words = {"sandboxes": [box.words for box in list(BOXES.values())]}
                case ["POST", "sandboxes"]: words = Sandbox(client, **json.loads(body)).words
                case ["POST", "reap"]: sweep(LEASE, json.loads(body)["sandboxes"])
                case ["DELETE", "sandboxes", id]: BOXES[client, id].remove()
                case ["POST", "sandboxes", id, "commands"]: words = BOXES[client, id].run(**json.loads(body))
                case ["POST", "sandboxes", id, "commands", run, "input"]: BOXES[client, id].inputs[run].write(body)
                case ["POST", "sandboxes", id, "commands", run, "input?end=true"]: BOXES[client, id].inputs[run].close()
                case _: raise ValueError("There is no such request here")
        except (KeyError, OSError, TypeError, ValueError) as e:
            status, code = FAULTS.get(type(e), (400, "bad-request"))
            words = {"code": code, "what": f"{self.command} {self.path}: {e if status == 400 else code}"}
        self.send_response_only(status)
        self.end_headers()
        for kind, data in [(None, json.dumps(words).encode())] if isinstance(words, dict) else words:
            with contextlib.suppress(OSError):  # What a process writes is read, even if nobody listens any more.
                self.wfile.write(data if kind is None else struct.pack(">BI", kind, len(data)) + data)

    do_GET = do_POST = do_DELETE = answer
    disable_nagle_algorithm = True


def sweep(most, orphans=()):  # Removes what has ended, is orphaned as a client says, or was not asked for in so long.
    for key, box in list(BOXES.items()):
        if box.bwrap.poll() is not None or key[1] in orphans or time.monotonic() - SEEN[key[0]] > most:
            BOXES.pop(key, box).remove()


signal.signal(signal.SIGTERM, lambda *_: sys.exit(sweep(-1)))
ThreadingHTTPServer.request_queue_size, ThreadingHTTPServer.service_actions = 128, lambda server: sweep(LEASE)
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Service).serve_forever()
