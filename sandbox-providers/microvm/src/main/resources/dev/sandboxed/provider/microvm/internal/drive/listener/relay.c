/* Moves bytes between a connection and the streams of a process, in frames: a letter, four bytes of length, the content. */
#define _GNU_SOURCE
#include "listener.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { HEADER = 5, ROOM = 65536, SIZE = 4 };

/* What goes to the connection: one frame at a time, and nothing is read from the process while it is not gone. */
static unsigned char out[HEADER + ROOM];
static size_t out_at;
static size_t out_end;

/* What came from the connection, and how much of the frame at its beginning is input that the process has not taken yet. It grows
 * only while all relays hold, when everything that is on the way has to arrive. */
static unsigned char first_room[ROOM];
static unsigned char *in = first_room;
static size_t in_room = ROOM;
static size_t in_at;
static size_t in_end;
static size_t input_left;

size_t number_in(const unsigned char *from) {
    return (size_t)from[0] << 24 | (size_t)from[1] << 16 | (size_t)from[2] << 8 | from[3];
}

static void put_header(unsigned char *to, char type, size_t length) {
    to[0] = (unsigned char)type;
    for (int i = 0; i < 4; i++) {
        to[1 + i] = (unsigned char)(length >> (8 * (3 - i)));
    }
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

static void block(int file) { fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK); }

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
        input_left = number_in(frame + 1);
    } else if (frame[0] == 'W') {
        if (there < HEADER + SIZE) {
            return 0;
        }
        resize(*input, frame + HEADER);
        in_at += SIZE;
    } else if (frame[0] == 'H') {
        /* Not all of it is there yet. */
        return 0;
    } else if (!terminal) {
        end(input);
    }
    in_at += HEADER;
    return 1;
}

static int is_stuck(void) { return input_left > 0 && in_end > in_at; }

static void make_room(void) {
    unsigned char *larger = malloc(2 * in_room);
    if (larger != NULL) {
        memcpy(larger, in, in_end);
        if (in != first_room) {
            free(in);
        }
        in = larger;
        in_room *= 2;
    }
}

/* Reads from the connection; returns whether it is still there. */
static int take_input(int connection) {
    memmove(in, in + in_at, in_end - in_at);
    in_end -= in_at;
    in_at = 0;
    if (in_end == in_room) {
        make_room();
    }
    ssize_t count = read(connection, in + in_end, in_room - in_end);
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

/* Looks for the frame that says to hold, which is the last one that comes; what is before it stays. Returns whether it has come. */
static int has_last_word(size_t *number) {
    size_t at = in_at + input_left;
    while (at + HEADER <= in_end && in[at] != 'H') {
        at += HEADER + number_in(in + at + 1);
    }
    if (at + HEADER + SIZE > in_end) {
        return 0;
    }
    *number = number_in(in + at + HEADER);
    in_end = at;
    return 1;
}

/* Gives away all that is in our hands, and waits for another connection. */
static int hold(size_t number, int connection) {
    block(connection);
    write_all(connection, out + out_at, out_end - out_at);
    out_at = out_end;
    connection = await_return(number, connection);
    if (connection >= 0) {
        let_pass(connection);
    }
    return connection;
}

void relay(int connection, int input, int output, int error, int terminal) {
    int alone = 0;
    int holds = 0;
    let_pass(connection);
    let_pass(input);
    while (output >= 0 || error >= 0 || (out_at < out_end && connection >= 0)) {
        if (connection < 0) {
            /* The process may live on, and whatever it writes is nobody's any more. */
            out_at = out_end;
            if (terminal && !alone) {
                return;
            }
            if (!terminal) {
                end(&input);
            }
        }
        int is_sending = out_at < out_end;
        struct pollfd all[] = {
            {.fd = connection, .events = (short)((is_stuck() && !holds ? 0 : POLLIN) | (is_sending ? POLLOUT : 0))},
            {.fd = is_stuck() ? input : -1, .events = POLLOUT},
            {.fd = is_sending ? -1 : output, .events = POLLIN},
            {.fd = is_sending ? -1 : error, .events = POLLIN},
            {.fd = connection < 0 || holds ? -1 : bell, .events = POLLIN},
        };
        if (poll(all, 5, -1) < 0) {
            continue;
        }
        holds = holds || all[4].revents != 0;
        if (connection >= 0 && all[0].revents & POLLOUT) {
            give_output(&connection);
        }
        if (connection >= 0 && all[0].revents & ~POLLOUT && ((is_stuck() && !holds) || !take_input(connection))) {
            end(&connection);
        }
        size_t number;
        if (connection >= 0 && has_last_word(&number)) {
            connection = hold(number, connection);
            alone = connection < 0;
            holds = 0;
            continue;
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
        block(connection);
    }
}
