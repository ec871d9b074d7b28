/* Sends connections from one process of the listener to another. */
#define _GNU_SOURCE
#include "listener.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

union passed {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
};

static struct msghdr message_of(struct iovec *content, union passed *passed) {
    memset(passed, 0, sizeof *passed);
    return (struct msghdr){
        .msg_iov = content, .msg_iovlen = 1, .msg_control = passed, .msg_controllen = sizeof *passed};
}

/* Sends some content, and a connection unless that is -1. Returns whether it arrived. */
int send_connection(int to, const void *content, size_t length, int connection) {
    struct iovec words = {.iov_base = (void *)content, .iov_len = length};
    union passed passed;
    struct msghdr message = message_of(&words, &passed);
    if (connection < 0) {
        message.msg_control = NULL;
        message.msg_controllen = 0;
    } else {
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof connection);
        memcpy(CMSG_DATA(header), &connection, sizeof connection);
    }
    return sendmsg(to, &message, MSG_NOSIGNAL) == (ssize_t)length;
}

/* Returns how much content came, and sets the connection that came with it, or -1. */
ssize_t receive_connection(int from, void *content, size_t length, int *connection, int flags) {
    struct iovec words = {.iov_base = content, .iov_len = length};
    union passed passed;
    struct msghdr message = message_of(&words, &passed);
    ssize_t count;
    do {
        count = recvmsg(from, &message, MSG_CMSG_CLOEXEC | flags);
    } while (count < 0 && errno == EINTR);
    struct cmsghdr *header = count < 0 ? NULL : CMSG_FIRSTHDR(&message);
    *connection = -1;
    if (header != NULL && header->cmsg_type == SCM_RIGHTS) {
        memcpy(connection, CMSG_DATA(header), sizeof *connection);
    }
    return count;
}
