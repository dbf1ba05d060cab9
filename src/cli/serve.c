/* serve.c: `lengthen serve`: the page of a sweep, live. This thread looks at the sweep every second and puts up what it
 * sees; another answers browsers (serve_http.c). A large sweep is looked at less often, so that looking takes a small
 * share of the time that training wants. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/out.h"
#include "cli/serve_http.h"
#include "cli/serve_progress.h"
#include "cli/signals.h"

enum {
    PORT = 8377,
    SHARE = 20,     /* looking may take one part in so many of the time */
    LEAST_DATA = 2, /* seconds between two versions of the page's data */
    BEAT = 15,      /* seconds without news after which browsers get a sign of life */
};

static const cli_flag flags[] = {
    {"port", 0, "N", "the port; 0: any that is free (default 8377)"},
    {"host", 0, "NAME", "listen there instead of on this machine alone (default 127.0.0.1)"},
    {"figures", 0, "DIR", "show the .svg files of this folder (default SWEEP/report/figures)"},
    {0},
};

typedef struct server {
    cli *c;
    lg_sweep *sweep;
    const char *figures;
    cli_board board;
    cli_http http;
    cli_pace pace;
    uint64_t version, state;     /* of the data: its number, and the states of runs that it has */
    double looked, look_seconds; /* when the sweep was last looked at, and how long that took */
    double made, make_seconds;   /* the same of the data */
    double woken;                /* when browsers last heard of us */
} server;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double at_least(double x, double least) {
    return x > least ? x : least;
}

/* ---- what is put up ---- */

static int put_page(server *s, int which, lg_page_kind kind) {
    char *text;
    size_t size;
    const lg_status status = lg_page_make(s->sweep, kind, s->figures, &text, &size);
    if (status != LG_OK) return cli_fail_library(s->c, status);
    return cli_board_put(&s->board, which, text, size) ? LG_OK : cli_fail(LG_FAILED, "out of memory");
}

static int put_data(server *s) {
    s->state = cli_progress_state(s->sweep);
    s->version++;
    const double before = now();
    int status = put_page(s, CLI_BOARD_DATA, LG_PAGE_DATA);
    if (status == LG_OK && !lg_page_has_script()) status = put_page(s, CLI_BOARD_PAGE, LG_PAGE_STATIC);
    s->made = now();
    s->make_seconds = s->made - before;
    return status;
}

static int put_progress(server *s) {
    cli_pace_note(&s->pace, s->sweep, now());
    char *text = cli_progress_json(s->sweep, &s->pace, s->version);
    cli_posted *before = cli_board_take(&s->board, CLI_BOARD_PROGRESS);
    const bool news = text && (!before || strcmp(text, cli_posted_text(before)) != 0);
    cli_board_release(before);
    if (!news) return free(text), LG_OK;
    if (!cli_board_put(&s->board, CLI_BOARD_PROGRESS, text, strlen(text))) return cli_fail(LG_FAILED, "out of memory");
    s->woken = now();
    cli_events_wake(&s->http.events);
    return LG_OK;
}

/* Data is made anew when a run has changed its state or was tested, and somebody reads it. */
static bool wants_data(server *s) {
    return now() >= s->made + at_least(SHARE * s->make_seconds, LEAST_DATA) && cli_board_was_read(&s->board) &&
           cli_progress_state(s->sweep) != s->state;
}

static int look(server *s) {
    const double before = now();
    const lg_status status = lg_sweep_refresh(s->sweep);
    if (status != LG_OK) return cli_fail_library(s->c, status);
    int result = wants_data(s) ? put_data(s) : LG_OK;
    if (result == LG_OK) result = put_progress(s);
    s->looked = now();
    s->look_seconds = s->looked - before;
    return result;
}

/* ---- its life ---- */

static void pause_a_moment(void) {
    const struct timespec moment = {.tv_nsec = 100000000};
    nanosleep(&moment, NULL);
}

