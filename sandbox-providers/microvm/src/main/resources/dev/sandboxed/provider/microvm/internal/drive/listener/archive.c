/* What a sandbox has changed, as a tar stream: the layer above the image. A device with the numbers 0 and 0 stands for something that is
 * gone, as it does in the layer itself; before a directory it says that nothing of the image is left in it. */
#define _GNU_SOURCE
#include "archive.h"
#include "listener.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { PIECE = 64 * 1024, BUCKETS = 4096, MOST_OPEN = 65536 };

/* A file with several names, of which the first has its content. */
struct known {
    ino_t number;
    char *path;
    struct known *next;
};

static struct known *files[BUCKETS];
static int apart; /* whether each name of a file has its content */

static int to;
static unsigned char room[PIECE];
static size_t filled;

static int flush_room(void) {
    int sent = filled == 0 ? 0 : send_frame(to, 'O', room, filled);
    filled = 0;
    return sent;
}

static int put(const void *bytes, size_t length) {
    for (size_t at = 0; at < length;) {
        size_t count = length - at < PIECE - filled ? length - at : PIECE - filled;
        memcpy(room + filled, (const char *)bytes + at, count);
        filled += count;
        at += count;
        if (filled == PIECE && flush_room() != 0) {
            return -1;
        }
    }
    return 0;
}

static int put_padding(unsigned long long length) {
    static const char zeros[BLOCK];
    return put(zeros, (size_t)((BLOCK - length % BLOCK) % BLOCK));
}

/* In octal digits, or, where these do not suffice, in binary with a mark. */
static void put_number(char *field, size_t width, unsigned long long value) {
    if (value >> (3 * (width - 1)) == 0) {
        snprintf(field, width, "%0*llo", (int)width - 1, value);
        return;
    }
    for (size_t i = width; i-- > 1; value >>= 8) {
        field[i] = (char)(value & 0xff);
    }
    field[0] = (char)0x80;
}

static int put_header(struct header *header) {
    memcpy(header->magic, "ustar  ", sizeof header->magic);
    memset(header->sum, ' ', sizeof header->sum);
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof *header; i++) {
        sum += ((unsigned char *)header)[i];
    }
    snprintf(header->sum, sizeof header->sum, "%06o", sum);
    return put(header, sizeof *header);
}

/* A name that has no room in a header comes before it, as the content of an entry of its own. */
static int put_name(char type, char *field, const char *name) {
    size_t length = strlen(name);
    memcpy(field, name, length < NAME ? length : NAME);
    if (length <= NAME) {
        return 0;
    }
    struct header before = {.type = type};
    strcpy(before.name, "././@LongLink");
    put_number(before.size, sizeof before.size, length + 1);
    return put_header(&before) != 0 || put(name, length + 1) != 0 ? -1 : put_padding(length + 1);
}

static int put_entry(char type, const char *path, const char *target, const struct stat *about, unsigned long long size) {
    struct header header = {.type = type};
    put_number(header.mode, sizeof header.mode, about->st_mode & 07777);
    put_number(header.user, sizeof header.user, about->st_uid);
    put_number(header.group, sizeof header.group, about->st_gid);
    put_number(header.size, sizeof header.size, size);
    put_number(header.time, sizeof header.time, about->st_mtime < 0 ? 0 : (unsigned long long)about->st_mtime);
    put_number(header.major, sizeof header.major, 0);
    put_number(header.minor, sizeof header.minor, 0);
    if (put_name('L', header.name, path) != 0 || put_name('K', header.link, target) != 0) {
        return -1;
    }
    return put_header(&header);
}

static int put_gone(const char *path, const struct stat *about) { return put_entry(DEVICE, path, "", about, 0); }

/* Nothing runs meanwhile, but a disk can fail: what is missing then is zeros, and the archive ends as broken. */
static int put_content(int file, unsigned long long size) {
    static char piece[PIECE];
    unsigned long long left = size;
    while (left > 0) {
        ssize_t count = read(file, piece, left < PIECE ? (size_t)left : PIECE);
        if (count <= 0 || put(piece, (size_t)count) != 0) {
            return -1;
        }
        left -= (unsigned long long)count;
    }
    return put_padding(size);
}

