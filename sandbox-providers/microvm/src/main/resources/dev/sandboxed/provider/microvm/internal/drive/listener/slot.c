/* A connection does not survive that a machine is saved, but a process does: it waits in a slot until another connection is handed to it. */
#define _GNU_SOURCE
#include "listener.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LONGEST_WAIT = 10000 };

/* A name that is in no directory, so that none has to be writable. Nothing but us runs while anybody waits. */
static socklen_t name_of(const char *slot, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    int length = snprintf(address->sun_path + 1, sizeof address->sun_path - 1, "sandboxed-%s", slot);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

union passed {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
};

/* Says that the process has begun, once it has said something itself; returns the connection of whoever comes for it. */
int wait_in_slot(int connection, const char *slot, int output) {
    struct sockaddr_un address;
    socklen_t length = name_of(slot, &address);
    int door = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (door < 0 || bind(door, (struct sockaddr *)&address, length) != 0) {
        return -1;
    }
    struct pollfd said = {.fd = output, .events = POLLIN};
    poll(&said, 1, LONGEST_WAIT);
    send_frame(connection, 'S', "", 0);
    close(connection);
    char byte;
    struct iovec content = {.iov_base = &byte, .iov_len = 1};
    union passed passed;
    struct msghdr message = {
        .msg_iov = &content, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed};
    ssize_t count;
    do {
        count = recvmsg(door, &message, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    close(door);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    int arrived = -1;
    if (count == 1 && header != NULL && header->cmsg_type == SCM_RIGHTS) {
        memcpy(&arrived, CMSG_DATA(header), sizeof arrived);
    }
    return arrived;
}

/* Gives this connection to the process in a slot, which answers on it. */
int hand_over(int connection, const char *slot) {
    struct sockaddr_un address;
    socklen_t length = name_of(slot, &address);
    int from = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    char byte = 0;
    struct iovec content = {.iov_base = &byte, .iov_len = 1};
    union passed passed;
    memset(&passed, 0, sizeof passed);
    struct msghdr message = {.msg_name = &address,
                             .msg_namelen = length,
                             .msg_iov = &content,
                             .msg_iovlen = 1,
                             .msg_control = &passed,
                             .msg_controllen = sizeof passed};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof connection);
    memcpy(CMSG_DATA(header), &connection, sizeof connection);
    return sendmsg(from, &message, 0) < 0 ? -1 : 0;
}
