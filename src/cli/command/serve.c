/* serve.c: `lengthen serve`: shows a sweep in a browser, live. This thread reads the sweep every second and stores
 * snapshots; another thread serves browsers (serve/http.c). Large sweeps are read less often, so that training loses
 * little time. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/serve/http.h"
#include "cli/serve/progress_json.h"
#include "cli/ui/print.h"
#include "cli/ui/signals.h"
#include "cli/ui/text.h"

enum {
    PORT = 8377,
    SHARE = 20,     /* reading takes at most 1/SHARE of the time */
    MIN_DATA = 2,   /* seconds between two versions of the page's data */
    HEARTBEAT = 15, /* seconds without progress before listeners get a comment */
};

static const cli_flag flags[] = {
    {"port", 0, "N", "port to listen on; 0: any free port (default 8377)"},
    {"host", 0, "NAME", "address to listen on (default 127.0.0.1, this machine only)"},
    {"figures", 0, "DIR", "show the .svg files in this directory (default DIR/report/figures)"},
    {0},
};

typedef struct row {
    const char *url;
} row;
static const lg_member members[] = {
    LG_MEMBER(row, url, "url", "address of the page"),
    {0},
};
static const lg_schema schema = {.name = "lengthen.serve/1", .about = "`serve`: one row.", .members = members};
static const lg_schema *const schemas[] = {&schema, &cli_schema_progress, NULL};

typedef struct server {
    cli *c;
    lg_sweep *sweep;
    const char *figures;
    cli_snapshots snapshots;
    cli_http http;
    cli_pace pace;
    uint64_t version, state;           /* of the page's data: its version number, and a hash of the runs' states */
    bool asked;                        /* a browser had read the data when we last checked */
    double refreshed, refresh_seconds; /* time of the last read of the sweep, and its duration */
    double made, make_seconds;         /* time at which the data was last made, and how long that took */
    double notified;                   /* when listeners were last woken */
} server;

static double at_least(double x, double least) {
    return x > least ? x : least;
}

/* ---- snapshots ---- */

static int store_page(server *s, int which, lg_page_kind kind) {
    char *text;
    size_t size;
    const lg_status status = lg_page_make(s->sweep, kind, NULL, s->figures, &text, &size);
    if (status != LG_OK) return cli_fail_library(s->c, status);
    return cli_snapshots_put(&s->snapshots, which, text, size) ? LG_OK : cli_fail(LG_FAILED, "out of memory");
}

static int store_data(server *s) {
    s->state = cli_progress_state(s->sweep);
    const double before = cli_seconds();
    int status = store_page(s, CLI_SNAPSHOT_DATA, LG_PAGE_DATA);
    s->version += status == LG_OK;
    if (status == LG_OK && !lg_page_has_script()) status = store_page(s, CLI_SNAPSHOT_PAGE, LG_PAGE_STATIC);
    s->made = cli_seconds();
    s->make_seconds = s->made - before;
    return status;
}

static int store_progress(server *s) {
    cli_pace_note(&s->pace, s->sweep, cli_seconds());
    char *text = cli_progress_json(s->sweep, &s->pace, s->version);
    cli_snapshot *before = cli_snapshots_take(&s->snapshots, CLI_SNAPSHOT_PROGRESS);
    const bool news = text && (!before || strcmp(text, cli_snapshot_text(before)));
    cli_snapshots_release(before);
    if (!news) return free(text), LG_OK;
    if (!cli_snapshots_put(&s->snapshots, CLI_SNAPSHOT_PROGRESS, text, strlen(text)))
        return cli_fail(LG_FAILED, "out of memory");
    s->notified = cli_seconds();
    cli_events_wake(&s->http.events);
    return LG_OK;
}

/* Whether to rebuild the data. Three conditions must hold: enough time has passed; a browser has read the last version;
 * something has changed (a run's state, a new validation, or the sweep file). */
static bool wants_data(server *s) {
    return cli_seconds() >= s->made + at_least(SHARE * s->make_seconds, MIN_DATA) &&
           cli_snapshots_was_read(&s->snapshots) && cli_progress_state(s->sweep) != s->state;
}

static int refresh_sweep(server *s) {
    const double before = cli_seconds();
    const lg_status status = lg_sweep_refresh(s->sweep);
    if (status != LG_OK) return cli_fail_library(s->c, status);
    if (wants_data(s) && store_data(s) != LG_OK) /* for example while the sweep file is being edited */
        cli_note(s->c, "warning: the page was not updated");
    const int result = store_progress(s);
    s->refreshed = cli_seconds();
    s->refresh_seconds = s->refreshed - before;
    return result;
}

/* ---- the loop ---- */

static void sleep_briefly(void) {
    const struct timespec time = {.tv_nsec = 100000000};
    nanosleep(&time, NULL);
}

