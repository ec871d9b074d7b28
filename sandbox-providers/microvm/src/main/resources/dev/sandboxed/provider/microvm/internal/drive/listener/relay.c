/* Moves bytes between a connection and the streams of a process, in frames: a letter, four bytes of length, the content. */
#define _GNU_SOURCE
#include "listener.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { HEADER = 5, ROOM = 65536, SIZE = 4 };

/* What goes to the connection: one frame at a time, and nothing is read from the process while it is not gone. */
static unsigned char out[HEADER + ROOM];
static size_t out_at;
static size_t out_end;

/* What came from the connection, and how much of the frame at its beginning is input that the process has not taken yet. */
static unsigned char in[ROOM];
static size_t in_at;
static size_t in_end;
static size_t input_left;

static size_t put_header(unsigned char *to, char type, size_t length) {
    to[0] = (unsigned char)type;
    for (int i = 0; i < 4; i++) {
        to[1 + i] = (unsigned char)(length >> (8 * (3 - i)));
    }
    return HEADER;
}

static size_t length_in(const unsigned char *header) {
    return (size_t)header[1] << 24 | (size_t)header[2] << 16 | (size_t)header[3] << 8 | header[4];
}

static int write_all(int to, const unsigned char *from, size_t length) {
    while (length > 0) {
        ssize_t count = write(to, from, length);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return -1;
        }
        from += count;
        length -= (size_t)count;
    }
    return 0;
}

int read_all(int from, void *to, size_t length) {
    unsigned char *at = to;
    while (length > 0) {
        ssize_t count = read(from, at, length);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return -1;
        }
        at += count;
        length -= (size_t)count;
    }
    return 0;
}

/* Sends a short one, waiting for as long as it takes. */
/* Not while anything of a process waits to be sent: that is where a frame is put together. */
int send_frame(int connection, char type, const void *content, size_t length) {
    size_t short_one = length > ROOM ? ROOM : length;
    put_header(out, type, short_one);
    memcpy(out + HEADER, content, short_one);
    return write_all(connection, out, HEADER + short_one);
}

static void let_pass(int file) { fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK); }

static int is_for_later(void) { return errno == EAGAIN || errno == EINTR; }

static void end(int *file) {
    if (*file >= 0) {
        close(*file);
        *file = -1;
    }
}

/* Fills the one frame; what a terminal says when nobody has it open any more is an error. Returns whether it is still open. */
static int take_output(int from, char type) {
    ssize_t count = read(from, out + HEADER, ROOM);
    if (count < 0 && is_for_later()) {
        return 1;
    }
    if (count <= 0) {
        return 0;
    }
    put_header(out, type, (size_t)count);
    out_at = 0;
    out_end = HEADER + (size_t)count;
    return 1;
}

static void resize(int terminal, const unsigned char *size) {
    struct winsize window = {
        .ws_row = (unsigned short)(size[0] << 8 | size[1]), .ws_col = (unsigned short)(size[2] << 8 | size[3])};
    ioctl(terminal, TIOCSWINSZ, &window);
}

/* Gives the process what it takes. Returns whether there is more to do than to wait until it takes the rest. */
static int feed(int *input, int terminal) {
    size_t there = in_end - in_at;
    if (input_left > 0 && there > 0) {
        size_t most = there < input_left ? there : input_left;
        ssize_t count = *input < 0 ? (ssize_t)most : write(*input, in + in_at, most);
        if (count < 0 && is_for_later()) {
            return 0;
        }
        if (count < 0) {
            /* It reads no more, and what it does not read is nobody's loss. */
            if (!terminal) {
                end(input);
            }
            count = (ssize_t)most;
        }
        in_at += (size_t)count;
        input_left -= (size_t)count;
        return 1;
    }
    if (input_left > 0 || there < HEADER) {
        return 0;
    }
    const unsigned char *frame = in + in_at;
    if (frame[0] == 'I') {
        input_left = length_in(frame);
    } else if (frame[0] == 'W') {
        if (there < HEADER + SIZE) {
            return 0;
        }
        resize(*input, frame + HEADER);
        in_at += SIZE;
    } else if (!terminal) {
        end(input);
    }
    in_at += HEADER;
    return 1;
}

static int is_stuck(void) { return input_left > 0 && in_end > in_at; }

/* Reads from the connection; returns whether it is still there. */
static int take_input(int connection) {
    memmove(in, in + in_at, in_end - in_at);
    in_end -= in_at;
    in_at = 0;
    ssize_t count = read(connection, in + in_end, ROOM - in_end);
    if (count > 0) {
        in_end += (size_t)count;
    }
    return count > 0 || (count < 0 && is_for_later());
}

static void give_output(int *connection) {
    ssize_t count = write(*connection, out + out_at, out_end - out_at);
    if (count > 0) {
        out_at += (size_t)count;
    } else if (!is_for_later()) {
        end(connection);
    }
}

void relay(int connection, int input, int output, int error, int terminal) {
    let_pass(connection);
    let_pass(input);
    while (output >= 0 || error >= 0 || (out_at < out_end && connection >= 0)) {
        if (connection < 0) {
            /* The process may live on, and whatever it writes is nobody's any more. */
            out_at = out_end;
            if (terminal) {
                return;
            }
            end(&input);
        }
        int is_sending = out_at < out_end;
        struct pollfd all[] = {
            {.fd = connection, .events = (short)((is_stuck() ? 0 : POLLIN) | (is_sending ? POLLOUT : 0))},
            {.fd = is_stuck() ? input : -1, .events = POLLOUT},
            {.fd = is_sending ? -1 : output, .events = POLLIN},
            {.fd = is_sending ? -1 : error, .events = POLLIN},
        };
        if (poll(all, 4, -1) < 0) {
            continue;
        }
        if (connection >= 0 && all[0].revents & POLLOUT) {
            give_output(&connection);
        }
        if (connection >= 0 && all[0].revents & ~POLLOUT && (is_stuck() || !take_input(connection))) {
            end(&connection);
        }
        while (feed(&input, terminal)) {
        }
        if (out_at == out_end && all[2].revents && !take_output(output, 'O')) {
            if (terminal) {
                output = -1;
            } else {
                end(&output);
            }
        }
        if (out_at == out_end && all[3].revents && !take_output(error, 'R')) {
            end(&error);
        }
    }
    if (connection >= 0) {
        fcntl(connection, F_SETFL, fcntl(connection, F_GETFL) & ~O_NONBLOCK);
    }
}
