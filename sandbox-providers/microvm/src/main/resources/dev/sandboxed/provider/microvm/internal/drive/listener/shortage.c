/* Who takes nearly all memory leaves no room for the pages of programs. The kernel drops them and reads them from the drive again,
 * which counts as progress, so that it can take minutes until it ends anybody. Here that is seen, and the kernel made to decide:
 * with a limit below what cannot be dropped nobody makes progress. */
#define _GNU_SOURCE
#include "listener.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096, LOOK_MILLIS = 500, LOOKS = 4, SMALL_SHARE = 32, LEAST_PAGES = 64 };

/* What counts of the memory of commands, in bytes where it is an amount. */
struct look {
    long long hits;     /* how often the limit was in the way */
    long long own;      /* what is gone when a process is ended */
    long long files;    /* what can be read again; what is in memory only is no such file */
    long long kept;     /* all that cannot be dropped */
    long long returned; /* pages that were dropped and read again */
};

static void read_group_file(const char *name, char *text, size_t room) {
    int file = openat(group, name, O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? 0 : read(file, text, room - 1);
    text[count < 0 ? 0 : count] = '\0';
    close(file);
}

/* Returns the number on the line that begins with a name, or 0. */
static long long number_of(const char *text, const char *name) {
    size_t length = strlen(name);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) == 0 && line[length] == ' ') {
            return atoll(line + length);
        }
    }
    return 0;
}

static struct look look(void) {
    char events[512], amounts[4096], all[32];
    read_group_file("memory.events", events, sizeof events);
    read_group_file("memory.stat", amounts, sizeof amounts);
    read_group_file("memory.current", all, sizeof all);
    long long files = number_of(amounts, "file") - number_of(amounts, "shmem");
    return (struct look){number_of(events, "max"), number_of(amounts, "anon"), files,
        atoll(all) - files - number_of(amounts, "slab_reclaimable"), number_of(amounts, "workingset_refault_file")};
}

/* Whether nearly nothing is left for files, that was read again more often than it has room for, and the end of somebody helps. */
static int is_stuck(struct look before, struct look now, long long limit) {
    long long pages = now.returned - before.returned;
    return now.files < limit / SMALL_SHARE && pages > LEAST_PAGES && pages > now.files / PAGE
        && now.own > 2 * limit / SMALL_SHARE;
}

static void set_limit_back(void) {
    if (shared->limit[0] != '\0') {
        write_file(group, "memory.max", shared->limit);
        shared->limit[0] = '\0';
    }
}

/* A little less than is kept: the end of the first that the kernel chooses is enough. */
static void make_the_kernel_decide(const char *limit, struct look now) {
    char lower[32];
    snprintf(lower, sizeof lower, "%lld", now.kept - now.own / SMALL_SHARE);
    snprintf(shared->limit, sizeof shared->limit, "%s", limit);
    write_file(group, "memory.max", lower);
    set_limit_back();
}

/* As long as the limit is in the way. */
static void watch_closely(void) {
    int stuck = 0;
    for (struct look before = look();;) {
        poll(NULL, 0, LOOK_MILLIS);
        struct look now = look();
        char limit[32];
        read_group_file("memory.max", limit, sizeof limit);
        if (now.hits == before.hits) {
            return;
        }
        stuck = is_stuck(before, now, atoll(limit)) ? stuck + 1 : 0;
        if (stuck == LOOKS) {
            make_the_kernel_decide(limit, now);
            stuck = 0;
        }
        before = now;
    }
}

static void watch(void) {
    /* Whoever watched before may have been killed in between. */
    set_limit_back();
    int events = openat(group, "memory.events", O_RDONLY | O_CLOEXEC);
    if (events < 0) {
        return;
    }
    for (;;) {
        char text[512];
        pread(events, text, sizeof text, 0);
        struct pollfd changed = {.fd = events, .events = POLLPRI};
        if (poll(&changed, 1, -1) > 0) {
            watch_closely();
        }
    }
}

void keep_watching_shortage(int door) {
    static pid_t watching = -1;
    if (watching > 0 && kill(watching, 0) == 0) {
        return;
    }
    watching = fork();
    if (watching == 0) {
        close(door);
        watch();
        _exit(0);
    }
}
