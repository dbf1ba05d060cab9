/* supervisor.c: supervises worker processes. Workers lease their runs from the registry. This process only starts them,
 * reads their output, stops them, and replaces crashed ones, so nothing is lost if this process is killed. */
#include "cli/sweep/supervisor.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/sweep/rest.h"
#include "cli/sweep/sweep_text.h"
#include "cli/sweep/worker_process.h"
#include "cli/ui/hook.h"
#include "cli/ui/signals.h"
#include "cli/ui/text.h"

enum { TITLE = 48 };               /* maximum width of a run's title, in columns */
enum { REFRESH = 1 };              /* minimum seconds between two reads of the states of all runs */
enum { MAX_CRASHES = 5 };          /* after this number of crashes in a row, a slot gets no new process */
enum { POLL = 500, PAUSE = 3000 }; /* milliseconds */

typedef struct supervisor supervisor;

/* A slot for a worker process. If the process crashes, a new one takes the slot. */
typedef struct worker {
    supervisor *supervisor;
    cli_worker_process process;
    cli_bar *bar; /* progress bar of the current run */
    int crashes;
} worker;

struct supervisor {
    cli *c;
    lg_sweep *s;
    cli_axes axes;
    lg_sweep_info about; /* as of the last refresh, updated from the output of workers */
    worker *workers;
    cli_bar *bars;
    size_t count;
    cli_rest *runs, all;             /* remaining work: of each run, and their sum */
    bool stopping, waiting, lacking; /* lacking: a worker ended for lack of memory or another resource */
    bool paused;                     /* a run paused at a rung since the last refresh, so the rung may be decided */
    double refreshed;                /* time of the last refresh, in seconds */
    int fatal;                       /* exit status of a fatal error; LG_OK: none */
};

/* ---- output of workers ---- */

static void show_total(supervisor *sv) {
    char counts[CLI_COUNTS];
    cli_progress *p = &sv->c->progress;
    const size_t running = sv->about.count[LG_RUN_RUNNING], busy = running ? running : sv->count;
    if (sv->about.cost > 0) cli_progress_weigh(p, cli_rest_share(&sv->all, sv->about.cost));
    cli_progress_left(p, cli_rest_seconds(&sv->all) / (double)busy);
    cli_progress_show(p, (int64_t)cli_sweep_ended(&sv->about), (int64_t)sv->about.runs,
                      cli_sweep_counts(&sv->about, counts));
}

static void set_rest(supervisor *sv, size_t run, cli_rest x) {
    const cli_rest was = sv->runs[run], all = sv->all;
    sv->runs[run] = x;
    sv->all = (cli_rest){all.left + x.left - was.left, all.took + x.took - was.took,
                         all.estimated + x.estimated - was.estimated};
}

static double number_of(const json_t *line, const char *key) {
    return json_number_value(json_object_get(line, key));
}

static const char *text_of(const json_t *line, const char *key) {
    const char *text = json_string_value(json_object_get(line, key));
    return text ? text : "";
}

/* Reads the remaining work of a run from a worker's line. The line lacks the number of attempts, which is one more than
 * at the last refresh. */
static void read_rest(supervisor *sv, size_t run, const json_t *line) {
    lg_sweep_run r = {.cost = number_of(line, "thread_seconds"),
                      .left = number_of(line, "thread_seconds_left"),
                      .seconds = number_of(line, "seconds"),
                      .started = text_of(line, "started"),
                      .finished = text_of(line, "finished"),
                      .attempts = lg_sweep_run_at(sv->s, run).attempts + 1};
    if (lg_run_state_find(text_of(line, "state"), &r.state)) set_rest(sv, run, cli_rest_of(&r));
}

static void begin_run(worker *w, size_t index) {
    char title[200], cut[CLI_CUT(TITLE)];
    const lg_sweep_run r = lg_sweep_run_at(w->supervisor->s, index);
    cli_sweep_title(&w->supervisor->axes, &r, title, sizeof title);
    cli_bar_begin(w->bar, cli_text_cut(cut, sizeof cut, title, TITLE), "step", 0);
    size_t *count =
        w->supervisor->about.count; /* may be outdated: since the last refresh, paused runs may have become planned */
    const lg_run_state before = count[LG_RUN_PLANNED] ? LG_RUN_PLANNED : LG_RUN_PAUSED;
    if (count[before]) count[before]--;
    count[LG_RUN_RUNNING]++;
}

