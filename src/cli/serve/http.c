/* http.c: the web server of `lengthen serve`. One thread of libmicrohttpd serves all connections; their number, memory
 * and idle time are limited here. */
#include "cli/serve/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/cli.h"

enum {
    CONNECTIONS = 512, /* at a time */
    MEMORY = 16 << 10, /* bytes per connection; requests whose first line and headers do not fit are refused */
    STACK = 8 << 20,   /* bytes of the server thread's stack; some C libraries default to 128 KiB */
    SECONDS = 30,      /* of idle time after which a connection is closed */
    BACKLOG = 256,
};

/* ---- responses ---- */

/* Headers for security: the page cannot be shown in a frame, browsers do not guess its type, and it loads nothing from
 * other sites. A policy in the page itself allows its one script. */
static void add_headers(struct MHD_Response *r, const char *type) {
    static const char *const headers[][2] = {
        {"Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
                                    "img-src data:; connect-src 'self'; "
                                    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(r, headers[i][0], headers[i][1]);
    MHD_add_response_header(r, "Content-Type", type);
}

static enum MHD_Result send_response(struct MHD_Connection *to, unsigned status, const char *type,
                                     struct MHD_Response *r) {
    if (!r) return MHD_NO; /* out of memory: close the connection */
    add_headers(r, type);
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED) MHD_add_response_header(r, "Allow", "GET, HEAD");
    if (status == MHD_HTTP_SERVICE_UNAVAILABLE) MHD_add_response_header(r, "Retry-After", "10");
    const enum MHD_Result result = MHD_queue_response(to, status, r);
    MHD_destroy_response(r);
    return result;
}

static enum MHD_Result send_refusal(struct MHD_Connection *to, unsigned status, const char *text) {
    return send_response(to, status, "text/plain; charset=utf-8",
                         MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_PERSISTENT));
}

/* Sets a version as ETag of data. The page compares it with the version in progress events. */
static void add_version(struct MHD_Response *r, uint64_t number) {
    char tag[32];
    snprintf(tag, sizeof tag, "\"%" PRIu64 "\"", number);
    MHD_add_response_header(r, MHD_HTTP_HEADER_ETAG, tag);
}

static enum MHD_Result send_snapshot(cli_http *h, struct MHD_Connection *to, int which, const char *type) {
    cli_snapshot *p = cli_snapshots_take(h->snapshots, which);
    if (!p) return send_refusal(to, MHD_HTTP_SERVICE_UNAVAILABLE, "not ready yet\n");
    const uint64_t number = cli_snapshot_number(p);
    struct MHD_Response *r = MHD_create_response_from_buffer_with_free_callback_cls(
        cli_snapshot_size(p), (void *)cli_snapshot_text(p), cli_snapshots_release, p);
    if (!r)
        cli_snapshots_release(p);
    else if (number > 0)
        add_version(r, number);
    return send_response(to, MHD_HTTP_OK, type, r);
}

/* Subscribes a page to events. A page that the user has closed remains a listener until the server has sent it two
 * texts. If there are too many listeners, the server therefore sends to all of them now. */
static enum MHD_Result subscribe(cli_http *h, struct MHD_Connection *to) {
    struct MHD_Response *r = cli_events_listen(&h->events, to);
    if (!r) cli_events_wake(&h->events);
    if (!r) return send_refusal(to, MHD_HTTP_SERVICE_UNAVAILABLE, "too many pages are open\n");
    return send_response(to, MHD_HTTP_OK, "text/event-stream", r);
}

/* ---- requests ---- */

/* Against DNS rebinding: another site could resolve its own name to this machine and read the responses. A server bound
 * to loopback therefore only answers requests for names of this machine. */
static bool names_this_machine(struct MHD_Connection *from) {
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    const char *host = MHD_lookup_connection_value(from, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
        const size_t n = strlen(names[i]);
        if (!strncasecmp(host, names[i], n) && (!host[n] || host[n] == ':')) return true;
    }
    return false;
}

