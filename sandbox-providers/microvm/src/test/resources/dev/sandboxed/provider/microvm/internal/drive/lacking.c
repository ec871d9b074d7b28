/* Has the shortage of a control group watched that is made up: a folder. Its memory is full, and pages of files are dropped and
 * read again all the time. The words are the folder, and how many bytes count as files and how many of these are in memory only.
 * Prints what the limit is set to, a line each time. */
#define _GNU_SOURCE
#include "listener.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 64 * 1024 * 1024, OWN = 16 * 1024 * 1024, LOOKS_UNTIL_IT_IS_OVER = 8, REFAULTS_A_LOOK = 20000 };

static struct shared here;
struct shared *shared = &here;
int group = -1;
static const char *files, *in_memory;
static int looks;

static void show(const char *name, const char *text) {
    int file = openat(group, name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || dprintf(file, "%s", text) < 0) {
        exit(2);
    }
}

int write_file(int directory, const char *path, const char *text) {
    if (directory == group && strcmp(path, "memory.max") == 0) {
        printf("%s\n", text);
    }
    return 0;
}

static void show_all(void) {
    char text[256];
    snprintf(text, sizeof text, "low 0\nmax %d\noom_kill 0\n", looks);
    show("memory.events", text);
    snprintf(text, sizeof text, "anon %d\nfile %s\nshmem %s\nslab_reclaimable 0\nworkingset_refault_file %d\n", OWN, files, in_memory,
        looks * REFAULTS_A_LOOK);
    show("memory.stat", text);
}

/* Time passes; the limit is in the way all the time. */
int poll(struct pollfd *changed, nfds_t count, int milliseconds) {
    (void)changed, (void)milliseconds;
    if (count == 0 && ++looks == LOOKS_UNTIL_IT_IS_OVER) {
        exit(0);
    }
    show_all();
    return (int)count;
}

/* Who watches is we ourselves. */
pid_t fork(void) {
    return 0;
}

int main(int count, char **words) {
    char limit[32];
    if (count < 4 || (group = open(words[1], O_RDONLY | O_DIRECTORY)) < 0) {
        return 2;
    }
    files = words[2];
    in_memory = words[3];
    snprintf(limit, sizeof limit, "%d", LIMIT);
    show("memory.max", limit);
    show("memory.current", limit);
    show_all();
    keep_watching_shortage(-1);
    return 2;
}