static void show_step(worker *w, const json_t *line) {
    char tail[40];
    const json_int_t step = json_integer_value(json_object_get(line, "step"));
    const json_int_t steps = json_integer_value(json_object_get(line, "steps"));
    if (!w->bar->total) w->bar->first = step;
    snprintf(tail, sizeof tail, step < steps ? "loss %.3g" : "evaluating", number_of(line, "loss"));
    cli_bar_set(w->bar, step, steps, tail);
}

/* Prints the end of a run at once: with --json always, otherwise only if the run failed or diverged. */
static void print_end(const supervisor *sv, const json_t *line, const char *text, lg_run_state state) {
    char title[200];
    const lg_sweep_run r = lg_sweep_run_at(sv->s, (size_t)json_integer_value(json_object_get(line, "index")));
    if (sv->c->json)
        puts(text), cli_out_flush();
    else if (state == LG_RUN_FAILED || state == LG_RUN_DIVERGED)
        cli_note(sv->c, "%s: %s: %s", cli_sweep_title(&sv->axes, &r, title, sizeof title), lg_run_state_name(state),
                 json_string_value(json_object_get(line, "reason")));
}

static void end_run(worker *w, const json_t *line, const char *text) {
    supervisor *sv = w->supervisor;
    lg_run_state state;
    if (!lg_run_state_find(json_string_value(json_object_get(line, "state")), &state)) state = LG_RUN_PLANNED;
    if (sv->about.count[LG_RUN_RUNNING]) sv->about.count[LG_RUN_RUNNING]--;
    sv->about.count[state]++;
    w->bar->on = false;
    if (state == LG_RUN_PAUSED) sv->paused = true;
    if (state == LG_RUN_PLANNED || state == LG_RUN_PAUSED) return;
    w->crashes = 0;
    print_end(sv, line, text, state);
}

static void on_line(void *user, const json_t *line, const char *text) {
    worker *w = user;
    const char *event = json_string_value(json_object_get(line, "event"));
    const size_t index = (size_t)json_integer_value(json_object_get(line, "index"));
    const char *words = text_of(line, "text");
    if (event && !strcmp(event, "warning")) cli_warn(w->supervisor->c, words);
    if (!event || !json_object_get(line, "index") || index >= w->supervisor->about.runs) return;
    if (!strcmp(event, "begin"))
        begin_run(w, index);
    else if (!strcmp(event, "step"))
        show_step(w, line);
    else
        end_run(w, line, text);
    /* A "begin" line lacks the progress of earlier attempts. */
    if (strcmp(event, "begin")) read_rest(w->supervisor, index, line);
}

/* ---- ends of workers ---- */

static void stop_workers(supervisor *sv) {
    sv->stopping = true;
    for (size_t i = 0; i < sv->count; i++) cli_worker_process_signal(&sv->workers[i].process, SIGTERM);
}

static void start_worker(supervisor *sv, worker *w) {
    const int status = cli_worker_process_start(&w->process, sv->about.dir, sv->c->quiet);
    if (status != LG_OK) sv->fatal = status;
}

