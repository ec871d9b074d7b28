#!/usr/bin/env python3
"""A stand-in for Firecracker 1.16.1, for hosts without KVM: its API, and machines that QEMU emulates in software.

Called like the real one: firecracker --api-sock S [--id I] [--log-path F] [--level L], or --version. Rules and texts of faults
are those of the real one, which the fault table compares; /logger does nothing, of the figures that the real one counts there are a
few of devices, and resources that are not here are unknown.

What differs: the channel into the machine is a network of QEMU's instead of a vsock, so that the kernel is told
SANDBOXED_ADDRESS and a connection is told OK before anybody in the machine took it; only port 1024 exists, and a machine cannot
call out. PATCH of the file of a drive is checked and not done. Drives are held to limits of their bandwidth, as QEMU does that;
other limits are only remembered. Snapshots are no files of Firecracker's.
"""
import sys

VERSION = "1.16.1"
if "--version" in sys.argv:  # Before the slow imports.
    print(f"Firecracker v{VERSION}\n")
    sys.exit(0)

import json
import os
import re
import selectors
import socket

sys.dont_write_bytecode = True
from bodies import BODIES, Body, Refused, bad_json
from devices import limiter
from machine import Machine

MOST_CONNECTIONS, MOST_BYTES = 10, 51200
IDS = ("drives", "network-interfaces")
AFTER = "The requested operation is not supported after starting the microVM."
BEFORE = "The requested operation is not supported before starting the microVM."


class Api:
    def __init__(self, identity):
        self.id, self.machine = identity, Machine()

    def answer(self, method, path, text):
        """Returns what to tell whoever asks; None if there is nothing to tell."""
        words = path.strip("/").split("/")
        machine, first, rest = self.machine, words[0], words[1:]
        if method == "GET" and not text:
            told = {"": lambda: {"id": self.id, "state": machine.state, "vmm_version": VERSION, "app_name": "Firecracker"},
                    "version": lambda: {"firecracker_version": VERSION}, "machine-config": machine.size,
                    "vm": machine.full_config if rest == ["config"] else None}.get(first)
            if told:
                return told()
        if method == "DELETE" and first == "drives":
            raise Refused("PCI is not enabled" if machine.qemu else BEFORE)
        if method == "GET" and text:
            raise Refused("GET request cannot have a body.")
        if method in ("PUT", "PATCH") and not text:
            raise Refused(f"Empty {method} request.")
        if first in IDS and method != "GET":
            self.check_id(rest)
        if method == "PUT" and first == "snapshot":
            if not rest:
                raise Refused("Missing snapshot operation type.")
            first = "snapshot/" + rest[0]
            if f"PUT {first}" not in BODIES:
                raise Refused(f"Invalid request method and/or path: PUT /{first}.")
        if (method, first) == ("PUT", "logger"):
            return None
        if f"{method} {first}" not in BODIES:
            raise Refused(f"Invalid request method and/or path: {method} {first}.")
        body = Body(text).parse(BODIES[f"{method} {first}"])
        if first == "drives" and body["drive_id"] != rest[0]:
            raise Refused("The id from the path does not match the id from the body!")
        if first == "network-interfaces" and body["iface_id"] != rest[0]:
            raise Refused(f"The id from the path [{rest[0]}] does not match the id from the body [{body['iface_id']}]!")
        self.change(f"{method} {first}", body)
        return None

    @staticmethod
    def check_id(rest):
        if not rest or not rest[0]:
            raise Refused("The ID cannot be empty.")
        if not re.fullmatch(r"\w+", rest[0]):
            raise Refused("API Resource IDs can only contain alphanumeric characters and underscores.")

    def change(self, what, body):
        machine = self.machine
        running = {"PATCH drives": machine.patch_drive, "PATCH network-interfaces": machine.patch_interface,
                   "PATCH vm": lambda order: machine.hold(order["state"]), "PUT snapshot/create": machine.save}
        if what == "PATCH machine-config" and not body:
            raise Refused("Empty PATCH request.")
        if what == "PUT snapshot/load" and ("mem_backend" in body) == ("mem_file_path" in body):
            bad_json("too many fields: either `mem_backend` or `mem_file_path` exclusively is required" if "mem_backend" in body
                     else "missing field: either `mem_backend` or `mem_file_path` is required")
        late = what in running or what == "PUT actions" and body["action_type"] != "InstanceStart"
        if late != bool(machine.qemu):
            raise Refused("PCI is not enabled" if what.removeprefix("PUT ") in IDS else AFTER if machine.qemu else BEFORE)
        if what == "PUT snapshot/load":
            if machine.configured:
                raise Refused("Load snapshot error: Loading a microVM snapshot not allowed after configuring boot-specific"
                              " resources.")
            return machine.load(body)
        if what == "PUT actions":
            return {"InstanceStart": machine.start, "FlushMetrics": machine.count}.get(body["action_type"], lambda: None)()
        if what == "PUT metrics":
            return machine.figures.open(body["metrics_path"])
        machine.configured = True
        settings = {"PUT machine-config": machine.resize, "PATCH machine-config": machine.resize,
                    "PUT boot-source": machine.choose_kernel, "PUT drives": machine.add_drive, "PUT vsock": machine.add_vsock,
                    "PUT network-interfaces": machine.add_interface,
                    "PUT entropy": lambda order: setattr(machine, "entropy", {"rate_limiter": limiter(order.get("rate_limiter"))})}
        return {**running, **settings}[what](body)


