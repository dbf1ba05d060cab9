/* crew.c: see crew.h. Workers find their runs by themselves, in the registry; here they are started, listened to, told
 * to stop, and replaced when they crash. Nothing depends on this process but that: it may be killed, too. */
#include "cli/crew.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/hand.h"
#include "cli/signals.h"
#include "cli/sweep_text.h"
#include "cli/text.h"

enum { MOST_CRASHES = 5, MOMENT = 500, PAUSE = 3000 }; /* one after another without a run that ended; milliseconds */

typedef struct crew crew;

/* Where one worker after another works. */
typedef struct place {
    crew *crew;
    cli_hand hand;
    cli_bar *bar;   /* the run under way */
    double partial; /* what of its cost is done */
    int crashes;
} place;

struct crew {
    cli *c;
    lg_sweep *s;
    cli_axes axes;
    lg_sweep_info about; /* as of the last refresh, and what was heard since then */
    place *places;
    cli_bar *bars;
    size_t count;
    double ended;                    /* cost of the runs that have */
    bool stopping, waiting, lacking; /* lacking: a worker has said what the machine lacks, and ended */
    int fatal;                       /* status; LG_OK: go on */
};

/* ---- what workers tell ---- */

static void show_total(crew *w) {
    double done = w->ended;
    char counts[CLI_COUNTS];
    cli_progress *p = &w->c->progress;
    for (size_t i = 0; i < w->count; i++) done += w->places[i].partial;
    if (w->about.cost > 0) cli_progress_weigh(p, done / w->about.cost);
    cli_progress_show(p, (int64_t)cli_sweep_ended(&w->about), (int64_t)w->about.runs,
                      cli_sweep_counts(&w->about, counts));
}

static void begin_run(place *p, size_t index) {
    char title[200], cut[64];
    const lg_sweep_run r = lg_sweep_run_at(p->crew->s, index);
    cli_sweep_title(&p->crew->axes, &r, title, sizeof title);
    cli_bar_begin(p->bar, cli_text_cut(cut, sizeof cut, title, 48), "step", 0);
    if (p->crew->about.count[LG_RUN_PLANNED]) p->crew->about.count[LG_RUN_PLANNED]--;
    p->crew->about.count[LG_RUN_LEASED]++;
}

static void show_step(place *p, const json_t *line) {
    char tail[40];
    const json_int_t step = json_integer_value(json_object_get(line, "step"));
    const json_int_t steps = json_integer_value(json_object_get(line, "steps"));
    if (p->partial == 0) p->bar->first = step;
    snprintf(tail, sizeof tail, step < steps ? "loss %.3g" : "testing",
             json_number_value(json_object_get(line, "loss")));
    cli_bar_set(p->bar, step, steps, tail);
    if (steps > 0)
        p->partial = json_number_value(json_object_get(line, "thread_seconds")) * (double)step / (double)steps;
}

static lg_state state_of(const json_t *line) {
    const char *name = json_string_value(json_object_get(line, "state"));
    int s = LG_STATES - 1;
    while (s > 0 && (!name || strcmp(lg_state_name((lg_state)s), name))) s--;
    return (lg_state)s;
}

/* A failure is told at once; with --json every end. */
static void tell_end(const crew *w, const json_t *line, lg_state state) {
    char title[200];
    const lg_sweep_run r = lg_sweep_run_at(w->s, (size_t)json_integer_value(json_object_get(line, "index")));
    if (w->c->json && state != LG_RUN_PLANNED)
        cli_out_line(json_copy((json_t *)(size_t)line));
    else if (state == LG_RUN_FAILED || state == LG_RUN_DIVERGED)
        cli_note(w->c, "%s: %s: %s", cli_sweep_title(&w->axes, &r, title, sizeof title), lg_state_name(state),
                 json_string_value(json_object_get(line, "reason")));
}

static void end_run(place *p, const json_t *line) {
    crew *w = p->crew;
    const lg_state state = state_of(line);
    if (w->about.count[LG_RUN_LEASED]) w->about.count[LG_RUN_LEASED]--;
    w->about.count[state]++;
    p->bar->on = false;
    p->partial = 0;
    if (state == LG_RUN_PLANNED) return;
    p->crashes = 0;
    w->ended += json_number_value(json_object_get(line, "thread_seconds"));
    tell_end(w, line, state);
}

