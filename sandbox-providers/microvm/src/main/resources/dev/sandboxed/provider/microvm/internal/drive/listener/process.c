/* Starts the processes of commands. */
#define _GNU_SOURCE
#include "listener.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { MOST_GROUPS = 64 };

struct streams {
    int input[2];
    int output[2];
    int error[2];
};

/* Tells what is wrong on the way to the process, which ends here. */
static void refuse(int to, const char *what, const char *which) {
    dprintf(to, "%s '%s': %s", what, which, strerror(errno));
    _exit(127);
}

/* By name or number, and perhaps a group behind a colon. A number need not be known. */
static void become(char *user, int to) {
    if (user[0] == '\0') {
        return;
    }
    char *group_name = strchr(user, ':');
    if (group_name != NULL) {
        *group_name++ = '\0';
    }
    char *rest;
    errno = 0;
    uid_t number = (uid_t)strtoul(user, &rest, 10);
    int is_number = *rest == '\0' && user[0] != '\0';
    struct passwd *known = is_number ? getpwuid(number) : getpwnam(user);
    if (known == NULL && !is_number) {
        dprintf(to, "unable to find user %s: no matching entries in passwd file", user);
        _exit(127);
    }
    uid_t uid = known == NULL ? number : known->pw_uid;
    gid_t gid = known == NULL ? 0 : known->pw_gid;
    gid_t groups[MOST_GROUPS] = {gid};
    int count = 1;
    if (group_name != NULL) {
        struct group *named = getgrnam(group_name);
        gid = named != NULL ? named->gr_gid : (gid_t)strtoul(group_name, &rest, 10);
        if (named == NULL && *rest != '\0') {
            dprintf(to, "unable to find group %s: no matching entries in group file", group_name);
            _exit(127);
        }
        groups[0] = gid;
    } else if (known != NULL) {
        count = MOST_GROUPS;
        if (getgrouplist(known->pw_name, gid, groups, &count) < 0) {
            count = MOST_GROUPS;
        }
    }
    /* Else they could not be opened again by name, as /dev/stdout. */
    for (int stream = 0; stream <= 2; stream++) {
        if (fchown(stream, uid, (gid_t)-1) != 0) {
            refuse(to, "cannot give the streams to user", user);
        }
    }
    if (setgroups((size_t)count, groups) != 0 || setgid(gid) != 0 || setuid(uid) != 0) {
        refuse(to, "cannot become user", user);
    }
}

static void be_process(struct streams *streams, int terminal, int to, char *user, char **words, char **variables) {
    setsid();
    if (terminal >= 0) {
        ioctl(terminal, TIOCSCTTY, 0);
    }
    dup2(terminal >= 0 ? terminal : streams->input[0], 0);
    dup2(terminal >= 0 ? terminal : streams->output[1], 1);
    dup2(terminal >= 0 ? terminal : streams->error[1], 2);
    if (shared->files > 0) {
        struct rlimit files = {.rlim_cur = (rlim_t)shared->files, .rlim_max = (rlim_t)shared->files};
        setrlimit(RLIMIT_NOFILE, &files);
    }
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    if (network >= 0 && setns(network, CLONE_NEWNET) != 0) {
        refuse(to, "cannot enter", "the network of commands");
    }
    if (write_file(group, "cgroup.procs", "0") != 0) {
        refuse(to, "cannot join", "the control group of commands");
    }
    become(user, to);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    execve(words[0], words, variables);
    refuse(to, "cannot execute", words[0]);
}

/* Opens a terminal of the sandbox; returns our end of it, and sets that of the process. */
static int open_terminal(int rows, int columns, int *inner) {
    int ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (ours < 0 || grantpt(ours) != 0 || unlockpt(ours) != 0) {
        return -1;
    }
    char name[64];
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    if (ptsname_r(ours, name, sizeof name) != 0 || (*inner = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0) {
        return -1;
    }
    ioctl(ours, TIOCSWINSZ, &size);
    return ours;
}

static int open_streams(struct streams *streams) {
    return pipe2(streams->input, O_CLOEXEC) == 0 && pipe2(streams->output, O_CLOEXEC) == 0
        && pipe2(streams->error, O_CLOEXEC) == 0;
}

static void say_failed(int connection, const char *what) {
    char text[256];
    int length = snprintf(text, sizeof text, "%s: %s", what, strerror(errno));
    send_frame(connection, 'E', text, (size_t)length);
}

void run(int connection, int waits, char **fields, int count) {
    int words = count > 3 ? atoi(fields[3]) : 0;
    if (words < 1 || (waits && atoi(fields[1]) > 0) || count < 4 + words) {
        errno = EINVAL;
        say_failed(connection, "a process needs words");
        return;
    }
    /* The words end where the variables begin, so that one more place is needed in between. */
    char **argv = calloc((size_t)words + 1, sizeof *argv);
    memcpy(argv, fields + 4, (size_t)words * sizeof *argv);
    int rows = atoi(fields[1]);
    int inner = -1;
    int ours = -1;
    int told[2];
    struct streams streams;
    if (pipe2(told, O_CLOEXEC) != 0 || (rows == 0 && !open_streams(&streams))
        || (rows > 0 && (ours = open_terminal(rows, atoi(fields[2]), &inner)) < 0)) {
        say_failed(connection, "cannot open the streams of a process");
        return;
    }
    signal(SIGCHLD, SIG_DFL);
    pid_t child = fork();
    if (child < 0) {
        say_failed(connection, "cannot make a process");
        return;
    }
    if (child == 0) {
        be_process(&streams, inner, told[1], fields[0], argv, fields + 4 + words);
    }
    close(told[1]);
    char refusal[4096];
    size_t length = 0;
    for (ssize_t more = 1; more > 0 && length < sizeof refusal;) {
        more = read(told[0], refusal + length, sizeof refusal - length);
        length += more > 0 ? (size_t)more : 0;
    }
    close(told[0]);
    if (length > 0) {
        send_frame(connection, 'E', refusal, length);
        return;
    }
    if (waits) {
        connection = await_owner(connection, streams.output[0]);
    } else {
        send_frame(connection, 'S', "", 0);
    }
    if (rows > 0) {
        close(inner);
        relay(connection, ours, ours, -1, 1);
        close(ours);
    } else {
        close(streams.input[0]);
        close(streams.output[1]);
        close(streams.error[1]);
        relay(connection, streams.input[1], streams.output[0], streams.error[0], 0);
    }
    int status;
    if (waitpid(child, &status, WNOHANG) == child) {
        char text[16];
        int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        send_frame(connection, 'X', text, (size_t)snprintf(text, sizeof text, "%d", code));
    }
}
