/* From the initial root to that of the sandbox: an image that nobody can write to, below a drive that holds what changes. */
#define _GNU_SOURCE
#include "listener.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The same on all architectures; not every C library knows it. */
enum { OPEN_TREE = 428, CLONE_TREE = 1 };

enum { VSOCK = 40, ANY = 0xffffffff, LABEL_AT = 1024 + 120, LABEL = 16, COMPRESSED = 4, ROUNDS = 500 };

/* As the kernel wants it: not every C library has the header. */
struct vsock_address {
    unsigned short family;
    unsigned short reserved;
    unsigned int port;
    unsigned int cid;
    unsigned char zero[4];
};

static void attach(const char *what, const char *where, const char *type, unsigned long flags, const char *how) {
    mkdir(where, 0755);
    if (mount(what, where, type, flags, how) != 0) {
        fail("cannot mount", where);
    }
}

/* Returns whether it is of use: one that is there already, or that this machine has no device for, is no fault. */
static int load_module(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "/modules/%s", name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 1;
    }
    int packed = strstr(path, ".ko.") != NULL;
    int done = syscall(SYS_finit_module, file, "", packed ? COMPRESSED : 0) == 0 || errno == EEXIST || errno == ENODEV;
    close(file);
    return done;
}

/* Some need others, so that those which fail are tried again as long as that helps. */
static void load_modules(void) {
    struct dirent **found;
    int count = scandir("/modules", &found, NULL, alphasort);
    for (int left = count, before = count + 1; left > 0 && left < before;) {
        before = left;
        left = 0;
        for (int i = 0; i < count; i++) {
            if (found[i] != NULL && (found[i]->d_name[0] == '.' || load_module(found[i]->d_name))) {
                found[i] = NULL;
            }
            left += found[i] != NULL;
        }
    }
    for (int i = 0; i < count; i++) {
        if (found[i] != NULL) {
            dprintf(2, "sandboxed: cannot load %s\n", found[i]->d_name);
        }
    }
}

/* Drives have the numbers that the kernel likes, so they are told apart by their labels. */
static int has_label(const char *drive, const char *label) {
    char found[LABEL + 1] = "";
    int file = open(drive, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0;
    }
    ssize_t count = pread(file, found, LABEL, LABEL_AT);
    close(file);
    return count == LABEL && strcmp(found, label) == 0;
}

static void mount_drive(const char *label, const char *where, unsigned long flags) {
    for (int round = 0; round < ROUNDS; round++) {
        for (char letter = 'a'; letter <= 'h'; letter++) {
            char drive[] = "/dev/vd?";
            drive[sizeof drive - 2] = letter;
            if (has_label(drive, label)) {
                attach(drive, where, "ext4", flags, "");
                return;
            }
        }
        poll(NULL, 0, 10);
    }
    errno = ENODEV;
    fail("there is no drive", label);
}

static void make_root(void) {
    mount_drive("image", "/image", MS_RDONLY);
    mount_drive("changes", "/changes", MS_NOATIME);
    mkdir("/changes/files", 0755);
    mkdir("/changes/work", 0755);
    attach("overlay", "/root", "overlay", 0, 
           "lowerdir=/image,upperdir=/changes/files,workdir=/changes/work,redirect_dir=off,metacopy=off");
    attach("proc", "/root/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "");
    /* It shows the devices of the network that it is mounted in. */
    if (network >= 0) {
        setns(network, CLONE_NEWNET);
    }
    attach("sysfs", "/root/sys", "sysfs", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, "");
    if (network >= 0) {
        setns(own_network, CLONE_NEWNET);
    }
    attach("devtmpfs", "/root/dev", "devtmpfs", MS_NOSUID, "");
    attach("devpts", "/root/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "ptmxmode=0666,mode=0620,gid=5");
    attach("tmpfs", "/root/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777");
    symlink("/proc/self/fd", "/root/dev/fd");
    symlink("/proc/self/fd/0", "/root/dev/stdin");
    symlink("/proc/self/fd/1", "/root/dev/stdout");
    symlink("/proc/self/fd/2", "/root/dev/stderr");
    mkdir("/root/tmp", 01777);
    chmod("/root/tmp", 01777);
}

/* Opened now, and by a way of our own, so that a root that is closed later is open to these. To find a file takes a slow machine
 * longer than to write it. */
static void open_own_ways(void) {
    changes = open("/changes/files", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    way = (int)syscall(OPEN_TREE, AT_FDCWD, "/root", CLONE_TREE | O_CLOEXEC);
    if (changes < 0 || way < 0) {
        fail("cannot open", "the root of the sandbox");
    }
    name_file = openat(way, "etc/hostname", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    id_file = openat(way, "etc/machine-id", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    tell_resolver(way);
    int hosts = openat(way, "etc/hosts", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (hosts >= 0) {
        dprintf(hosts, "127.0.0.1 localhost\n::1 localhost\n");
        close(hosts);
    }
}

/* Commands are in a group of their own, and see it as if there was no other. */
static void make_group(void) {
    attach("cgroup2", "/groups", "cgroup2", 0, "");
    int all = open("/groups", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const char *controllers[] = {"+memory", "+pids", "+cpu"};
    for (int i = 0; i < 3; i++) {
        if (write_file(all, "cgroup.subtree_control", controllers[i]) != 0) {
            dprintf(2, "sandboxed: no controller %s: %s\n", controllers[i], strerror(errno));
        }
    }
    close(all);
    mkdir("/groups/commands", 0755);
    group = open("/groups/commands", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (group < 0) {
        fail("cannot open", "the control group of commands");
    }
    if (mount("/groups/commands", "/root/sys/fs/cgroup", NULL, MS_BIND, NULL) == 0) {
        mount(NULL, "/root/sys/fs/cgroup", NULL, MS_BIND | MS_REMOUNT | MS_RDONLY, NULL);
    }
}

static int listen_at(int family, const void *address, socklen_t length) {
    int door = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int yes = 1;
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (door < 0 || bind(door, address, length) != 0 || listen(door, 128) != 0) {
        fail("cannot listen at", family == VSOCK ? "the vsock" : "the network");
    }
    return door;
}

static int listen_at_channel(void) {
    const char *address = getenv("SANDBOXED_ADDRESS");
    connect_machine(address);
    if (address == NULL) {
        struct vsock_address here = {.family = VSOCK, .port = PORT, .cid = ANY};
        return listen_at(VSOCK, &here, sizeof here);
    }
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    return listen_at(AF_INET, &here, sizeof here);
}

int boot(void) {
    umask(0);
    attach("devtmpfs", "/dev", "devtmpfs", 0, "");
    attach("proc", "/proc", "proc", 0, "");
    processes = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    load_modules();
    int door = listen_at_channel();
    make_root();
    open_own_ways();
    make_group();
    if (chdir("/root") != 0 || mount(".", "/", NULL, MS_MOVE, NULL) != 0 || chroot(".") != 0 || chdir("/") != 0) {
        fail("cannot enter", "the root of the sandbox");
    }
    umask(022);
    return door;
}
