"""The bodies of requests, read as the real one reads them: from left to right, telling the first thing wrong and its place."""
import json
import re


class Refused(Exception):
    """A fault, whose text is the answer."""


U8, U16, U32, U64, SIZE, BOOL, TEXT, PATH, MAC, ANY = ("u8", "u16", "u32", "u64", "usize", "a boolean", "a string", "path string",
                                                       "an address of hardware", "anything")
LARGEST = {U8: 2**8 - 1, U16: 2**16 - 1, U32: 2**32 - 1, U64: 2**64 - 1, SIZE: 2**64 - 1}
CONFIG = {"vcpu_count": U8, "mem_size_mib": SIZE, "smt": BOOL, "cpu_template": ANY, "track_dirty_pages": BOOL,
          "huge_pages": ["None", "2M"]}
BACKEND = ("MemBackendConfig", {"backend_path": TEXT, "backend_type": ["File", "Uffd"]}, "backend_path backend_type")
BUCKET = ("TokenBucketConfig", {"size": U64, "one_time_burst": U64, "refill_time": U64}, "size refill_time")
LIMITER = ("RateLimiterConfig", {"bandwidth": BUCKET, "ops": BUCKET}, "")
#: Those in which an unknown field is passed over.
OPEN = {"VsockOverride", "TokenBucketConfig", "MetricsConfig"}
#: Name, fields, and which of them must be there.
BODIES = {
    "PUT machine-config": ("MachineConfig", CONFIG, "vcpu_count mem_size_mib"),
    "PATCH machine-config": ("MachineConfigUpdate", CONFIG, ""),
    "PUT boot-source": ("BootSourceConfig", {"kernel_image_path": TEXT, "initrd_path": TEXT, "boot_args": TEXT},
                        "kernel_image_path"),
    "PUT drives": ("BlockDeviceConfig", {
        "drive_id": TEXT, "partuuid": TEXT, "is_root_device": BOOL, "cache_type": ["Unsafe", "Writeback"],
        "is_read_only": BOOL, "path_on_host": TEXT, "rate_limiter": LIMITER, "io_engine": ["Sync", "Async"], "socket": TEXT},
        "drive_id is_root_device"),
    "PATCH drives": ("BlockDeviceUpdateConfig", {"drive_id": TEXT, "path_on_host": TEXT, "rate_limiter": LIMITER}, "drive_id"),
    "PUT network-interfaces": ("NetworkInterfaceConfig", {
        "iface_id": TEXT, "host_dev_name": TEXT, "guest_mac": MAC, "mtu": U16, "rx_rate_limiter": LIMITER,
        "tx_rate_limiter": LIMITER}, "iface_id host_dev_name"),
    "PATCH network-interfaces": ("NetworkInterfaceUpdateConfig", {
        "iface_id": TEXT, "rx_rate_limiter": LIMITER, "tx_rate_limiter": LIMITER}, "iface_id"),
    "PUT metrics": ("MetricsConfig", {"metrics_path": PATH}, "metrics_path"),
    "PUT vsock": ("VsockDeviceConfig", {"vsock_id": TEXT, "guest_cid": U32, "uds_path": TEXT}, "guest_cid uds_path"),
    "PUT entropy": ("EntropyDeviceConfig", {"rate_limiter": LIMITER}, ""),
    "PUT actions": ("ActionBody", {"action_type": ["FlushMetrics", "InstanceStart", "SendCtrlAltDel"]}, "action_type"),
    "PATCH vm": ("Vm", {"state": ["Paused", "Resumed"]}, "state"),
    "PUT snapshot/create": ("CreateSnapshotParams", {"snapshot_type": ["Diff", "Full"], "snapshot_path": TEXT,
                                                     "mem_file_path": TEXT}, "snapshot_path mem_file_path"),
    "PUT snapshot/load": ("LoadSnapshotConfig", {
        "snapshot_path": TEXT, "mem_file_path": TEXT, "mem_backend": BACKEND, "enable_diff_snapshots": BOOL,
        "track_dirty_pages": BOOL, "resume_vm": BOOL, "network_overrides": ANY,
        "vsock_override": ("VsockOverride", {"uds_path": TEXT}, "uds_path"), "clock_realtime": BOOL}, "snapshot_path"),
}


