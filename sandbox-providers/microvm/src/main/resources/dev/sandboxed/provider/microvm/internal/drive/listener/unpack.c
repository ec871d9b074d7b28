/* Puts the files of a tar stream into the root of the sandbox, whether that is closed to others or not. */
#define _GNU_SOURCE
#include "archive.h"
#include "listener.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OF_NAME = 1 << 20 };

/* A directory gets its time when everything in it is there. */
struct timed {
    char *path;
    struct timespec time;
    struct timed *next;
};

static int from;
static size_t left_in_frame;
static int ended;

/* Reads from the content of the frames that carry input. */
static int take(void *bytes, size_t length) {
    unsigned char *at = bytes;
    while (length > 0) {
        unsigned char header[5];
        if (left_in_frame == 0) {
            if (ended || read_all(from, header, sizeof header) != 0) {
                errno = EPIPE;
                return -1;
            }
            left_in_frame = (size_t)header[1] << 24 | (size_t)header[2] << 16 | (size_t)header[3] << 8 | header[4];
            ended = header[0] != 'I';
            continue;
        }
        size_t count = length < left_in_frame ? length : left_in_frame;
        if (read_all(from, at, count) != 0) {
            errno = EPIPE;
            return -1;
        }
        at += count;
        length -= count;
        left_in_frame -= count;
    }
    return 0;
}

static int pass_over(unsigned long long length) {
    char ignored[BLOCK];
    for (; length > 0; length -= length < BLOCK ? length : BLOCK) {
        if (take(ignored, length < BLOCK ? (size_t)length : BLOCK) != 0) {
            return -1;
        }
    }
    return 0;
}

static unsigned long long number(const char *field, size_t width) {
    unsigned long long value = 0;
    if ((unsigned char)field[0] == 0x80) {
        for (size_t i = 1; i < width; i++) {
            value = value << 8 | (unsigned char)field[i];
        }
        return value;
    }
    for (size_t i = 0; i < width && (field[i] == ' ' || (field[i] >= '0' && field[i] <= '7')); i++) {
        value = field[i] == ' ' ? value : value * 8 + (unsigned long long)(field[i] - '0');
    }
    return value;
}

static unsigned long long padded(unsigned long long length) { return (length + BLOCK - 1) / BLOCK * BLOCK; }

/* A long name, which is the content of an entry. */
static char *take_name(unsigned long long length) {
    char *name = length == 0 || length > MOST_OF_NAME ? NULL : calloc(1, (size_t)length + 1);
    if (name == NULL) {
        errno = EINVAL;
        return NULL;
    }
    return take(name, (size_t)length) != 0 || pass_over(padded(length) - length) != 0 ? NULL : name;
}

static int remove_all(int directory, const char *name) {
    if (unlinkat(directory, name, 0) == 0 || errno == ENOENT) {
        return 0;
    }
    int below = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *entries = below < 0 ? NULL : fdopendir(below);
    if (entries == NULL) {
        return -1;
    }
    int done = 0;
    for (struct dirent *entry; done == 0 && (entry = readdir(entries)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            done = remove_all(below, entry->d_name);
        }
    }
    closedir(entries);
    return done != 0 ? -1 : unlinkat(directory, name, AT_REMOVEDIR);
}

/* Makes the directories around a path, which are not in the stream where only some files were wanted. */
static void make_around(char *path) {
    for (char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdirat(way, path, 0755);
        *slash = '/';
    }
}

static int make_file(const char *path, mode_t mode, unsigned long long size) {
    static char piece[64 * 1024];
    int file = openat(way, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode & 0777);
    if (file < 0) {
        return -1;
    }
    int done = 0;
    for (unsigned long long left = size; left > 0 && done == 0;) {
        size_t count = left < sizeof piece ? (size_t)left : sizeof piece;
        done = take(piece, count);
        for (size_t at = 0; at < count && done == 0;) {
            ssize_t written = write(file, piece + at, count - at);
            done = written <= 0 ? -1 : 0;
            at += written > 0 ? (size_t)written : 0;
        }
        left -= count;
    }
    int before = errno;
    close(file);
    errno = before;
    return done;
}