/* Whether to read the sweep again: it is time, or a browser has just requested data that may be outdated. */
static bool wants_refresh(server *s) {
    const bool asked = cli_snapshots_was_read(&s->snapshots), first = asked && !s->asked;
    s->asked = asked;
    return first || cli_seconds() >= s->refreshed + at_least(SHARE * s->refresh_seconds, 1);
}

static int serve_sweep(server *s) {
    int status = LG_OK;
    while (status == LG_OK && !cli_signals_stop()) {
        sleep_briefly();
        if (wants_refresh(s)) status = refresh_sweep(s);
        if (cli_seconds() < s->notified + HEARTBEAT) continue;
        s->notified = cli_seconds();
        cli_events_wake(&s->http.events);
    }
    return status;
}

static void print_url(const server *s) {
    cli_row_put(&schema, &(row){s->http.url});
    if (!s->c->json) printf("%s\n", s->http.url);
    fflush(stdout);
    cli_note(s->c, "serving %s; Ctrl-C stops the server, not the training", lg_sweep_about(s->sweep).dir);
    if (!s->http.loopback) cli_note(s->c, "warning: anyone who can connect to this machine can read the page (--host)");
    if (!lg_page_has_script()) cli_note(s->c, "warning: built without Node.js: the page does not update");
}

static int open_all(server *s, const char *host, int port) {
    lg_status status = lg_sweep_refresh(s->sweep);
    if (status != LG_OK) return cli_fail_library(s->c, status);
    int result = lg_page_has_script() ? store_page(s, CLI_SNAPSHOT_PAGE, LG_PAGE_LIVE) : LG_OK;
    if (result == LG_OK) result = store_data(s);
    if (result == LG_OK) result = cli_http_start(&s->http, &s->snapshots, host, port);
    return result;
}

static int run_server(cli *c, lg_sweep *sweep, const char *host, int port) {
    char figures[4096];
    server s = {.c = c, .sweep = sweep, .figures = cli_flag_value(&c->args, "figures")};
    snprintf(figures, sizeof figures, "%s/report/figures", lg_sweep_about(sweep).dir);
    if (!s.figures) s.figures = figures;
    cli_snapshots_init(&s.snapshots);
    int status = open_all(&s, host, port);
    if (status == LG_OK) {
        cli_signals_catch();
        print_url(&s);
        status = refresh_sweep(&s);
        if (status == LG_OK) status = serve_sweep(&s);
        cli_http_stop(&s.http);
    }
    cli_snapshots_clear(&s.snapshots);
    return status;
}

static int run_serve(cli *c) {
    lg_sweep *sweep;
    long port = PORT;
    const char *host = cli_flag_value(&c->args, "host");
    int status = cli_flag_int(&c->args, "port", 0, 65535, &port);
    if (status != LG_OK) return status;
    if (c->args.positional_count != 1)
        return cli_fail(LG_USAGE, "serve needs one directory, a sweep or runs: lengthen serve sweeps/NAME");
    status = lg_sweep_open_any(c->context, c->args.positionals[0], &sweep);
    if (status != LG_OK) return cli_fail_library(c, status);
    status = run_server(c, sweep, host ? host : "127.0.0.1", (int)port);
    lg_sweep_free(sweep);
    return status;
}

const cli_command cli_command_serve = {
    .name = "serve",
    .summary = "show a sweep or any runs in a browser, live",
    .usage = "lengthen serve DIR [--port N] [flags]",
    .examples = "lengthen serve sweeps/small                 then open http://127.0.0.1:8377/\n"
                "lengthen serve runs                         all runs in a directory and below\n"
                "lengthen serve sweeps/small --port 0        any free port; the address is printed\n"
                "ssh -L 8377:localhost:8377 cluster          on your computer, for a server on another machine\n"
                "curl -s http://127.0.0.1:8377/api/sweep | jq .counts",
    .text = "DIR is a sweep or any directory that contains runs (see `lengthen report --help`). The page has the\n"
            "content of `lengthen report --html`, and also shows live progress, speed and failures. Tables are\n"
            "updated when runs end, and curves after every validation (eval.every). The server trains nothing, so\n"
            "workers and runs can start and stop at any time. The server reads only the files of these runs.\n"
            "Without --host, it accepts connections only from this machine, but from all users of this machine.\n"
            "Ctrl-C or SIGTERM stops the server with exit status 0.\n\n"
            "Programs can read /api/sweep (schema lengthen.progress/1), /api/page (lengthen.page/2) and\n"
            "/api/events, which sends lengthen.progress/1 as server-sent events.",
    .positionals = "@folder",
    .flags = flags,
    .schemas = schemas,
    .run = run_serve,
};