class Body:
    def __init__(self, text):
        self.text, self.at = text, 0

    def parse(self, kind):
        value = self.value(kind)
        if self.peek():
            self.fail("trailing characters", self.at + 1)
        return value

    def fail(self, what, at):
        line = self.text.count("\n", 0, at) + 1
        column = at - (self.text.rfind("\n", 0, at) + 1)
        bad_json(f"{what} at line {line} column {column}")

    def peek(self):
        while self.text[self.at:self.at + 1] in (" ", "\t", "\r", "\n"):
            self.at += 1
        return self.text[self.at:self.at + 1]

    def value(self, kind, optional=False):
        first, begin = self.peek(), self.at
        if not first:
            self.fail("EOF while parsing a value", self.at)
        if isinstance(kind, tuple) and first == "{":
            return self.struct(*kind)
        if isinstance(kind, tuple) and self.text[begin:begin + 2] == "[]":
            self.fail(f"invalid length 0, expected struct {kind[0]} with {len(kind[1])} elements", begin + 2)
        if isinstance(kind, list) and first != '"' and not (optional and first == "n"):
            self.fail("expected value", begin + (2 if first == "{" else 1))
        if first in "{[" and kind != ANY:
            self.mismatch("map" if first == "{" else "sequence", kind, begin)
        value = self.scalar(first)
        if kind == ANY or value is None and optional:
            return value
        if isinstance(value, str):
            if isinstance(kind, list):
                if value not in kind:
                    self.fail(f"unknown variant `{value}`, expected {alternatives(kind)}", self.at)
            elif kind == MAC:
                if not re.fullmatch("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}", value):
                    self.fail("The provided MAC address is invalid.", self.at + 1)
            elif kind not in (TEXT, PATH):
                self.mismatch("string " + json.dumps(value), kind)
        elif isinstance(value, bool):
            if kind != BOOL:
                self.mismatch(f"boolean `{json.dumps(value)}`", kind)
        elif isinstance(value, int) and isinstance(kind, str) and kind in LARGEST:
            if not 0 <= value <= LARGEST[kind]:
                self.fail(f"invalid value: integer `{value}`, expected {kind}", self.at)
        else:
            self.mismatch("null" if value is None else f"floating point `{value}`" if isinstance(value, float)
                          else f"integer `{value}`", kind)
        return value

    def mismatch(self, found, kind, at=None):
        wanted = "struct " + kind[0] if isinstance(kind, tuple) else kind
        self.fail(f"invalid type: {found}, expected {TEXT if wanted == MAC else wanted}", self.at if at is None else at)

    def scalar(self, first):
        if first == '"':
            return self.string()
        word = re.compile(r"true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?|[\[{]").match(self.text, self.at)
        if not word:
            self.fail("expected ident" if first in "tfn" else "expected value", self.at + (4 if first in "tfn" else 1))
        if word[1] == "0" and self.text[word.end():word.end() + 1].isdigit():
            self.fail("invalid number", word.end() + 1)
        try:
            value, self.at = json.JSONDecoder().raw_decode(self.text, self.at)
        except ValueError:
            self.fail("expected value", self.at + 1)
        return value

    def string(self):
        for at in range(self.at + 1, len(self.text)):
            if self.text[at] < " ":
                self.fail("control character (\\u0000-\\u001F) found while parsing a string", at + 1)
            if self.text[at] == '"' and self.text[at - 1] != "\\":
                break
        try:
            value, self.at = json.decoder.scanstring(self.text, self.at + 1)
            return value
        except ValueError:
            self.fail("EOF while parsing a string", len(self.text))

    def struct(self, name, fields, required):
        found, required = {}, required.split()
        self.at += 1
        while self.peek() != "}":
            if not self.peek():
                self.fail("EOF while parsing " + ("a value" if self.text[:self.at].rstrip().endswith(",") else "an object"),
                          self.at)
            if found and self.text[:self.at].rstrip()[-1] != ",":
                if self.peek() != ",":
                    self.fail("expected `,` or `}`", self.at + 1)
                self.at += 1
                if self.peek() == "}":
                    self.fail("trailing comma", self.at + 1)
                continue
            if self.peek() != '"':
                self.fail("key must be a string", self.at + 1)
            key = self.string()
            if key in found:
                self.fail(f"duplicate field `{key}`", self.at)
            if key not in fields and name not in OPEN:
                self.fail(f"unknown field `{key}`, expected {alternatives(list(fields))}", self.at)
            if self.peek() != ":":
                self.fail("expected `:`" if self.peek() else "EOF while parsing an object", self.at + bool(self.peek()))
            self.at += 1
            found[key] = self.value(fields.get(key, ANY), key not in required)
        self.at += 1
        for key in required:
            if key not in found:
                self.fail(f"missing field `{key}`", self.at)
        return {key: value for key, value in found.items() if value is not None}


def bad_json(what):
    raise Refused(f"An error occurred when deserializing the json body of a request: {what}.")


def alternatives(names):
    quoted = [f"`{name}`" for name in names]
    return " or ".join(quoted) if len(quoted) < 3 else "one of " + ", ".join(quoted)