static bool has_body(struct MHD_Connection *from) {
    const char *length = MHD_lookup_connection_value(from, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return MHD_lookup_connection_value(from, MHD_HEADER_KIND, MHD_HTTP_HEADER_TRANSFER_ENCODING) ||
           (length && strcmp(length, "0"));
}

/* libmicrohttpd calls this function twice for each request. The first call comes after the headers, refuses a bad
 * request at once and closes its connection. The second call comes when the request is complete. */
static enum MHD_Result on_request(void *user, struct MHD_Connection *from, const char *url, const char *method,
                                  const char *version, const char *upload, size_t *upload_size, void **state) {
    (void)version, (void)upload, (void)upload_size;
    cli_http *h = user;
    const bool head = !strcmp(method, MHD_HTTP_METHOD_HEAD);
    if (!head && strcmp(method, MHD_HTTP_METHOD_GET))
        return send_refusal(from, MHD_HTTP_METHOD_NOT_ALLOWED, "expected GET or HEAD\n");
    if (has_body(from)) return send_refusal(from, MHD_HTTP_CONTENT_TOO_LARGE, "expected a request without a body\n");
    if (h->loopback && !names_this_machine(from))
        return send_refusal(from, MHD_HTTP_FORBIDDEN, "expected host localhost: only this machine is served\n");
    if (!*state) return *state = h, MHD_YES;
    if (!strcmp(url, "/")) return send_snapshot(h, from, CLI_SNAPSHOT_PAGE, "text/html; charset=utf-8");
    if (!strcmp(url, "/api/page")) return send_snapshot(h, from, CLI_SNAPSHOT_DATA, "application/json");
    if (!strcmp(url, "/api/sweep")) return send_snapshot(h, from, CLI_SNAPSHOT_PROGRESS, "application/json");
    if (!strcmp(url, "/api/events") && !head) return subscribe(h, from);
    return send_refusal(from, MHD_HTTP_NOT_FOUND, "not found; expected /, /api/page, /api/sweep or /api/events\n");
}

/* ---- socket ---- */

static bool is_loopback(const struct sockaddr *a) {
    if (a->sa_family == AF_INET) return ntohl(((const struct sockaddr_in *)a)->sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)a)->sin6_addr);
}

static void describe_socket(cli_http *h, int s) {
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    char name[INET6_ADDRSTRLEN] = "", port[16] = "";
    getsockname(s, (struct sockaddr *)&own, &size);
    getnameinfo((struct sockaddr *)&own, size, name, sizeof name, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
    h->loopback = is_loopback((struct sockaddr *)&own);
    const bool six = own.ss_family == AF_INET6;
    snprintf(h->url, sizeof h->url, "http://%s%s%s:%s/", six ? "[" : "", name, six ? "]" : "", port);
}

/* Opens a listening socket; -1: errno is set. */
static int listen_at(const struct addrinfo *a) {
    const int one = 1, s = socket(a->ai_family, SOCK_STREAM, 0);
    if (s < 0) return -1;
    fcntl(s, F_SETFD, FD_CLOEXEC);
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (!bind(s, a->ai_addr, a->ai_addrlen) && !listen(s, BACKLOG)) return s;
    const int problem = errno;
    close(s);
    errno = problem;
    return -1;
}

/* Returns LG_OK, or a status after a message. */
static int open_socket(const char *host, int port, int *out) {
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found;
    char number[16];
    snprintf(number, sizeof number, "%d", port);
    const int problem = getaddrinfo(host, number, &hints, &found);
    if (problem) return cli_fail(LG_USAGE, "--host %s: %s", host, gai_strerror(problem));
    *out = listen_at(found);
    freeaddrinfo(found);
    if (*out >= 0) return LG_OK;
    return cli_fail(LG_FAILED, "cannot listen on %s, port %d: %s%s", host, port, strerror(errno),
                    errno == EADDRINUSE ? "; use --port with another port, or 0 for any" : "");
}

int cli_http_start(cli_http *h, cli_snapshots *snapshots, const char *host, int port) {
    *h = (cli_http){.snapshots = snapshots};
    int s;
    const int status = open_socket(host, port, &s);
    if (status != LG_OK) return status;
    describe_socket(h, s);
    cli_events_init(&h->events, snapshots);
    h->daemon = MHD_start_daemon(MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL,
                                 NULL, on_request, h, MHD_OPTION_LISTEN_SOCKET, s, MHD_OPTION_CONNECTION_LIMIT,
                                 (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY,
                                 MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SECONDS, MHD_OPTION_STRICT_FOR_CLIENT, 1,
                                 MHD_OPTION_THREAD_STACK_SIZE, (size_t)STACK, MHD_OPTION_END);
    if (h->daemon) return LG_OK;
    close(s);
    cli_events_clear(&h->events);
    return cli_fail(LG_FAILED, "cannot start the server: %s", strerror(errno));
}

void cli_http_stop(cli_http *h) {
    cli_snapshots_close(h->snapshots);
    cli_events_wake(&h->events);
    MHD_stop_daemon(h->daemon);
    cli_events_clear(&h->events);
}
