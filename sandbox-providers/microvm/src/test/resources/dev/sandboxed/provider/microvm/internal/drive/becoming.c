/* Has a command killed whose orphan is just becoming another program, as a kernel would show it: in a folder that stands for
 * /proc. Ends with 0 if the orphan was killed, and with 1 if it got away. */
#define _GNU_SOURCE
#include "listener.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* No system has a process of that number. */
#define ORPHAN "4194999"
#define BEFORE_THE_PLACE " S 1 0 0 0 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"

enum { LOOKS_UNTIL_IT_HAS_A_PLACE = 2, LOOKS_UNTIL_IT_IS_ANOTHER = 3 };

int processes;
int group = -1;
static int looks, dead;

int write_file(int directory, const char *path, const char *text) {
    int file = openat(directory, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    return file < 0 || dprintf(file, "%s", text) < 0;
}

static void show(const char *place, const char *variables) {
    char stat[256];
    snprintf(stat, sizeof stat, ORPHAN " (sh)%s %s 0", BEFORE_THE_PLACE, place);
    write_file(processes, ORPHAN "/stat", stat);
    write_file(processes, ORPHAN "/environ", variables);
}

/* Time passes. */
int poll(struct pollfd *none, nfds_t count, int milliseconds) {
    (void)none, (void)count, (void)milliseconds;
    if (++looks == LOOKS_UNTIL_IT_HAS_A_PLACE) {
        show("120000 140000", "");
    } else if (looks == LOOKS_UNTIL_IT_IS_ANOTHER) {
        show("120000 140000", "SANDBOXED_COMMAND=mark");
    }
    return 0;
}

int kill(pid_t pid, int signal) {
    if (pid == atoi(ORPHAN) && signal == SIGKILL) {
        dead = 1;
        write_file(processes, ORPHAN "/stat", ORPHAN " (sh) Z 1 0 0");
    }
    return 0;
}

int main(int count, char **words) {
    char *order[] = {"4194997", "mark", "4194998"};
    if (count < 2 || (processes = open(words[1], O_RDONLY | O_DIRECTORY)) < 0 || mkdirat(processes, ORPHAN, 0700) != 0) {
        return 2;
    }
    show("0 0", "");
    kill_command(order, 3);
    return dead ? 0 : 1;
}
