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
int group = -1;

/* The end of the first process would be a panic of the kernel, which says less than we can. */
void fail(const char *what, const char *which) {
    dprintf(2, "sandboxed: %s %s: %s\n", what, which, strerror(errno));
    sync();
    reboot(RB_AUTOBOOT);
    _exit(1);
}

int main(void) {
    /* Whoever ignores the death of children need not bury them. */
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        fail("no memory for", "the token");
    }
    int door = boot();
    dprintf(2, "sandboxed: listening\n");
    for (;;) {
        int connection = accept4(door, NULL, NULL, SOCK_CLOEXEC);
        if (connection < 0) {
            /* Nobody can be served now. It passes: a connection that broke, or too little memory. */
            poll(NULL, 0, 10);
            continue;
        }
        if (fork() == 0) {
            close(door);
            serve(connection);
            _exit(0);
        }
        close(connection);
    }
}
