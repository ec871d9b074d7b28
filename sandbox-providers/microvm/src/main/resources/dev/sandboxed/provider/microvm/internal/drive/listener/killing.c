/* Ends commands with all that they have started. A supervisor could do that as well, but a shell reads byte by byte, and where a
 * kernel is slow that takes as long as the command was allowed to. */
#define _GNU_SOURCE
#include "listener.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The parent of all threads of the kernel is its second process. */
enum { OF_KERNEL = 2 };

enum { MOST_PROCESSES = 32768, MOST_ROUNDS = 30, LOOKS = 5000, PATH = 64 };

/* What is asked for: the command of a supervisor, and the mark of all that it has started. */
struct order {
    pid_t supervisor;
    pid_t command;
    char mark[256];
};

struct process {
    pid_t pid;
    pid_t parent;
    char at[PATH]; /* where to look at it further: a thread of it that lives */
};

static pid_t *found;
static int founds;
static pid_t *killed;
static int kills;
static int unclear; /* whether somebody was seen who may be one of them, which is not told at this moment */

static int is_among(const pid_t *all, int count, pid_t pid) {
    for (int i = 0; i < count; i++) {
        if (all[i] == pid) {
            return 1;
        }
    }
    return 0;
}

/* Reads the start of a file; returns how much, at least 0. */
static size_t read_start(const char *path, char *to, size_t room) {
    int file = openat(processes, path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    for (ssize_t more = file < 0 ? 0 : 1; more > 0 && length < room;) {
        more = read(file, to + length, room - length);
        length += more > 0 ? (size_t)more : 0;
    }
    if (file >= 0) {
        close(file);
    }
    return length;
}

/* Reads the state and the parent of a thread. Returns whether it lives. */
static int look_at(const char *at, pid_t *parent) {
    char path[PATH + 8], line[1024];
    snprintf(path, sizeof path, "%s/stat", at);
    size_t length = read_start(path, line, sizeof line - 1);
    line[length] = '\0';
    /* What it is called may contain anything. */
    char *end = strrchr(line, ')');
    char state;
    return end != NULL && sscanf(end + 1, " %c %d", &state, parent) == 2 && state != 'Z' && state != 'X';
}

/* A process looks dead when its first thread has ended, whether or not others go on. */
static int look(struct process *process) {
    snprintf(process->at, sizeof process->at, "%d", process->pid);
    if (look_at(process->at, &process->parent)) {
        return 1;
    }
    char path[PATH];
    snprintf(path, sizeof path, "%d/task", process->pid);
    int folder = openat(processes, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *threads = folder < 0 ? NULL : fdopendir(folder);
    int lives = 0;
    struct dirent *thread;
    while (!lives && threads != NULL && (thread = readdir(threads)) != NULL) {
        if (isdigit((unsigned char)thread->d_name[0])) {
            snprintf(process->at, sizeof process->at, "%d/task/%.20s", process->pid, thread->d_name);
            lives = look_at(process->at, &process->parent);
        }
    }
    if (threads != NULL) {
        closedir(threads);
    }
    return lives;
}

/* Whether a process that shows no variables may yet show some: between a program and the next one it has none, and when it has
 * become the next one it has a place for them. One that ends has none either, and does not live when it is looked at again. */
static int may_show_variables(const struct process *process) {
    enum { AFTER_STATE = 50 - 3 }; /* where they begin is the 50th word, where they end the next; the state is the third */
    char path[PATH + 8], line[1024];
    snprintf(path, sizeof path, "%s/stat", process->at);
    size_t length = read_start(path, line, sizeof line - 1);
    line[length] = '\0';
    char *word = strrchr(line, ')');
    word = word == NULL ? NULL : strchr(word + 1, ' ');
    for (int i = 0; i < AFTER_STATE && word != NULL; i++) {
        word = strchr(word + 1, ' ');
    }
    unsigned long long beginning = 0, end = 0;
    return word == NULL || sscanf(word, "%llu %llu", &beginning, &end) != 2 || end == 0 || beginning != end;
}

static int is_marked(const struct process *process, const char *mark) {
    static char environment[256 * 1024];
    char path[PATH + 16];
    snprintf(path, sizeof path, "%s/environ", process->at);
    size_t length = read_start(path, environment, sizeof environment - 1);
    environment[length] = '\0';
    if (length == 0 && may_show_variables(process)) {
        unclear = 1;
    }
    for (char *at = environment; at < environment + length; at += strlen(at) + 1) {
        if (strncmp(at, "SANDBOXED_COMMAND=", 18) == 0 && strcmp(at + 18, mark) == 0) {
            return 1;
        }
    }
    return 0;
}

static void add(pid_t pid) {
    if (founds < MOST_PROCESSES) {
        found[founds++] = pid;
    }
    kill(pid, SIGSTOP);
}

/* The command is the grandchild of its supervisor, and not another with the same number. */
static int is_command(const struct order *order) {
    struct process command = {.pid = order->command}, between;
    if (!look(&command)) {
        return 0;
    }
    between.pid = command.parent;
    return look(&between) && between.parent == order->supervisor;
}

static int is_wanted(struct process *process, const struct order *order) {
    if (process->pid <= OF_KERNEL || process->pid == getpid() || process->pid == order->supervisor
        || is_among(found, founds, process->pid) || !look(process) || process->parent == OF_KERNEL) {
        return 0;
    }
    /* The supervisor needs whoever waits for the command. */
    return process->parent != order->supervisor
        && (is_among(found, founds, process->parent) || is_marked(process, order->mark));
}

/* Finds those that the command has started, and holds them, so that they start no more. Returns whether there may be any. */
static int find(const struct order *order) {
    founds = 0;
    unclear = 0;
    if (is_command(order)) {
        add(order->command);
    }
    for (int before = -1; before < founds;) {
        before = founds;
        DIR *all = fdopendir(openat(processes, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        struct dirent *entry;
        while (all != NULL && (entry = readdir(all)) != NULL) {
            struct process process = {.pid = (pid_t)strtol(entry->d_name, NULL, 10)};
            if (process.pid > 0 && is_wanted(&process, order)) {
                add(process.pid);
            }
        }
        if (all != NULL) {
            closedir(all);
        }
    }
    return founds > 0 || unclear;
}

/* Kills those that were found and were not killed before. Returns whether there were any. */
static int kill_found(void) {
    int before = kills;
    for (int i = 0; i < founds; i++) {
        if (!is_among(killed, kills, found[i]) && kills < MOST_PROCESSES) {
            killed[kills++] = found[i];
            kill(found[i], SIGKILL);
        }
    }
    return kills > before;
}

/* Round by round. Those that multiply faster than that take all commands with them; those that take their time to die do not. */
const char *kill_command(char **fields, int count) {
    struct order order;
    if (count < 3 || strlen(fields[1]) >= sizeof order.mark) {
        errno = EINVAL;
        return "cannot kill that";
    }
    order.supervisor = (pid_t)strtol(fields[0], NULL, 10);
    strcpy(order.mark, fields[1]);
    order.command = (pid_t)strtol(fields[2], NULL, 10);
    found = calloc(MOST_PROCESSES, sizeof *found);
    killed = calloc(MOST_PROCESSES, sizeof *killed);
    if (found == NULL || killed == NULL) {
        return "no memory to kill a command";
    }
    int rounds = 0;
    for (int looks = 0; looks < LOOKS && find(&order); looks++) {
        if (!kill_found()) {
            poll(NULL, 0, 1);
        } else if (++rounds > MOST_ROUNDS) {
            if (write_file(group, "cgroup.kill", "1") != 0) {
                kill(-1, SIGKILL);
            }
            return NULL;
        }
    }
    return NULL;
}
