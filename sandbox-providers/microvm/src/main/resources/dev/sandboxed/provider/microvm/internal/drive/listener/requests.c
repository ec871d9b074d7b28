/* What can be asked of the machine. A request is one frame with fields that end with zeros: the token, a word, its arguments. */
#define _GNU_SOURCE
#include "listener.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 8 << 20, SEED = 64 };

/* As in linux/random.h, which not every C library has. */
struct entropy {
    int bits;
    int length;
    unsigned char bytes[SEED];
};

#define ADD_ENTROPY _IOW('R', 0x03, int[2])
#define RESEED _IO('R', 0x07)

int write_file(int directory, const char *path, const char *text) {
    int file = openat(directory, path, O_WRONLY | O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    ssize_t count = write(file, text, strlen(text));
    int before = errno;
    close(file);
    errno = before;
    return count < 0 ? -1 : 0;
}

/* Adds the start of a file to a text. */
static size_t add_file(char *text, size_t length, size_t room, const char *name) {
    size_t begun = (size_t)snprintf(text + length, room - length, "[%s]\n", name);
    int file = openat(group, name, O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? 0 : read(file, text + length + begun, room - length - begun);
    close(file);
    return length + begun + (count < 0 ? 0 : (size_t)count);
}

static void tell_usage(int connection) {
    char text[4096];
    size_t length = 0;
    const char *names[] = {"memory.current", "memory.peak", "memory.events", "pids.current", "cgroup.events", "cpu.stat"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        length = add_file(text, length, sizeof text, names[i]);
    }
    send_frame(connection, 'A', text, length);
}

static int from_hex(const char *text, unsigned char *to) {
    for (int i = 0; i < SEED; i++) {
        if (sscanf(text + 2 * i, "%2hhx", to + i) != 1) {
            return -1;
        }
    }
    return 0;
}

/* Makes random numbers of this machine its own. The generator of the kernel goes on from there at once. */
static int seed(const char *text) {
    struct entropy entropy = {.bits = 8 * SEED, .length = SEED};
    if (from_hex(text, entropy.bytes) != 0) {
        errno = EINVAL;
        return -1;
    }
    int file = open("/dev/urandom", O_WRONLY | O_CLOEXEC);
    int done = file < 0 ? -1 : ioctl(file, ADD_ENTROPY, &entropy);
    done = done == 0 ? ioctl(file, RESEED, 0) : done;
    close(file);
    return done;
}

static void write_once(const char *path, const char *text, int flags) {
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0644);
    if (file >= 0) {
        dprintf(file, "%s", text);
        close(file);
    }
}

/* Token, seed, seconds, nanoseconds, the name of the host, the id of the machine: what no two machines share, and the time. */
static const char *settle(char **fields, int count) {
    if (count < 6 || strlen(fields[0]) != TOKEN) {
        errno = EINVAL;
        return "cannot settle";
    }
    struct timespec now = {.tv_sec = atoll(fields[2]), .tv_nsec = atol(fields[3])};
    if (seed(fields[1]) != 0) {
        return "cannot add to the random numbers";
    }
    if (clock_settime(CLOCK_REALTIME, &now) != 0) {
        return "cannot set the clock";
    }
    if (sethostname(fields[4], strlen(fields[4])) != 0) {
        return "cannot set the name of the host";
    }
    char line[128];
    snprintf(line, sizeof line, "%s\n", fields[5]);
    write_once("/etc/machine-id", line, O_TRUNC);
    snprintf(line, sizeof line, "%s\n", fields[4]);
    write_once("/etc/hostname", line, O_TRUNC);
    write_once("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n", O_EXCL);
    strcpy(shared->token, fields[0]);
    return NULL;
}

/* Pairs of a file of the control group of commands and what it is to say; "files" is how many a process may have open. */
static const char *limit(char **fields, int count) {
    for (int i = 0; i + 1 < count; i += 2) {
        if (strcmp(fields[i], "files") == 0) {
            shared->files = atol(fields[i + 1]);
        } else if (strchr(fields[i], '/') != NULL || write_file(group, fields[i], fields[i + 1]) != 0) {
            return "cannot limit";
        }
    }
    return NULL;
}

/* Closes the root to writers, but for the directories given. */
static const char *close_root(char **fields, int count) {
    for (int i = 0; i < count; i++) {
        if (mount(fields[i], fields[i], NULL, MS_BIND, NULL) != 0) {
            return "cannot keep open";
        }
    }
    return mount(NULL, "/", NULL, MS_BIND | MS_REMOUNT | MS_RDONLY, NULL) == 0 ? NULL : "cannot close the root";
}

/* So that whoever asked can see that it is not on the kernel that it runs on itself. */
static void tell_boot(int connection) {
    char id[64];
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? 0 : read(file, id, sizeof id);
    close(file);
    send_frame(connection, 'A', id, count < 0 ? 0 : (size_t)count);
}

static const char *answer(int connection, const char *word, char **fields, int count) {
    if (strcmp(word, "settle") == 0) {
        tell_boot(connection);
        return settle(fields, count);
    }
    if (strcmp(word, "limit") == 0) {
        return limit(fields, count);
    }
    if (strcmp(word, "readonly") == 0) {
        return close_root(fields, count);
    }
    if (strcmp(word, "sync") == 0) {
        sync();
        return NULL;
    }
    if (strcmp(word, "usage") == 0) {
        tell_usage(connection);
        return NULL;
    }
    errno = ENOSYS;
    return "cannot do that";
}

/* Before the first has settled nobody is asked for a token: nothing runs yet that could be protected. */
static int is_known(const char *token) {
    unsigned char differs = strlen(token) != strlen(shared->token);
    for (size_t i = 0; shared->token[i] != '\0' && token[i] != '\0'; i++) {
        differs |= (unsigned char)(token[i] ^ shared->token[i]);
    }
    return !differs;
}

void serve(int connection) {
    unsigned char header[5];
    if (read_all(connection, header, sizeof header) != 0 || header[0] != 'Q') {
        return;
    }
    size_t length = (size_t)header[1] << 24 | (size_t)header[2] << 16 | (size_t)header[3] << 8 | header[4];
    char *text = length < 1 || length > MOST ? NULL : malloc(length);
    char **fields = calloc(MOST_FIELDS + 1, sizeof *fields);
    if (text == NULL || fields == NULL || read_all(connection, text, length) != 0 || text[length - 1] != '\0') {
        return;
    }
    int count = 0;
    for (char *at = text; at < text + length; at += strlen(at) + 1) {
        if (count == MOST_FIELDS) {
            return;
        }
        fields[count++] = at;
    }
    if (count < 2 || !is_known(fields[0])) {
        send_frame(connection, 'E', "wrong token", strlen("wrong token"));
        return;
    }
    if (strcmp(fields[1], "run") == 0) {
        run(connection, NULL, fields + 2, count - 2);
        return;
    }
    if (count > 2 && strcmp(fields[1], "prepare") == 0) {
        run(connection, fields[2], fields + 3, count - 3);
        return;
    }
    if (count > 2 && strcmp(fields[1], "attach") == 0 && hand_over(connection, fields[2]) == 0) {
        return;
    }
    const char *refusal = answer(connection, fields[1], fields + 2, count - 2);
    if (refusal == NULL) {
        send_frame(connection, 'S', "", 0);
    } else {
        char line[256];
        int most = snprintf(line, sizeof line, "%s: %s", refusal, strerror(errno));
        send_frame(connection, 'E', line, (size_t)most);
    }
}
