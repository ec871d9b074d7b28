"""A machine: QEMU in the place of KVM, and a socket that looks like that of a vsock."""
import ctypes
import errno
import fcntl
import json
import mmap
import os
import platform
import re
import shlex
import signal
import socket
import struct
import subprocess
import threading
import time
import zlib

from bodies import Refused
from devices import LIMITERS, Figures, expect, limiter, os_error

ARM = platform.machine() == "aarch64"
ADDRESS, PORT = "10.0.2.15", 1024
MOST_ARGUMENTS, LONGEST_PATH = 2048, 107
PR_SET_PDEATHSIG = 1
TUNSETIFF, LONGEST_DEVICE = 0x400454CA, 16
TAP = 0x5002  # With frames, their headers as the kernel has them, and nothing before those.
LIBC = ctypes.CDLL(None)


def counts_per_millisecond():
    """How often the processor counts: a kernel that is emulated on a busy host hangs where it must find that out by itself."""
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(bytes.fromhex("0f31 48c1e220 4809d0 c3"))  # rdtsc; shl rdx,32; or rax,rdx; ret
    count = ctypes.CFUNCTYPE(ctypes.c_uint64)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    begin, counted = time.monotonic_ns(), count()
    time.sleep(0.02)
    return (count() - counted) * 1_000_000 // (time.monotonic_ns() - begin)