class BadRequest(Exception):
    """What is no request at all."""


class Connection:
    """One that somebody asks over, as often as they like."""

    def __init__(self, channel, api):
        self.channel, self.api, self.got = channel, api, b""

    def read(self):
        """Returns whether it goes on."""
        try:
            piece = self.channel.recv(1 << 16)
            self.got += piece
            while piece and self.serve():
                pass
            return bool(piece)
        except OSError:
            return False

    def serve(self):
        try:
            request = self.request()
        except BadRequest as e:
            self.got = b""
            self.send(400, f'{{ "error": "{e}\nAll previous unanswered requests will be dropped." }}')
            return False
        if request is None:
            return False
        method, path, text = request
        try:
            told = self.api.answer(method, path, text)
            self.send(*((204, "") if told is None else (200, compact(told))), deprecated='"vsock_id"' in text)
        except Refused as e:
            self.send(400, compact({"fault_message": str(e)}))
            if path == "/snapshot/load" and str(e).startswith("Load snapshot error: Failed"):
                os._exit(1)
        return True

    def request(self):
        """Returns one, if it is there in full."""
        head, end, rest = self.got.partition(b"\r\n\r\n")
        if not end:
            return None
        first, *lines = head.decode("latin-1").split("\r\n")
        words = first.split(" ")
        if len(words) != 3:
            raise BadRequest("Invalid request.")
        if words[0] not in ("GET", "PUT", "PATCH", "DELETE"):
            raise BadRequest("Invalid HTTP Method: Unsupported HTTP method.")
        if words[2] not in ("HTTP/1.0", "HTTP/1.1"):
            raise BadRequest("Invalid HTTP Version: Unsupported HTTP version.")
        length = 0
        for line in lines:
            key, _, value = (part.strip() for part in line.partition(":"))
            if key.lower() == "content-length":
                if not value.isdigit():
                    raise BadRequest(f"Invalid header. Reason: Invalid value. Key:{key}; Value: {value}")
                length = int(value)
            if key.lower() == "transfer-encoding":
                raise BadRequest("Invalid request.")
        if length > MOST_BYTES:
            raise BadRequest(f"Request payload with size {length} is larger than the limit of {MOST_BYTES} allowed by server.")
        if len(rest) < length:
            return None
        self.got = rest[length:]
        return words[0], words[1], rest[:length].decode("utf-8", "replace")

    def send(self, status, body, deprecated=False):
        lines = [f"HTTP/1.1 {status} ", "Server: Firecracker API", "Connection: keep-alive"]
        lines += ["Deprecation: true"] if deprecated and status == 204 else []
        lines += ["Content-Type: application/json", f"Content-Length: {len(body.encode())}"] if body else []
        self.channel.sendall(("\r\n".join(lines) + "\r\n\r\n" + body).encode())


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def serve(path, api):
    """In the main thread alone, as the real one: requests wait for each other, and QEMU lives as long as who started it."""
    door, watched = socket.socket(socket.AF_UNIX), selectors.DefaultSelector()
    try:
        door.bind(path)
    except OSError:
        print(f"Failed to open the API socket at: {path}. Check that it is not already used.", file=sys.stderr)
        sys.exit(1)
    door.listen(128)
    watched.register(door, selectors.EVENT_READ)
    while True:
        for key, _ in watched.select():
            if key.data and not key.data.read():
                watched.unregister(key.fileobj)
                key.fileobj.close()
            elif not key.data:
                channel = door.accept()[0]
                if len(watched.get_map()) > MOST_CONNECTIONS:
                    said = '{ "error": "Too many open connections" }'
                    channel.sendall(f"HTTP/1.1 503\r\nServer: Firecracker API\r\nConnection: close\r\nContent-Length:"
                                    f" {len(said)}\r\n\r\n{said}".encode())
                    channel.close()
                else:
                    watched.register(channel, selectors.EVENT_READ, Connection(channel, api))


def main(arguments):
    options = {"--api-sock": "/run/firecracker.socket", "--id": "anonymous-instance", "--log-path": "", "--level": ""}
    for at in range(0, len(arguments), 2):
        if arguments[at] not in options or at + 1 == len(arguments):
            print(f"Found argument '{arguments[at].lstrip('-')}' which wasn't expected, or isn't valid in this context.",
                  file=sys.stderr)
            sys.exit(153)
        options[arguments[at]] = arguments[at + 1]
    serve(options["--api-sock"], Api(options["--id"]))


if __name__ == "__main__":
    main(sys.argv[1:])
