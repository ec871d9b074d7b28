"""What devices of a machine are held to, and what is counted of them."""
import errno
import json
import os

from bodies import Refused

#: Of a device of a network.
LIMITERS = ("rx_rate_limiter", "tx_rate_limiter")


def os_error(error):
    """As the C library of the real one's releases says it."""
    text = "Address in use" if error.errno == errno.EADDRINUSE else os.strerror(error.errno)
    return f"{text} (os error {error.errno})"


def expect(what, action, *arguments):
    """Does something with files; whatever goes wrong is told after these words."""
    try:
        return action(*arguments)
    except OSError as e:
        raise Refused(what + os_error(e))
    except Refused as e:
        raise Refused(what + str(e))


def limiter(told, before=None):
    """What becomes of limits when others are told: each stays that is not told of, and one without a size or a time is none."""
    limits = {"bandwidth": None, "ops": None, **(before or {})}
    for name, bucket in (told or {}).items():
        limits[name] = {"size": bucket["size"], "one_time_burst": bucket.get("one_time_burst") or None,
                        "refill_time": bucket["refill_time"]} if bucket["size"] and bucket["refill_time"] else None
    return limits if any(limits.values()) else None


class Figures:
    """What is counted of the devices of a machine: a line for each time that somebody asks, with what has come since the last."""

    def __init__(self):
        self.file, self.before = None, {}

    def open(self, path):
        fault = "Metrics error: Cannot initialize the metrics system due to bad user input: "
        file = expect(fault, os.open, path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o666)
        if self.file is not None:
            raise Refused(f"{fault}Reinitialization of metrics not allowed.")
        self.file = file

    def write(self, drives, interfaces):
        if self.file is None:
            return
        now = {"read_bytes": sum(drive["stats"]["rd_bytes"] for drive in drives),
               "write_bytes": sum(drive["stats"]["wr_bytes"] for drive in drives), **self.network(interfaces)}
        since = {name: count - self.before.get(name, 0) for name, count in now.items()}
        self.before = now
        line = {"block": {name: since[name] for name in ("read_bytes", "write_bytes")},
                "net": {name: since[name] for name in ("rx_bytes_count", "tx_bytes_count")}}
        os.write(self.file, json.dumps(line).encode() + b"\n")

    @staticmethod
    def network(interfaces):
        """The host receives what the machine sends."""
        received = sent = 0
        with open("/proc/net/dev") as devices:
            for line in list(devices)[2:]:
                name, _, counts = line.partition(":")
                if name.strip() in [interface["host_dev_name"] for interface in interfaces.values()]:
                    received, sent = received + int(counts.split()[8]), sent + int(counts.split()[0])
        return {"rx_bytes_count": received, "tx_bytes_count": sent}
