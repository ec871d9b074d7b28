/* A connection does not survive that a machine is saved, but a process does: it waits until its owner's connection is passed to it.
 * Whoever waits has been made and touched its memory already, which takes a slow machine longer than all that is asked of it. */
#define _GNU_SOURCE
#include "listener.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LONGEST_SILENCE = 10000 };

static int passage[2] = {-1, -1};

void open_passage(void) {
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, passage) != 0) {
        fail("cannot open", "the passage to those who wait");
    }
}

/* Gives a connection to whoever waits. */
void pass_on(int connection) { send_connection(passage[0], "", 1, connection); }

/* Waits until the process has said something, and says so to whoever has started it; then returns the connection of the owner. */
int await_owner(int connection, int output) {
    struct pollfd said = {.fd = output, .events = POLLIN};
    poll(&said, 1, LONGEST_SILENCE);
    shared->waits = 1;
    send_frame(connection, 'S', "", 0);
    do {
        char byte;
        close(connection);
        receive_connection(passage[1], &byte, 1, &connection, 0);
    } while (connection < 0 || !serve_waiting(connection));
    return connection;
}
