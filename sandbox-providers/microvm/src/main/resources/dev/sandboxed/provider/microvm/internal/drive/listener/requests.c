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
#include <sys/statvfs.h>
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

/* Adds the size of the drive, and what is taken and left of it, in bytes. */
static size_t add_disk(char *text, size_t length, size_t room) {
    struct statvfs disk;
    if (statvfs("/", &disk) != 0) {
        return length;
    }
    unsigned long long block = disk.f_frsize;
    int count = snprintf(text + length, room - length, "[disk]\nsize %llu\ntaken %llu\nleft %llu\n",
        block * disk.f_blocks, block * (disk.f_blocks - disk.f_bfree), block * disk.f_bavail);
    return count < 0 || (size_t)count >= room - length ? length : length + (size_t)count;
}

static void tell_usage(int connection) {
    char text[4096];
    size_t length = 0;
    const char *names[] = {"memory.current", "memory.peak", "memory.events", "pids.current", "cgroup.events", "cpu.stat"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        length = add_file(text, length, sizeof text, names[i]);
    }
    length = add_disk(text, length, sizeof text);
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

/* Names are nearly always as long as the last one, and then nothing has to be cut off. */
static void write_over(int file, const char *text) {
    char line[128];
    int length = snprintf(line, sizeof line, "%s\n", text);
    if (file >= 0 && lseek(file, 0, SEEK_END) != length) {
        ftruncate(file, 0);
    }
    if (file >= 0 && pwrite(file, line, (size_t)length, 0) != length) {
        dprintf(2, "sandboxed: cannot write %s", line);
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
    write_over(id_file, fields[5]);
    write_over(name_file, fields[4]);
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
    if (strcmp(word, "kill") == 0) {
        return kill_command(fields, count);
    }
    if (strcmp(word, "hold") == 0) {
        ring();
        return NULL;
    }
    if (strcmp(word, "release") == 0) {
        silence();
        return NULL;
    }
    if (strcmp(word, "leave") == 0) {
        leave_alone();
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

/* Reads a request; returns how many fields it has, or 0 if it is none that may be answered. */
static int read_request(int connection, char ***fields) {
    static char *text, **found;
    unsigned char header[5];
    if (read_all(connection, header, sizeof header) != 0 || header[0] != 'Q') {
        return 0;
    }
    size_t length = number_in(header + 1);
    free(text);
    text = length < 1 || length > MOST ? NULL : malloc(length);
    found = found == NULL ? calloc(MOST_FIELDS + 1, sizeof *found) : found;
    if (text == NULL || found == NULL || read_all(connection, text, length) != 0 || text[length - 1] != '\0') {
        return 0;
    }
    int count = 0;
    for (char *at = text; at < text + length; at += strlen(at) + 1) {
        if (count == MOST_FIELDS) {
            return 0;
        }
        found[count++] = at;
    }
    found[count] = NULL;
    if (count < 2 || !is_known(found[0])) {
        send_frame(connection, 'E', "wrong token", strlen("wrong token"));
        return 0;
    }
    *fields = found;
    return count;
}

/* Returns whether all went well. */
static int conclude(int connection, const char *refusal) {
    if (refusal == NULL) {
        return send_frame(connection, 'S', "", 0) == 0;
    }
    char line[256];
    int most = snprintf(line, sizeof line, "%s: %s", refusal, strerror(errno));
    send_frame(connection, 'E', line, (size_t)most);
    return 0;
}

/* The first connections to a copy may be lost without a word, so whoever comes says hello before anything that counts. */
static int read_after_hello(int connection, char ***fields) {
    int count;
    while ((count = read_request(connection, fields)) > 0 && strcmp((*fields)[1], "hello") == 0) {
        conclude(connection, NULL);
    }
    return count;
}

void serve(int connection) {
    char **fields;
    int count = read_after_hello(connection, &fields);
    if (count == 0) {
        return;
    }
    if (strcmp(fields[1], "return") == 0) {
        const char *refusal = give_back(count > 2 ? fields[2] : "", connection);
        if (refusal != NULL) {
            conclude(connection, refusal);
        }
        return;
    }
    int waits = strcmp(fields[1], "prepare") == 0;
    if (waits || strcmp(fields[1], "run") == 0) {
        run(connection, waits, fields + 2, count - 2);
        return;
    }
    if (strcmp(fields[1], "pack") == 0) {
        pack(connection, count > 2 && strcmp(fields[2], "apart") == 0);
        return;
    }
    if (strcmp(fields[1], "unpack") == 0) {
        unpack(connection);
        return;
    }
    conclude(connection, answer(connection, fields[1], fields + 2, count - 2));
}

int serve_waiting(int connection) {
    char **fields;
    int count = read_after_hello(connection, &fields);
    if (count == 0) {
        return 0;
    }
    int owner = strcmp(fields[1], "own") == 0;
    const char *refusal = answer(connection, owner ? "settle" : fields[1], fields + 2, count - 2);
    /* Before the answer: whoever has it may come with another connection at once. */
    shared->waits = refusal != NULL || !owner;
    return conclude(connection, refusal) && owner;
}