static int serve(server *s) {
    int status = LG_OK;
    while (status == LG_OK && !cli_signals_stop()) {
        pause_a_moment();
        if (now() >= s->looked + at_least(SHARE * s->look_seconds, 1)) status = look(s);
        if (now() < s->woken + BEAT) continue;
        s->woken = now();
        cli_events_wake(&s->http.events);
    }
    return status;
}

static void announce(const server *s) {
    if (s->c->json) {
        json_t *o = cli_out_object("lengthen.serve/1");
        cli_out_text(o, "url", s->http.url);
        cli_out_line(o);
    } else {
        printf("%s\n", s->http.url);
        fflush(stdout);
    }
    cli_note(s->c, "the page of %s; ^C stops the server, not the sweep", lg_sweep_about(s->sweep).dir);
    if (!s->http.loopback) cli_note(s->c, "warning: whoever reaches this machine can read it: --host");
    if (!lg_page_has_script()) cli_note(s->c, "warning: built without Node.js: a page without a script, not live");
}

static int open_all(server *s, const char *host, int port) {
    lg_status status = lg_sweep_refresh(s->sweep);
    if (status != LG_OK) return cli_fail_library(s->c, status);
    int result = lg_page_has_script() ? put_page(s, CLI_BOARD_PAGE, LG_PAGE_LIVE) : LG_OK;
    if (result == LG_OK) result = put_data(s);
    if (result == LG_OK) result = cli_http_start(&s->http, &s->board, host, port);
    return result;
}

static int run_server(cli *c, lg_sweep *sweep, const char *host, int port) {
    char figures[4096];
    server s = {.c = c, .sweep = sweep, .figures = cli_flag_value(&c->args, "figures")};
    snprintf(figures, sizeof figures, "%s/report/figures", lg_sweep_about(sweep).dir);
    if (!s.figures) s.figures = figures;
    cli_board_init(&s.board);
    int status = open_all(&s, host, port);
    if (status == LG_OK) {
        cli_signals_catch();
        announce(&s);
        status = look(&s);
        if (status == LG_OK) status = serve(&s);
        cli_http_stop(&s.http);
    }
    cli_board_clear(&s.board);
    return status;
}

static int run(cli *c) {
    lg_sweep *sweep;
    long port = PORT;
    const char *host = cli_flag_value(&c->args, "host");
    int status = cli_flag_int(&c->args, "port", 0, 65535, &port);
    if (status != LG_OK) return status;
    if (c->args.word_count != 1) return cli_fail(LG_USAGE, "serve wants one sweep, a directory");
    status = lg_sweep_open(c->context, c->args.words[0], &sweep);
    if (status != LG_OK) return cli_fail_library(c, status);
    status = run_server(c, sweep, host ? host : "127.0.0.1", (int)port);
    lg_sweep_free(sweep);
    return status;
}

const cli_command cli_command_serve = {
    .name = "serve",
    .summary = "show a sweep in a browser, live while it is trained",
    .usage = "lengthen serve SWEEP [--port N] [flags]",
    .examples = "lengthen serve sweeps/small                 then open http://127.0.0.1:8377/\n"
                "lengthen serve sweeps/small --port 0        any free port; the address is printed\n"
                "ssh -L 8377:localhost:8377 cluster          on your desk, for a server on another machine\n"
                "curl -s http://127.0.0.1:8377/api/sweep | jq .counts",
    .text = "SWEEP is the directory of a sweep. The page is that of `lengthen report --html`, with progress, speed\n"
            "and failures as they come; tables grow when runs end, curves with each test in mid-training as well\n"
            "(eval.every). The server trains nothing: workers may come and go meanwhile. It reads no files but the\n"
            "sweep's, and only this machine can reach it unless --host says otherwise. ^C or SIGTERM ends it, with\n"
            "status 0.\n\n"
            "For programs: /api/sweep (lengthen.progress/1), /api/page (lengthen.page/1), and /api/events, the\n"
            "former as server-sent events.",
    .words = "@folder",
    .flags = flags,
    .run = run,
};