class Qemu:
    """Must be made by the main thread: the kernel ends it with the thread that made it."""

    def __init__(self, config, memory, kept, incoming):
        ours, its = socket.socketpair()
        args = [f"qemu-system-{platform.machine()}", "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none"]
        args += ["-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console"]
        args += ["-M", "virt,accel=tcg" if ARM else "microvm,acpi=on,isa-serial=on,accel=tcg"]
        args += ["-cpu", "cortex-a57" if ARM else "max", "-smp", str(config["machine"]["vcpu_count"])]
        size, escaped = config["machine"]["mem_size_mib"], memory.replace(",", ",,")
        args += ["-m", f"{size}M", "-machine", "memory-backend=memory", "-object",
                 f"memory-backend-file,id=memory,size={size}M,share={'on' if kept else 'off'},mem-path={escaped}"]
        args += ["-kernel", config["boot"]["kernel_image_path"], "-append", config["arguments"]]
        if "initrd_path" in config["boot"]:
            args += ["-initrd", config["boot"]["initrd_path"]]
        for drive in config["drives"].values():
            file = drive["path_on_host"].replace(",", ",,")
            access = ",readonly=on" if drive.get("is_read_only") else ""
            args += ["-drive", f"if=none,format=raw,id={drive['drive_id']}{access},file={file}"]
            args += ["-device", f"virtio-blk-device,drive={drive['drive_id']}"]
        args += ["-device", "virtio-rng-device", "-device", "virtio-net-device,netdev=channel"]
        args += ["-netdev", f"user,id=channel,restrict=on,hostfwd=tcp:127.0.0.1:0-{ADDRESS}:{PORT}"]
        for id, interface in config["interfaces"].items():
            args += ["-netdev", f"tap,id={id},ifname={interface['host_dev_name']},script=no,downscript=no"]
            args += ["-device", f"virtio-net-device,netdev={id}" + (f",mac={interface['guest_mac']}" if "guest_mac" in interface
                                                                   else "")]
        args += ["-chardev", f"socket,id=control,fd={its.fileno()}", "-mon", "chardev=control,mode=control"]
        args += ["-incoming", "defer"] if incoming else []
        self.process = subprocess.Popen(args, stdin=subprocess.DEVNULL, pass_fds=[its.fileno()],
                                        preexec_fn=lambda: LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL))
        its.close()
        self.control = ours.makefile("rw")
        if not self.control.readline():
            raise OSError(errno.EIO, "QEMU ended")
        self.run("qmp_capabilities")
        forwards = self.run("human-monitor-command", **{"command-line": "info usernet"})
        self.port = int(re.search(r"HOST_FORWARD\]\s+\d+\s+[0-9.]+\s+(\d+)\s", forwards)[1])

    def run(self, command, **arguments):
        self.control.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.control.flush()
        while True:
            answer = json.loads(self.control.readline() or '{"error": "QEMU ended"}')
            if "error" in answer:
                raise OSError(errno.EIO, str(answer["error"]))
            if "return" in answer:
                return answer["return"]

    def move(self, command, uri, query, wanted):
        self.run("migrate-set-capabilities", capabilities=[{"capability": "x-ignore-shared", "state": True}])
        self.run(command, uri=uri)
        while (status := self.run(query)["status"]) != wanted:
            if status in ("failed", "internal-error"):
                raise OSError(errno.EIO, "the state of the machine cannot be moved")
            time.sleep(0.002)


    def slow_down(self, drive, limits):
        """As fast as before where there are no limits."""
        most = {name: bucket["size"] * 1000 // bucket["refill_time"] for name, bucket in (limits or {}).items() if bucket}
        self.run("block_set_io_throttle", device=drive, bps=most.get("bandwidth", 0), bps_rd=0, bps_wr=0,
                 iops=most.get("ops", 0), iops_rd=0, iops_wr=0)


class Vsock:
    """The socket of the host's side. Whoever closes, closes both directions."""

    def __init__(self, path):
        if len(path.encode()) > LONGEST_PATH:
            raise Refused("path must be shorter than SUN_LEN")
        self.door, self.port = socket.socket(socket.AF_UNIX), None
        try:
            self.door.bind(path)
        except OSError as e:
            raise Refused(os_error(e))
        self.path, self.next = path, 1 << 30
        self.door.listen(128)

    def serve(self, port):
        self.port = port
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            threading.Thread(target=self.connect, args=[self.door.accept()[0]], daemon=True).start()

    def connect(self, outer):
        with outer:
            line = b""
            while not line.endswith(b"\n") and (byte := outer.recv(1)) and len(line) < 32:
                line += byte
            if line.upper().split() != [b"CONNECT", str(PORT).encode()]:
                return
            with socket.create_connection(("127.0.0.1", self.port)) as inner:
                self.next += 1
                outer.sendall(f"OK {self.next - 1}\n".encode())
                inner.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                back = threading.Thread(target=pump, args=[inner, outer], daemon=True)
                back.start()
                pump(outer, inner)
                back.join()


def pump(source, target):
    try:
        while piece := source.recv(1 << 16):
            target.sendall(piece)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Machine:
    def __init__(self):
        self.config = {"machine": {"vcpu_count": 1, "mem_size_mib": 128}, "boot": {}, "drives": {}, "interfaces": {}, "vsock": None}
        self.state, self.configured, self.entropy, self.kernel = "Not started", False, None, b""
        self.qemu = self.vsock = self.memory = None
        self.figures = Figures()

    def full_config(self):
        optional = {"partuuid": None, "rate_limiter": None, "socket": None, "cache_type": "Unsafe", "io_engine": "Sync",
                    "is_read_only": False}
        boot = {"kernel_image_path": "", "initrd_path": None, "boot_args": None, **self.config["boot"]}
        empty = dict.fromkeys(["balloon", "cpu-config", "logger", "metrics", "mmds-config", "memory-hotplug"])
        card = {"guest_mac": None, "mtu": None, "rx_rate_limiter": None, "tx_rate_limiter": None}
        return {**empty, "drives": [{**optional, **drive} for drive in self.config["drives"].values()], "boot-source": boot,
                "machine-config": self.size(), "vsock": self.config["vsock"],
                "entropy": self.entropy, "pmem": [],
                "network-interfaces": [{**card, **interface} for interface in self.config["interfaces"].values()]}

    def size(self):
        return {"smt": False, "track_dirty_pages": False, "huge_pages": "None", **self.config["machine"]}

    def resize(self, wanted):
        new = {**self.config["machine"], **wanted}
        count = new["vcpu_count"]
        if not 1 <= count <= 32 or new.get("smt") and count > 1 and count % 2:
            raise Refused("Machine config error: The number of vCPUs must be greater than 0, less than 32 and must be 1 or an"
                          " even number if SMT is enabled.")
        if new["mem_size_mib"] == 0 or new.get("huge_pages") == "2M" and new["mem_size_mib"] % 2:
            raise Refused("Machine config error: The memory size (MiB) is either 0, or not a multiple of the configured page"
                          " size.")
        self.config["machine"] = new

    def choose_kernel(self, boot):
        kernel = expect("Boot source error: The kernel file cannot be opened: ", os.open, boot["kernel_image_path"], 0)
        self.kernel = b"" if os.path.isdir(boot["kernel_image_path"]) else os.read(kernel, 64)
        os.close(kernel)
        if "initrd_path" in boot:
            os.close(expect("Boot source error: The initrd file cannot be opened due to invalid path or invalid permissions. ",
                            os.open, boot["initrd_path"], 0))
        if len(boot.get("boot_args", "")) >= MOST_ARGUMENTS:
            raise Refused("Boot source error: The kernel command line is invalid: Invalid cmdline capacity provided.")
        self.config["boot"] = boot

    def add_drive(self, drive):
        fault = "Drive config error: "
        if drive["is_root_device"] and any(other["is_root_device"] and other["drive_id"] != drive["drive_id"]
                                           for other in self.config["drives"].values()):
            raise Refused(fault + "A root block device already exists!")
        fault += "Unable to create the virtio block device: "
        if "path_on_host" not in drive:
            raise Refused(fault + "Invalid block config.")
        self.open_drive(fault, drive)
        self.config["drives"][drive["drive_id"]] = {**drive, "rate_limiter": limiter(drive.get("rate_limiter"))}

    @staticmethod
    def open_drive(fault, drive):
        try:
            os.close(os.open(drive["path_on_host"], os.O_RDONLY if drive.get("is_read_only") else os.O_RDWR))
        except OSError as e:
            raise Refused(f"{fault}Virtio backend error: Error manipulating the backing file: {os_error(e)}"
                          f" {drive['path_on_host']}")

    def add_vsock(self, vsock, fault="Vsock config error: Cannot create backend for vsock device: "):
        if self.vsock:
            self.vsock.door.close()
            os.unlink(self.vsock.path)
            self.vsock = None
        self.vsock = expect(fault + "Error binding to the host-side Unix socket: ", Vsock, vsock["uds_path"])
        self.config["vsock"] = {"guest_cid": vsock["guest_cid"], "uds_path": vsock["uds_path"]}

    def add_interface(self, interface):
        for other in self.config["interfaces"].values():
            if interface.get("guest_mac") and interface["guest_mac"] == other.get("guest_mac") and (
                    interface["iface_id"] != other["iface_id"]):
                raise Refused(f"Network config error: The MAC address is already in use: {other['guest_mac']}")
        fault = "Network config error: Could not create the network device: "
        if not 68 <= interface.get("mtu", 68) <= 65535:
            raise Refused(f"{fault}MTU {interface['mtu']} is out of range [68, 65535]")
        self.open_interface(fault + "Open tap device failed: ", interface)
        limits = {name: limiter(interface.get(name)) for name in LIMITERS}
        self.config["interfaces"][interface["iface_id"]] = {**interface, **limits}

    @staticmethod
    def open_interface(fault, interface):
        """Makes the device where there is none, as the real one, but only for a moment."""
        name = interface["host_dev_name"]
        if len(name) >= LONGEST_DEVICE:
            raise Refused(f"{fault}Invalid interface name")
        tap = expect(f"{fault}Couldn't open /dev/net/tun: ", os.open, "/dev/net/tun", os.O_RDWR)
        try:
            fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH22x", name.encode(), TAP))
        except OSError as e:
            raise Refused(f"{fault}Error while creating ifreq structure: {os_error(e)}. Invalid TUN/TAP Backend provided by {name}."
                          " Check our documentation on setting up the network devices.")
        finally:
            os.close(tap)

    def patch_drive(self, order):
        fault, end = "Drive config error: Unable to patch the block device: ", " Please verify the request arguments."
        drive = self.config["drives"].get(order["drive_id"])
        if not drive:
            raise Refused(f"{fault}Failed perform action on device: Device not found{end}")
        if len(order) == 1:
            raise Refused(f"{fault}Block: Running method expected different backend.{end}")
        try:
            self.open_drive(fault + "Block: ", {**drive, **order})
        except Refused as e:
            raise Refused(str(e) + end)
        drive["rate_limiter"] = limiter(order.get("rate_limiter"), drive["rate_limiter"])
        self.qemu.slow_down(drive["drive_id"], drive["rate_limiter"])

    def patch_interface(self, order):
        interface = self.config["interfaces"].get(order["iface_id"])
        if not interface:
            raise Refused("Network config error: Unable to update the net device: Failed perform action on device: Device not"
                          " found")
        interface.update({name: limiter(order.get(name), interface[name]) for name in LIMITERS})

    def start(self):
        if not self.config["boot"]:
            raise Refused("Start microvm error: Cannot start microvm without kernel configuration.")
        wrong = ("Unable to read elf header" if len(self.kernel) < 64 else "Invalid Elf magic number"
                 if self.kernel[:4] != b"\x7fELF" else "Invalid program header size" if self.kernel[54] != 56 else None)
        if wrong and not ARM:
            raise Refused("Start microvm error: System configuration error: Cannot load kernel due to invalid memory"
                          " configuration or invalid kernel image: Kernel Loader: failed to load ELF kernel image: Kernel"
                          " Loader: " + wrong)
        extra = "console=ttyAMA0" if ARM else f"tsc_early_khz={counts_per_millisecond()}"
        self.config["arguments"] = f"{self.config['boot'].get('boot_args', '')} reboot=t SANDBOXED_ADDRESS={ADDRESS} {extra}"
        self.memory = os.path.abspath(f"memory-{os.getpid()}")
        self.run(expect("Start microvm error: QEMU: ", Qemu, self.config, self.memory, True, False))

    def run(self, qemu):
        self.qemu, self.state = qemu, "Running"
        for drive in self.config["drives"].values():
            if drive["rate_limiter"]:
                qemu.slow_down(drive["drive_id"], drive["rate_limiter"])
        if self.vsock:
            self.vsock.serve(qemu.port)
        # As the real one, which ends with its machine.
        threading.Thread(target=lambda: (qemu.process.wait(), os._exit(0)), daemon=True).start()

    def count(self):
        self.figures.write(self.qemu.run("query-blockstats"), self.config["interfaces"])

    def hold(self, state):
        self.qemu.run("stop" if state == "Paused" else "cont")
        self.state = "Paused" if state == "Paused" else "Running"

    def save(self, order):
        fault = "Create snapshot error: Cannot "
        if self.state == "Running":
            raise Refused(fault + "save the microVM state: Operation not allowed: save/restore unavailable while running")
        state, memory = order["snapshot_path"], order["mem_file_path"]
        open_file = f"{fault}perform open on the %s backing file: "
        expect(open_file % "snapshot", open, state, "wb").close()
        expect(open_file % "memory", open, memory, "ab").close()
        self.qemu.move("migrate", f"exec:cat > {shlex.quote(state)}", "query-migrate", "completed")
        subprocess.run(["cp", "--sparse=never", self.memory, memory], check=True)  # All of it, as the real one.
        head = json.dumps(self.config).encode()
        with open(state, "rb") as file:
            content = head + file.read()
        with open(state, "wb") as file:
            file.write(b"standin\n" + b"".join(n.to_bytes(8) for n in (len(content), zlib.crc32(content), len(head))) + content)

    def load(self, order):
        fault = "Load snapshot error: Failed to restore from snapshot: Failed to "
        what = fault + "get snapshot state from file: Failed to "
        path = order["snapshot_path"]
        os.close(expect(what + "open snapshot file: ", os.open, path, 0))
        what += "load snapshot state from file: "
        with open(os.devnull if os.path.isdir(path) else path, "rb") as file:
            head, content = file.read(32), file.read()
        if os.path.isdir(path) or len(head) < 8:
            raise Refused(what + "IO Error: " + ("File too short to contain CRC" if not os.path.isdir(path)
                                                 else "Is a directory (os error 21)"))
        length, crc, begin = (int.from_bytes(head[i:i + 8]) for i in (8, 16, 24))
        if head[:8] != b"standin\n" or length != len(content):
            raise Refused(what + "An error occurred during bitcode serialization: bitcode error")
        if zlib.crc32(content) != crc:
            raise Refused(what + "CRC64 validation failed")
        self.config = json.loads(content[:begin])
        memory = os.path.abspath(order.get("mem_file_path") or order["mem_backend"]["backend_path"])
        what = fault + "load guest memory: Error creating guest memory from file: Failed to "
        size = expect(what + "load guest memory: ", os.stat, memory).st_size
        if size < self.config["machine"]["mem_size_mib"] << 20:
            raise Refused(what + "restore guest memory: Total sum of memory regions exceeds largest possible file offset")
        what = fault + "build microVM from snapshot: Failed to restore devices: Error restoring MMIO devices: "
        for drive in self.config["drives"].values():
            self.open_drive(what + "Block: ", drive)
        for interface in self.config["interfaces"].values():
            self.open_interface(what + "Net: ", interface)
        if self.config["vsock"]:
            self.add_vsock({**self.config["vsock"], **order.get("vsock_override", {})}, what + "VsockUnixBackend: ")
        self.memory, qemu = memory, expect(what + "QEMU: ", Qemu, self.config, memory, False, True)
        source = f"exec:tail -c +{33 + begin} {shlex.quote(path)}"
        expect(what + "QEMU: ", qemu.move, "migrate-incoming", source, "query-status", "paused")
        self.run(qemu)
        self.hold("Resumed" if order.get("resume_vm") else "Paused")
