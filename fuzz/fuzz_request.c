/* fuzz_request.c: sends arbitrary bytes as a request to the server of `lengthen serve`. The server must hang up,
 * refuse, or answer with one of its texts in full. It runs as in the program. Each input is sent twice, each time on a
 * new connection, and both answers must have the same status. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

/* The program is not a library: include its sources, and define the functions that they call here. */
#include "cli/serve/events.c"
#include "cli/serve/http.c"
#include "cli/serve/snapshots.c"
#include "target.h"

int cli_fail(int status, const char *format, ...) {
    (void)format;
    return status;
}

enum { ANSWER = 8192 };
static const char page[] = "<!doctype html>the page", data[] = "{\"data\": 1}", progress[] = "{\"progress\": 1}";

static cli_http *begin(void) {
    static cli_snapshots snapshots;
    static cli_http h;
    if (h.daemon) return &h;
    cli_snapshots_init(&snapshots);
    want(cli_snapshots_put(&snapshots, CLI_SNAPSHOT_PAGE, strdup(page), strlen(page)));
    want(cli_snapshots_put(&snapshots, CLI_SNAPSHOT_DATA, strdup(data), strlen(data)));
    want(cli_snapshots_put(&snapshots, CLI_SNAPSHOT_PROGRESS, strdup(progress), strlen(progress)));
    want(cli_http_start(&h, &snapshots, "127.0.0.1", 0) == LG_OK && h.loopback);
    return &h;
}

/* Returns a socket that is connected to the server. A full server accepts no connection, so the function waits until
 * earlier connections are closed. */
static int connect_to(const cli_http *h) {
    const struct sockaddr_in local = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    for (int tries = 0; tries < 5000; tries++, usleep(1000)) {
        int ends[2];
        want(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
        if (MHD_add_connection(h->daemon, ends[1], (const struct sockaddr *)&local, sizeof local) == MHD_YES)
            return ends[0];
        close(ends[0]); /* the other end is already closed */
    }
    abort();
}

static void send_all(int s, const void *bytes, size_t size) {
    for (const char *at = bytes; size > 0;) {
        const ssize_t n = send(s, at, size, MSG_NOSIGNAL);
        if (n <= 0) return; /* the server has hung up */
        at += n;
        size -= (size_t)n;
    }
}

/* Sends the bytes, and reads the answer up to its end or to the first event. A second request, `last`, closes the
 * connection: without it the server would wait for the rest of an unfinished request. */
static void ask(cli_http *h, const uint8_t *bytes, size_t size, char answer[ANSWER]) {
    static const char last[] = "\r\n\r\nGET /none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const int s = connect_to(h);
    size_t got = 0;
    send_all(s, bytes, size);
    send_all(s, last, sizeof last - 1);
    *answer = '\0';
    while (got < ANSWER - 1) {
        struct pollfd p = {.fd = s, .events = POLLIN};
        int ready;
        do ready = poll(&p, 1, 5000);
        while (ready < 0 && errno == EINTR); /* libFuzzer's alarm */
        want(ready == 1);                    /* the server is alive */
        const ssize_t n = recv(s, answer + got, ANSWER - 1 - got, 0);
        if (n <= 0) break;
        got += (size_t)n;
        answer[got] = '\0';
        if (strstr(answer, "text/event-stream") && strstr(answer, "\n\n")) break;
    }
    close(s);
    cli_events_wake(&h->events); /* a closed listener frees its place */
}

/* A complete answer has one of our texts, or a reason for refusal. */
static void check_answer(const char *answer) {
    if (*answer == '\0') return;
    want(!strncmp(answer, "HTTP/1.", 7));
    if (strncmp(answer + 8, " 200 ", 5)) return;
    want(strstr(answer, "Content-Security-Policy: ") && strstr(answer, "X-Content-Type-Options: nosniff"));
    const char *body = strstr(answer, "\r\n\r\n");
    want(body);
    body += 4;
    if (!strncmp(body, "HTTP/1.", 7)) return; /* an answer to HEAD has no body: the next one follows */
    want(*body == '\0' || !strncmp(body, page, strlen(page)) || !strncmp(body, data, strlen(data)) ||
         !strncmp(body, progress, strlen(progress)) || strstr(body, "event: progress") || *body == ':');
}

/* Compares the status only: the date may advance, other listeners may take all places, and an answer may be lost if the
 * server hangs up before it has read everything. */
static bool same_status(const char *a, const char *b) {
    static const char full[] = "HTTP/1.1 503 ";
    if (*a == '\0' || *b == '\0' || !strncmp(a, full, strlen(full)) || !strncmp(b, full, strlen(full))) return true;
    return !strncmp(a, b, strlen(full));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static char once[ANSWER], again[ANSWER];
    cli_http *h = begin();
    ask(h, bytes, size, once);
    check_answer(once);
    ask(h, bytes, size, again);
    want(same_status(once, again));
    return 0;
}
