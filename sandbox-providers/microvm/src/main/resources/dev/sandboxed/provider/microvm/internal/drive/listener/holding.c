/* No connection survives that a machine is saved while commands run. So their relays let go of their connections before, with
 * nothing on the way, and keep the streams. In the machine that goes on, the owner comes back on another connection. In copies
 * of it nobody comes: there the relays are left alone, and commands go on without anybody who listens. */
#define _GNU_SOURCE
#include "listener.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 256 };

/* How the first process reaches those who hold. It learns that before it starts the process that serves a request. */
struct holder {
    size_t number;
    int way;
};

int bell = -1;
static int hammer = -1;
static int notices[2] = {-1, -1};
static struct holder holders[MOST];
static int known;
static int turn;

void open_bell(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0
        || socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, notices) != 0) {
        fail("cannot open", "the way to those who hold");
    }
    bell = ends[0];
    hammer = ends[1];
}

void silence(void) {
    char bytes[16];
    while (read(bell, bytes, sizeof bytes) > 0) {
    }
}

void ring(void) {
    silence();
    shared->holds++;
    write(hammer, "", 1);
}

/* Those of an earlier time have come back, or were left alone. */
static void forget(void) {
    while (known > 0) {
        close(holders[--known].way);
    }
}

void learn_who_holds(void) {
    if (shared->holds == 0) {
        return;
    }
    if (turn != shared->holds) {
        turn = shared->holds;
        forget();
    }
    struct holder holder;
    while (receive_connection(notices[0], &holder.number, sizeof holder.number, &holder.way, MSG_DONTWAIT) > 0) {
        if (known < MOST) {
            holders[known++] = holder;
        } else {
            close(holder.way);
        }
    }
}

/* Lets go of a connection; returns the one that the owner comes back on, or -1 if nobody will. */
int await_return(size_t number, int connection) {
    int way_back[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, way_back) != 0) {
        return -1;
    }
    send_connection(notices[1], &number, sizeof number, way_back[1]);
    close(way_back[1]);
    send_frame(connection, 'H', "", 0);
    close(connection);
    char byte;
    receive_connection(way_back[0], &byte, 1, &connection, 0);
    close(way_back[0]);
    if (connection >= 0) {
        send_frame(connection, 'S', "", 0);
    }
    return connection;
}

/* Gives the relay with that number a connection, on which it answers itself. */
const char *give_back(const char *number, int connection) {
    for (int i = 0; i < known; i++) {
        if (holders[i].number == strtoul(number, NULL, 10) && send_connection(holders[i].way, "", 1, connection)) {
            return NULL;
        }
    }
    errno = ESRCH;
    return "nobody holds who could take that";
}

void leave_alone(void) {
    silence();
    for (int i = 0; i < known; i++) {
        send_connection(holders[i].way, "", 1, -1);
    }
}
