/* A connection does not survive that a machine is saved, but a process does: it waits until its owner's connection is passed to it.
 * Whoever waits has been made and touched its memory already, which takes a slow machine longer than all that is asked of it. */
#define _GNU_SOURCE
#include "listener.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LONGEST_SILENCE = 10000 };

static int passage[2] = {-1, -1};

union passed {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
};

void open_passage(void) {
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, passage) != 0) {
        fail("cannot open", "the passage to those who wait");
    }
}

static struct msghdr message_of(struct iovec *content, union passed *passed) {
    memset(passed, 0, sizeof *passed);
    return (struct msghdr){
        .msg_iov = content, .msg_iovlen = 1, .msg_control = passed, .msg_controllen = sizeof *passed};
}

/* Gives a connection to whoever waits. */
void pass_on(int connection) {
    char byte = 0;
    struct iovec content = {.iov_base = &byte, .iov_len = 1};
    union passed passed;
    struct msghdr message = message_of(&content, &passed);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof connection);
    memcpy(CMSG_DATA(header), &connection, sizeof connection);
    sendmsg(passage[0], &message, 0);
}

static int take_over(void) {
    char byte;
    struct iovec content = {.iov_base = &byte, .iov_len = 1};
    union passed passed;
    struct msghdr message = message_of(&content, &passed);
    ssize_t count;
    do {
        count = recvmsg(passage[1], &message, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    int arrived = -1;
    if (count == 1 && header != NULL && header->cmsg_type == SCM_RIGHTS) {
        memcpy(&arrived, CMSG_DATA(header), sizeof arrived);
    }
    return arrived;
}

/* Waits until the process has said something, and says so to whoever has started it; then returns the connection of the owner. */
int await_owner(int connection, int output) {
    struct pollfd said = {.fd = output, .events = POLLIN};
    poll(&said, 1, LONGEST_SILENCE);
    shared->waits = 1;
    send_frame(connection, 'S', "", 0);
    do {
        close(connection);
        connection = take_over();
    } while (connection < 0 || !serve_waiting(connection));
    return connection;
}