static void replace_worker(supervisor *sv, worker *w, int status) {
    char end[80];
    if (WIFSIGNALED(status))
        snprintf(end, sizeof end, "was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(end, sizeof end, "ended with status %d", WEXITSTATUS(status));
    const bool again = ++w->crashes < MAX_CRASHES && !sv->stopping;
    cli_note(sv->c, "a worker %s; its run is planned again%s", end, again ? ", and another worker is started" : "");
    if (again) start_worker(sv, w);
}

/* Counts the run as planned again if the worker died while training it. */
static void return_run(worker *w) {
    size_t *count = w->supervisor->about.count;
    if (!w->bar->on || !count[LG_RUN_RUNNING]) return;
    count[LG_RUN_RUNNING]--;
    count[LG_RUN_PLANNED]++;
}

static void end_worker(supervisor *sv, worker *w) {
    const int status = cli_worker_process_end(&w->process), code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return_run(w);
    w->bar->on = false;
    if (code == LG_OK || code == LG_SOME_FAILED || code == LG_PREEMPTED || code == 128 + SIGINT) return;
    if (code == LG_FAILED) { /* a new worker would lack the same resource; the other workers may still have enough */
        sv->lacking = true;
        w->crashes = MAX_CRASHES;
        return;
    }
    if (code != LG_USAGE && code != LG_CORRUPT) {
        replace_worker(sv, w, status);
        return;
    }
    sv->fatal = code; /* the worker has printed the reason, and every other worker would fail in the same way */
    stop_workers(sv);
}

/* ---- supervision ---- */

/* Starts workers, at most one per unfinished run. This includes runs leased by other processes, because workers take
 * over such a run when its lease expires. */
static void start_workers(supervisor *sv) {
    const size_t left = sv->about.runs - cli_sweep_ended(&sv->about);
    for (size_t i = 0; i < sv->count && i < left && sv->fatal == LG_OK; i++)
        if (sv->workers[i].crashes < MAX_CRASHES) start_worker(sv, &sv->workers[i]);
    if (sv->fatal != LG_OK) stop_workers(sv);
}

/* Waits briefly for output of workers. Returns false if no worker is left. */
static bool poll_workers(supervisor *sv, struct pollfd *fds) {
    size_t alive = 0;
    if (!sv->stopping && (cli_signals_stop() || cli_out_write_failed())) stop_workers(sv);
    for (size_t i = 0; i < sv->count; i++) {
        fds[i] = (struct pollfd){.fd = sv->workers[i].process.pid ? sv->workers[i].process.fd : -1, .events = POLLIN};
        alive += sv->workers[i].process.pid != 0;
    }
    if (!alive) return false;
    if (poll(fds, sv->count, POLL) > 0)
        for (size_t i = 0; i < sv->count; i++)
            if (fds[i].fd >= 0 && fds[i].revents &&
                !cli_worker_process_read(&sv->workers[i].process, on_line, &sv->workers[i]))
                end_worker(sv, &sv->workers[i]);
    show_total(sv);
    return true;
}

static int refresh_counts(supervisor *sv) {
    const lg_status status = lg_sweep_refresh(sv->s);
    if (status != LG_OK) return cli_fail_library(sv->c, status);
    sv->about = lg_sweep_about(sv->s);
    sv->all = (cli_rest){0};
    sv->paused = false;
    sv->refreshed = cli_seconds();
    for (size_t i = 0; sv->runs && i < sv->about.runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(sv->s, i);
        const cli_rest x = cli_rest_of(&r), was = sv->runs[i];
        sv->runs[i] = (cli_rest){0};
        set_rest(sv, i, r.state == LG_RUN_RUNNING && was.took > x.took ? was : x); /* `was`, from a worker, is newer */
    }
    return LG_OK;
}

static bool all_gave_up(const supervisor *sv) {
    size_t up = 0;
    for (size_t i = 0; i < sv->count; i++) up += sv->workers[i].crashes >= MAX_CRASHES;
    return up == sv->count;
}

/* All remaining runs are leased by other processes, which may release them. */
static void wait_for_others(supervisor *sv) {
    if (!sv->waiting) cli_note(sv->c, "the remaining runs are being trained by other workers; waiting");
    sv->waiting = true;
    if (poll(NULL, 0, PAUSE) < 0 && errno == EINTR && cli_signals_stop()) sv->stopping = true;
    show_total(sv);
}

static int supervise_workers(supervisor *sv, struct pollfd *fds) {
    int status = refresh_counts(sv);
    /* Even if all runs are blocked, workers are started once: they may find a rung that can now be decided. */
    bool begun = false;
    while (status == LG_OK && !sv->stopping && cli_sweep_ended(&sv->about) < sv->about.runs &&
           (!begun || !cli_sweep_blocked(&sv->about))) {
        begun = true;
        start_workers(sv);
        while (status == LG_OK && poll_workers(sv, fds))
            if (sv->paused && cli_seconds() - sv->refreshed > REFRESH) status = refresh_counts(sv);
        if (status != LG_OK) stop_workers(sv);
        if (sv->fatal != LG_OK) return sv->fatal;
        if (sv->stopping) break;
        if (all_gave_up(sv) && sv->lacking)
            return cli_fail(LG_FAILED,
                            "giving up: the machine lacks a resource that every worker needs; once it is available, "
                            "the same command resumes the sweep");
        if (all_gave_up(sv))
            return cli_fail(LG_FAILED, "giving up: every worker crashed %d times in a row", MAX_CRASHES);
        status = refresh_counts(sv);
        show_total(sv); /* once more: the last worker may have decided a rung before it ended */
        if (status == LG_OK && cli_sweep_ended(&sv->about) < sv->about.runs && !cli_sweep_blocked(&sv->about))
            wait_for_others(sv);
    }
    return status;
}

/* ---- the whole sweep ---- */

static int fail_some(const supervisor *sv, const char *word) {
    char again[LG_SHELL_WORD + 100] = "";
    const size_t *count = sv->about.count;
    if (count[LG_RUN_FAILED])
        snprintf(again, sizeof again, ", `lengthen sweep resume %s --failed` retries failed runs", word);
    return cli_fail(LG_SOME_FAILED,
                    "%zu of %zu runs failed or diverged; `lengthen sweep status %s` lists the reasons%s",
                    count[LG_RUN_FAILED] + count[LG_RUN_DIVERGED], sv->about.runs, word, again);
}

static int print_outcome(supervisor *sv) {
    char counts[CLI_COUNTS];
    const int status = refresh_counts(sv);
    if (status != LG_OK) return status;
    cli_sweep_put(sv->s);
    if (!sv->c->json) cli_out_say("%s: %s", sv->about.dir, cli_sweep_counts(&sv->about, counts));
    if (sv->stopping) {
        cli_note(sv->c, "interrupted; checkpoints are written, and the same command resumes the sweep");
        return cli_signals_status();
    }
    char word[LG_SHELL_WORD];
    lg_text_shell_word(sv->about.dir, word);
    if (cli_sweep_blocked(&sv->about))
        return cli_fail(LG_SOME_FAILED,
                        "%zu runs wait at a rung for %zu failed runs; `lengthen sweep resume %s --failed` retries "
                        "these runs, --without-failed decides the rung without them",
                        sv->about.count[LG_RUN_PAUSED], sv->about.count[LG_RUN_FAILED], word);
    if (cli_sweep_outcome(&sv->about) != LG_OK) return fail_some(sv, word);
    cli_note(sv->c, "`lengthen report %s --html` writes the results as a page", word);
    return LG_OK;
}

/* Runs the hook unless the sweep was interrupted. */
static void run_hook(supervisor *sv, int status) {
    char counts[CLI_COUNTS];
    if (sv->stopping || (status != LG_OK && status != LG_SOME_FAILED)) return;
    cli_hooks hooks = cli_hooks_of(sv->c);
    const cli_hook_fact facts[] = {{"LENGTHEN_SWEEP", sv->about.dir},
                                   {"LENGTHEN_STATUS", status == LG_OK ? "done" : "failed"},
                                   {"LENGTHEN_COUNTS", cli_sweep_counts(&sv->about, counts)},
                                   {NULL, NULL}};
    cli_hooks_start(&hooks, facts);
    cli_hooks_end(&hooks);
}

static int run_workers(supervisor *sv) {
    char title[40];
    struct pollfd *fds = calloc(sv->count, sizeof *fds);
    int status = fds ? cli_axes_read(&sv->axes, sv->s) : cli_fail(LG_FAILED, "out of memory");
    if (status == LG_OK) {
        snprintf(title, sizeof title, "%zu runs", sv->about.runs);
        cli_signals_catch();
        cli_progress_begin(&sv->c->progress, !sv->c->json && !sv->c->quiet, title, "run",
                           (int64_t)cli_sweep_ended(&sv->about));
        cli_progress_above(&sv->c->progress, sv->bars, sv->count);
        status = supervise_workers(sv, fds);
        cli_progress_end(&sv->c->progress);
    }
    free(fds);
    return status;
}

static int count_processors(cli *c, size_t *count) {
    lg_machine machine;
    const lg_status status = lg_doctor(c->context, false, &machine);
    if (status == LG_OK) *count = (size_t)machine.threads;
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

int cli_supervisor_run(cli *c, lg_sweep *s, int jobs) {
    supervisor sv = {.c = c, .s = s, .about = lg_sweep_about(s), .count = (size_t)jobs};
    int status = jobs ? LG_OK : count_processors(c, &sv.count);
    const size_t left = sv.about.runs - cli_sweep_ended(&sv.about);
    if (sv.count > left) sv.count = left;
    if (status == LG_OK && left) {
        sv.workers = calloc(sv.count, sizeof *sv.workers);
        sv.bars = calloc(sv.count, sizeof *sv.bars);
        sv.runs = calloc(sv.about.runs, sizeof *sv.runs);
        status = sv.workers && sv.bars && sv.runs ? LG_OK : cli_fail(LG_FAILED, "out of memory");
        for (size_t i = 0; status == LG_OK && i < sv.count; i++)
            sv.workers[i] = (worker){.supervisor = &sv, .process.fd = -1, .bar = &sv.bars[i]};
        if (status == LG_OK) status = run_workers(&sv);
    }
    if (status == LG_OK) status = print_outcome(&sv);
    if (left) run_hook(&sv, status);
    cli_axes_free(&sv.axes);
    free(sv.workers);
    free(sv.bars);
    free(sv.runs);
    return status;
}
