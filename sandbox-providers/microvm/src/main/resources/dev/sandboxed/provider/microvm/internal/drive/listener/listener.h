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
    int waits;  /* whether a process waits for its owner, who gets it with the next connection */
    int holds;  /* how often all relays were told to hold */
    char limit[32]; /* the limit of memory while there is a lower one for a moment; otherwise empty */
};

extern struct shared *shared;
extern int network; /* the network namespace of commands, where ours has the channel in it; otherwise -1 */
extern int own_network; /* where the channel is, if that is not where commands are; otherwise -1 */
extern int group;   /* the control group of commands, a directory of the initial root */
extern int name_file, id_file; /* where the names of the host and of the machine are kept; -1 where there is no place for them */
extern int way;     /* to the root of the sandbox, open to us where it is closed to others */
extern int changes; /* the directory of what the sandbox has changed */
extern int processes; /* where the kernel tells of them, whatever the sandbox does to its own view */
extern int bell;    /* can be read from as long as all relays are told to hold */

/* boot.c: leaves the machine with its root in place, and returns the socket to accept connections from. */
int boot(void);
void fail(const char *what, const char *which);

/* network.c: the networks of the machine; the address is that of the channel, if that is a network. */
void connect_machine(const char *channel);
void tell_resolver(int root);

/* relay.c: moves bytes between a connection and a process until both outputs have ended; input may be the terminal. */
void relay(int connection, int input, int output, int error, int terminal);
size_t number_in(const unsigned char *from);
int send_frame(int connection, char type, const void *content, size_t length);
int read_all(int from, void *to, size_t length);

/* process.c: starts a process and relays its streams; the fields are the user, rows, columns, the number of words, words, variables.
 * One that waits has its streams kept until its owner comes. */
void run(int connection, int waits, char **fields, int count);

/* waiting.c: a process that waits for its owner, who comes later, on another connection. */
void open_passage(void);
void pass_on(int connection);
int await_owner(int connection, int output);

/* holding.c: relays without a connection, until their owner comes back with another or leaves them alone. */
void open_bell(void);
void ring(void);
void silence(void);
void learn_who_holds(void);
int await_return(size_t number, int connection);
const char *give_back(const char *number, int connection);
void leave_alone(void);

/* passing.c: sends connections from process to process. */
int send_connection(int to, const void *content, size_t length, int connection);
ssize_t receive_connection(int from, void *content, size_t length, int *connection, int flags);

/* killing.c: ends a command; the fields are its supervisor, its mark, and its own process. */
const char *kill_command(char **fields, int count);

/* shortage.c: has a process that ends commands which have too little memory to get on, and another if a command has killed it. */
void keep_watching_shortage(int door);

/* archive.c and unpack.c: what the sandbox has changed, as a stream. */
void pack(int connection, int each_apart);
void unpack(int connection);

/* requests.c: serves one connection; for one who waits: returns whether the owner has come. */
void serve(int connection);
int serve_waiting(int connection);
int write_file(int directory, const char *path, const char *text);

#endif