/* One that is there already keeps what is in it. */
static int make_directory(const char *path, mode_t mode) {
    struct stat there;
    if (fstatat(way, path, &there, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(there.st_mode)) {
        return 0;
    }
    return remove_all(way, path) != 0 ? -1 : mkdirat(way, path, mode & 0777);
}

static int is_outside(const char *path) {
    for (const char *at = path; at != NULL; at = strchr(at, '/'), at = at == NULL ? NULL : at + 1) {
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0')) {
            return 1;
        }
    }
    return path[0] == '/' || path[0] == '\0';
}

static int make(const struct header *header, char *path, const char *target, struct timed **directories) {
    mode_t mode = (mode_t)number(header->mode, sizeof header->mode) & 07777;
    unsigned long long size = number(header->size, sizeof header->size);
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = (time_t)number(header->time, sizeof header->time)}};
    int links = header->type == LINK;
    size_t length = strlen(path);
    if (length > 0 && path[length - 1] == '/') {
        path[length - 1] = '\0';
    }
    if (is_outside(path)) {
        errno = EINVAL;
        return -1;
    }
    make_around(path);
    if (header->type != DIRECTORY && remove_all(way, path) != 0) {
        return -1;
    }
    int done;
    switch (header->type) {
        case DEVICE: return 0;
        case HARD_LINK: return linkat(way, target, way, path, 0);
        case DIRECTORY: done = make_directory(path, mode); break;
        case LINK: done = symlinkat(target, way, path); break;
        default: done = make_file(path, mode, size) != 0 ? -1 : pass_over(padded(size) - size); break;
    }
    uid_t user = (uid_t)number(header->user, sizeof header->user);
    gid_t group_of = (gid_t)number(header->group, sizeof header->group);
    if (done != 0 || fchownat(way, path, user, group_of, AT_SYMLINK_NOFOLLOW) != 0
        || (!links && fchmodat(way, path, mode, 0) != 0)) {
        return -1;
    }
    if (header->type == DIRECTORY) {
        struct timed *later = malloc(sizeof *later);
        *later = (struct timed){.path = strdup(path), .time = times[1], .next = *directories};
        *directories = later;
        return 0;
    }
    return utimensat(way, path, times, AT_SYMLINK_NOFOLLOW);
}

static int make_all(void) {
    struct header header;
    char *name = NULL, *link = NULL;
    struct timed *directories = NULL;
    while (take(&header, sizeof header) == 0) {
        if (header.name[0] == '\0') {
            for (struct timed *one = directories; one != NULL; one = one->next) {
                struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, one->time};
                utimensat(way, one->path, times, AT_SYMLINK_NOFOLLOW);
            }
            return 0;
        }
        if (header.type == LONG_NAME || header.type == LONG_LINK) {
            char *taken = take_name(number(header.size, sizeof header.size));
            if (taken == NULL) {
                return -1;
            }
            *(header.type == LONG_NAME ? &name : &link) = taken;
            continue;
        }
        name = name == NULL ? strndup(header.name, NAME) : name;
        link = link == NULL ? strndup(header.link, NAME) : link;
        if (make(&header, name, link, &directories) != 0) {
            return -1;
        }
        free(name);
        free(link);
        name = link = NULL;
    }
    return -1;
}

void unpack(int connection) {
    from = connection;
    umask(0);
    allow_depth();
    send_frame(connection, 'S', "", 0);
    int done = make_all();
    int before = errno;
    /* A connection that ends with something unread is broken, and the answer with it. */
    while (pass_over(BLOCK) == 0) {
    }
    errno = before;
    conclude_archive(connection, done);
}
