/* Accepts connections, each served by a process of its own, and is the parent of all orphans. */
#define _GNU_SOURCE
#include "listener.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <unistd.h>

struct shared *shared;
int network = -1;
int own_network = -1;
int group = -1;
int name_file = -1;
int id_file = -1;
int way = -1;
int changes = -1;
int processes = -1;

/* The end of the first process would be a panic of the kernel, which says less than we can. */
void fail(const char *what, const char *which) {
    dprintf(2, "sandboxed: %s %s: %s\n", what, which, strerror(errno));
    sync();
    reboot(RB_AUTOBOOT);
    _exit(1);
}

#if defined(__x86_64__)
#include <time.h>
#include <x86intrin.h>

/* For the host: how many times its processor counts in a millisecond, which a kernel that is emulated cannot always find out. */
static int tell_clock(void) {
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    unsigned long long counted = __rdtsc();
    long long nanos = 0;
    while (nanos < 20000000) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        nanos = (now.tv_sec - begin.tv_sec) * 1000000000LL + now.tv_nsec - begin.tv_nsec;
    }
    printf("%llu\n", (__rdtsc() - counted) * 1000000 / (unsigned long long)nanos);
    return 0;
}
#else
static int tell_clock(void) { return 1; }
#endif

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "clock") == 0) {
        return tell_clock();
    }
    /* Whoever ignores the death of children need not bury them. */
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        fail("no memory for", "the token");
    }
    open_passage();
    open_bell();
    int door = boot();
    dprintf(2, "sandboxed: listening\n");
    for (;;) {
        keep_watching_shortage(door);
        int connection = accept4(door, NULL, NULL, SOCK_CLOEXEC);
        if (connection < 0) {
            /* Nobody can be served now. It passes: a connection that broke, or too little memory. */
            poll(NULL, 0, 10);
            continue;
        }
        learn_who_holds();
        if (shared->waits) {
            pass_on(connection);
        } else if (fork() == 0) {
            close(door);
            serve(connection);
            _exit(0);
        }
        close(connection);
    }
}