static void on_line(void *user, const json_t *line) {
    place *p = user;
    const char *event = json_string_value(json_object_get(line, "event"));
    const size_t index = (size_t)json_integer_value(json_object_get(line, "index"));
    if (!event || index >= p->crew->about.runs) return;
    if (!strcmp(event, "begin"))
        begin_run(p, index);
    else if (!strcmp(event, "step"))
        show_step(p, line);
    else
        end_run(p, line);
}

/* ---- the end of a worker ---- */

static void stop_all(crew *w) {
    w->stopping = true;
    for (size_t i = 0; i < w->count; i++) cli_hand_signal(&w->places[i].hand, SIGTERM);
}

static void start(crew *w, place *p) {
    const int status = cli_hand_start(&p->hand, w->about.dir, w->c->quiet);
    if (status != LG_OK) w->fatal = status;
}

static void replace(crew *w, place *p, int status) {
    char how[80];
    if (WIFSIGNALED(status))
        snprintf(how, sizeof how, "was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(how, sizeof how, "ended with status %d", WEXITSTATUS(status));
    const bool again = ++p->crashes < MOST_CRASHES && !w->stopping;
    cli_note(w->c, "a worker %s; its run is given back%s", how, again ? ", and another takes its place" : "");
    if (again) start(w, p);
}

static void bury(crew *w, place *p) {
    const int status = cli_hand_end(&p->hand), code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    p->bar->on = false;
    p->partial = 0;
    if (code == LG_OK || code == LG_SOME_FAILED || code == LG_PREEMPTED || code == 128 + SIGINT) return;
    if (code == LG_FAILED) { /* in another's place the same would happen; those beside it may have enough */
        w->lacking = true;
        p->crashes = MOST_CRASHES;
        return;
    }
    if (code != LG_USAGE && code != LG_CORRUPT) {
        replace(w, p, status);
        return;
    }
    w->fatal = code; /* it has said why, and so would all others */
    stop_all(w);
}

/* ---- watching over them ---- */

/* Starts as many as there is work for. One is needed to find the leases of the dead. */
static void start_all(crew *w) {
    const size_t left = w->about.runs - cli_sweep_ended(&w->about);
    for (size_t i = 0; i < w->count && i < left && w->fatal == LG_OK; i++)
        if (w->places[i].crashes < MOST_CRASHES) start(w, &w->places[i]);
    if (w->fatal != LG_OK) stop_all(w);
}

/* Waits a moment for something to hear. False: no worker is left. */
static bool tend(crew *w, struct pollfd *fds) {
    size_t alive = 0;
    if (!w->stopping && (cli_signals_stop() || cli_out_broken())) stop_all(w);
    for (size_t i = 0; i < w->count; i++) {
        fds[i] = (struct pollfd){.fd = w->places[i].hand.pid ? w->places[i].hand.from : -1, .events = POLLIN};
        alive += w->places[i].hand.pid != 0;
    }
    if (!alive) return false;
    if (poll(fds, w->count, MOMENT) > 0)
        for (size_t i = 0; i < w->count; i++)
            if (fds[i].fd >= 0 && fds[i].revents && !cli_hand_hear(&w->places[i].hand, on_line, &w->places[i]))
                bury(w, &w->places[i]);
    show_total(w);
    return true;
}

static int look(crew *w) {
    const lg_status status = lg_sweep_refresh(w->s);
    if (status != LG_OK) return cli_fail_library(w->c, status);
    w->about = lg_sweep_about(w->s);
    w->ended = 0;
    for (size_t i = 0; i < w->about.runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(w->s, i);
        if (r.state == LG_RUN_DONE || r.state == LG_RUN_FAILED || r.state == LG_RUN_DIVERGED) w->ended += r.cost;
    }
    return LG_OK;
}

static bool all_gave_up(const crew *w) {
    size_t up = 0;
    for (size_t i = 0; i < w->count; i++) up += w->places[i].crashes >= MOST_CRASHES;
    return up == w->count;
}

/* Runs are left, and no worker could take them: others have them. They may give them back. */
static void wait_for_others(crew *w) {
    if (!w->waiting) cli_note(w->c, "the last runs are in the hands of other workers; waiting for them");
    w->waiting = true;
    if (poll(NULL, 0, PAUSE) < 0 && errno == EINTR && cli_signals_stop()) w->stopping = true;
    show_total(w);
}

static int watch(crew *w, struct pollfd *fds) {
    int status = look(w);
    while (status == LG_OK && !w->stopping && cli_sweep_ended(&w->about) < w->about.runs) {
        start_all(w);
        while (tend(w, fds)) continue;
        if (w->fatal != LG_OK) return w->fatal;
        if (w->stopping) break;
        if (all_gave_up(w) && w->lacking)
            return cli_fail(LG_FAILED, "no worker could go on; when what the machine lacks is there again, the same "
                                       "command goes on from here");
        if (all_gave_up(w)) return cli_fail(LG_FAILED, "workers crash one after another; nothing more is tried");
        status = look(w);
        if (status == LG_OK && cli_sweep_ended(&w->about) < w->about.runs) wait_for_others(w);
    }
    return status;
}

/* ---- the whole ---- */

static int report(crew *w) {
    char counts[CLI_COUNTS];
    const int status = look(w);
    if (status != LG_OK) return status;
    if (w->c->json)
        cli_out_line(cli_sweep_json(w->s));
    else
        printf("%s: %s\n", w->about.dir, cli_sweep_counts(&w->about, counts));
    if (w->stopping) {
        cli_note(w->c, "stopped; checkpoints are written, and the same command goes on from here");
        return cli_signals_status();
    }
    if (cli_sweep_outcome(&w->about) == LG_OK) return LG_OK;
    return cli_fail(LG_SOME_FAILED, "%zu of %zu runs failed or diverged; `lengthen sweep status %s` says why",
                    w->about.count[LG_RUN_FAILED] + w->about.count[LG_RUN_DIVERGED], w->about.runs, w->about.dir);
}

static int run(crew *w) {
    char title[40];
    struct pollfd *fds = calloc(w->count, sizeof *fds);
    int status = fds ? cli_axes_read(&w->axes, w->s) : cli_fail(LG_FAILED, "out of memory");
    if (status == LG_OK) {
        snprintf(title, sizeof title, "%zu runs", w->about.runs);
        cli_signals_catch();
        cli_progress_begin(&w->c->progress, !w->c->json && !w->c->quiet, title, "run",
                           (int64_t)cli_sweep_ended(&w->about));
        cli_progress_above(&w->c->progress, w->bars, w->count);
        status = watch(w, fds);
        cli_progress_end(&w->c->progress);
    }
    free(fds);
    return status;
}

static int processors(cli *c, size_t *count) {
    lg_machine machine;
    const lg_status status = lg_doctor(c->context, false, &machine);
    if (status == LG_OK) *count = (size_t)machine.threads;
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

int cli_crew_run(cli *c, lg_sweep *s, int jobs) {
    crew w = {.c = c, .s = s, .about = lg_sweep_about(s), .count = (size_t)jobs};
    int status = jobs ? LG_OK : processors(c, &w.count);
    const size_t left = w.about.runs - cli_sweep_ended(&w.about);
    if (w.count > left) w.count = left;
    if (status == LG_OK && left) {
        w.places = calloc(w.count, sizeof *w.places);
        w.bars = calloc(w.count, sizeof *w.bars);
        status = w.places && w.bars ? LG_OK : cli_fail(LG_FAILED, "out of memory");
        for (size_t i = 0; status == LG_OK && i < w.count; i++)
            w.places[i] = (place){.crew = &w, .hand.from = -1, .bar = &w.bars[i]};
        if (status == LG_OK) status = run(&w);
    }
    if (status == LG_OK) status = report(&w);
    cli_axes_free(&w.axes);
    free(w.places);
    free(w.bars);
    return status;
}
