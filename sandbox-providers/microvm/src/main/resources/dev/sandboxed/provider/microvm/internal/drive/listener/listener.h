/* The first process of a virtual machine of ours. It prepares the machine, listens, and serves whoever knows the token. */
#ifndef LISTENER_H
#define LISTENER_H

#include <stddef.h>
#include <sys/types.h>

enum { PORT = 1024, MOST_FIELDS = 65536, TOKEN = 64 };

/* What all processes of the listener share: the first connection sets it, and whoever restores the machine sets it anew. */
struct shared {
    char token[TOKEN + 1];
    long files; /* how many files a process may have open; 0 if nobody said */
};

extern struct shared *shared;
extern int network; /* the network namespace of commands, where ours has the channel in it; otherwise -1 */
extern int group;   /* the control group of commands, a directory of the initial root */

/* boot.c: leaves the machine with its root in place, and returns the socket to accept connections from. */
int boot(void);
void fail(const char *what, const char *which);

/* relay.c: moves bytes between a connection and a process until both outputs have ended; input may be the terminal. */
void relay(int connection, int input, int output, int error, int terminal);
int send_frame(int connection, char type, const void *content, size_t length);
int read_all(int from, void *to, size_t length);

/* process.c: starts a process and relays its streams; the fields are the user, rows, columns, the number of words, words, variables.
 * One with a slot has its streams kept until somebody comes for them. */
void run(int connection, const char *slot, char **fields, int count);

/* slot.c: keeps a process for somebody who comes later, on another connection. */
int wait_in_slot(int connection, const char *slot, int output);
int hand_over(int connection, const char *slot);

/* requests.c: serves one connection. */
void serve(int connection);
int write_file(int directory, const char *path, const char *text);

#endif