/* Returns the first name of a file that has several; NULL if this is it. */
static const char *first_name(const struct stat *about, const char *path) {
    if (apart || about->st_nlink < 2) {
        return NULL;
    }
    struct known **bucket = &files[about->st_ino % BUCKETS];
    for (struct known *one = *bucket; one != NULL; one = one->next) {
        if (one->number == about->st_ino) {
            return one->path;
        }
    }
    struct known *fresh = malloc(sizeof *fresh);
    if (fresh != NULL) {
        *fresh = (struct known){.number = about->st_ino, .path = strdup(path), .next = *bucket};
        *bucket = fresh;
    }
    return NULL;
}

static int put_file(int directory, const char *name, const char *path, const struct stat *about) {
    const char *first = first_name(about, path);
    if (first != NULL) {
        return put_entry(HARD_LINK, path, first, about, 0);
    }
    int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    int done = put_entry(PLAIN, path, "", about, (unsigned long long)about->st_size) == 0
        && put_content(file, (unsigned long long)about->st_size) == 0;
    close(file);
    return done ? 0 : -1;
}

static int put_link(int directory, const char *name, const char *path, const struct stat *about) {
    char target[PATH_LENGTH];
    ssize_t length = readlinkat(directory, name, target, sizeof target - 1);
    if (length < 0) {
        return -1;
    }
    target[length] = '\0';
    return put_entry(LINK, path, target, about, 0);
}

static int put_all(int directory, const char *path);

static int put_directory(int parent, const char *name, const char *path, const struct stat *about) {
    int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    char opaque = 'n';
    if (directory < 0) {
        return -1;
    }
    if (fgetxattr(directory, "trusted.overlay.opaque", &opaque, 1) == 1 && opaque == 'y' && put_gone(path, about) != 0) {
        return -1;
    }
    return put_entry(DIRECTORY, path, "", about, 0) != 0 ? -1 : put_all(directory, path);
}

static int put_one(int directory, const char *name, const char *path) {
    struct stat about;
    if (fstatat(directory, name, &about, AT_SYMLINK_NOFOLLOW) != 0) {
        return -1;
    }
    switch (about.st_mode & S_IFMT) {
        case S_IFDIR: return put_directory(directory, name, path, &about);
        case S_IFREG: return put_file(directory, name, path, &about);
        case S_IFLNK: return put_link(directory, name, path, &about);
        case S_IFCHR: return about.st_rdev == makedev(0, 0) ? put_gone(path, &about) : 0;
        default: return 0; /* pipes and sockets mean nothing without those who hold them */
    }
}

/* Closes the directory. */
static int put_all(int directory, const char *path) {
    DIR *entries = fdopendir(directory);
    if (entries == NULL) {
        close(directory);
        return -1;
    }
    int done = 0;
    for (struct dirent *entry; done == 0 && (errno = 0, entry = readdir(entries)) != NULL;) {
        char *below = NULL;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        if (asprintf(&below, "%s%s%s", path, path[0] == '\0' ? "" : "/", entry->d_name) < 0) {
            done = -1;
            break;
        }
        done = put_one(directory, entry->d_name, below);
        free(below);
    }
    int before = errno;
    closedir(entries);
    errno = before;
    return done;
}

/* Each directory on the way down is open. */
void allow_depth(void) {
    struct rlimit most = {.rlim_cur = MOST_OPEN, .rlim_max = MOST_OPEN};
    setrlimit(RLIMIT_NOFILE, &most);
}

/* How it went is told as that of a process is: what went wrong, and an exit code. */
void conclude_archive(int connection, int done) {
    char line[256];
    if (done != 0) {
        int length = snprintf(line, sizeof line, "%s", strerror(errno));
        send_frame(connection, 'R', line, (size_t)length);
    }
    send_frame(connection, 'X', done == 0 ? "0" : "1", 1);
}

void pack(int connection, int each_apart) {
    static const char end[2 * BLOCK];
    allow_depth();
    to = connection;
    apart = each_apart;
    send_frame(connection, 'S', "", 0);
    int top = openat(changes, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int done = top < 0 || put_all(top, "") != 0 || put(end, sizeof end) != 0 || flush_room() != 0 ? -1 : 0;
    conclude_archive(connection, done);
}
