/* together.c: see together.h. A run alone has a line of progress and ends with its table; several have a line each
 * while they are under way, and a total, and end with one table of all. */
#include "cli/together.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/curve.h"
#include "cli/out.h"
#include "cli/signals.h"
#include "cli/testing.h"
#include "cli/text.h"

typedef struct crew crew;

/* A run being trained. */
typedef struct member {
    crew *crew;
    lg_config *config;
    cli_curve curve; /* curve.run is its directory */
    cli_bar *bar;    /* its line, where there are several */
    char title[40];
    bool begun, testing;    /* the first step has been reported, the first new test */
    int64_t steps, done;    /* wanted, done */
    lg_work_report work;    /* where there are several */
    double share;           /* of the test after training: done */
    bool failed;            /* what it has not done is wanted no more */
    int64_t tested, wanted; /* lengths */
} member;

struct crew {
    cli *c;
    member *members;
    cli_bar *bars;
    size_t count, done, failed, stopped; /* runs: all, those that ended */
    bool begun;                          /* the total is being shown */
};

/* ---- progress ---- */

static bool alone(const member *m) {
    return m->crew->count == 1;
}

static bool shows(const cli *c) {
    return !c->json && !c->quiet;
}

/* Steps of all runs: done, and wanted. Those that a failed run has not done are wanted no more. */
static void count_steps(const crew *w, int64_t *done, int64_t *total) {
    *done = *total = 0;
    for (size_t i = 0; i < w->count; i++) {
        *done += w->members[i].done;
        *total += w->members[i].failed ? w->members[i].done : w->members[i].steps;
    }
}

/* Of the work of all runs, training and testing: the share that is done. */
static double share_done(const crew *w) {
    double done = 0, total = 0;
    for (size_t i = 0; i < w->count; i++) {
        const member *m = &w->members[i];
        const double own =
            m->work.training * (double)m->done / (double)(m->steps ? m->steps : 1) + m->work.testing * m->share;
        done += own;
        total += m->failed ? own : m->work.training + m->work.testing;
    }
    return total > 0 ? done / total : 0;
}

static void show_total(crew *w) {
    char title[40], tail[80] = "";
    int64_t done, total;
    cli_progress *p = &w->c->progress;
    count_steps(w, &done, &total);
    snprintf(title, sizeof title, "%zu runs", w->count);
    if (!w->begun) {
        cli_progress_begin(p, shows(w->c), title, "step", done);
        cli_progress_above(p, w->bars, w->count);
    }
    cli_progress_weigh(p, share_done(w));
    w->begun = true;
    size_t at = (size_t)snprintf(tail, sizeof tail, "%zu done", w->done);
    if (w->failed) snprintf(tail + at, sizeof tail - at, ", %zu failed", w->failed);
    cli_progress_show(p, done, total, tail);
}

static void begin_line(member *m, const char *unit, int64_t done) {
    if (alone(m))
        cli_progress_begin(&m->crew->c->progress, shows(m->crew->c), m->title, unit, done);
    else
        cli_bar_begin(m->bar, m->title, unit, done);
}

static void show_line(member *m, int64_t done, int64_t total, const char *tail) {
    if (alone(m)) {
        cli_progress_show(&m->crew->c->progress, done, total, tail);
    } else {
        cli_bar_set(m->bar, done, total, tail);
        show_total(m->crew);
    }
}

/* ---- what the library tells ---- */

static void print_step(const member *m, const lg_step_report *r) {
    json_t *o = cli_out_object("lengthen.step/1");
    cli_out_text(o, "run", m->curve.run);
    cli_out_int(o, "step", r->step);
    cli_out_int(o, "steps", r->steps);
    cli_out_int(o, "length", r->length);
    cli_out_real(o, "loss", r->loss);
    cli_out_real(o, "accuracy", r->accuracy);
    cli_out_real(o, "grad_norm", r->grad_norm);
    cli_out_real(o, "learning_rate", r->learning_rate);
    cli_out_real(o, "seconds", r->seconds);
    cli_out_real(o, "steps_per_second", r->steps_per_second);
    cli_out_line(o);
}

static void on_step(void *user, const lg_step_report *r) {
    member *m = user;
    if (m->crew->c->json && r->logged) print_step(m, r);
    m->done = r->step;
    if (!m->begun) begin_line(m, "step", r->step);
    m->begun = true;
    char tail[40];
    snprintf(tail, sizeof tail, "loss %.3g", r->loss);
    show_line(m, r->step, r->steps, tail);
}

static void on_testing(void *user, const lg_testing_report *r) {
    const member *m = user;
    cli_testing_begin(m->crew->c, NULL, r);
}

static void on_length(void *user, const lg_length_report *r) {
    member *m = user;
    cli_curve_add(&m->curve, r);
    m->tested++;
    m->done = m->steps;
    m->share = r->share;
    if (r->kept) return;
    if (alone(m)) {
        cli_testing_show(m->crew->c, r, m->tested, m->wanted);
        return;
    }
    if (!m->testing) begin_line(m, "length", m->tested);
    m->testing = true;
    char tail[80];
    snprintf(tail, sizeof tail, "length %d: %.1f %%", r->length, 100 * r->accuracy);
    cli_bar_weigh(m->bar, r->share);
    show_line(m, m->tested, m->wanted, tail);
}

static void on_score(void *user, int64_t step, const lg_score_report *r) {
    const member *m = user;
    cli *c = m->crew->c;
    if (!c->json) {
        cli_note(c, "%s%sstep %lld: score %.1f %%, lengths %d..%d", alone(m) ? "" : m->curve.run, alone(m) ? "" : ": ",
                 (long long)step, 100 * r->score, r->first, r->last);
        return;
    }
    json_t *o = cli_out_object("lengthen.test/1");
    cli_out_text(o, "run", m->curve.run);
    cli_out_int(o, "step", step);
    cli_curve_score_json(o, r);
    cli_out_line(o);
}

static bool on_stop(void *user) {
    (void)user;
    return cli_signals_stop() || cli_out_broken();
}

/* ---- the end of a run ---- */

static json_t *points_json(const cli_curve *c) {
    json_t *list = json_array();
    for (size_t i = 0; i < c->count; i++) {
        json_t *o = json_object();
        cli_curve_point_json(o, &c->points[i]);
        json_array_append_new(list, o);
    }
    return list;
}

/* error: words of a failure, or NULL. */
static void print_outcome(const member *m, const lg_outcome *out, const char *error) {
    json_t *o = cli_out_object("lengthen.outcome/1");
    cli_out_text(o, "status", out->status ? out->status : "failed");
    cli_out_text(o, "dir", out->dir);
    cli_out_int(o, "step", out->step);
    cli_out_real(o, "loss", out->loss);
    cli_out_real(o, "accuracy", out->accuracy);
    cli_out_real(o, "seconds", out->seconds);
    if (out->has_score) cli_curve_score_json(o, &out->score);
    json_object_set_new(o, "tested", points_json(&m->curve));
    if (error) cli_out_text(o, "error", error);
    cli_out_line(o);
}

static void keep_score(member *m, const lg_outcome *out) {
    m->curve.scored = out->has_score;
    m->curve.score = out->score;
}

static bool is_known(const lg_outcome *out) {
    return out->status && !strcmp(out->status, "already done");
}

/* One of several has ended well. */
static void tell_done(const member *m, const lg_outcome *out) {
    char score[40] = "";
    if (out->has_score && isfinite(out->score.score))
        snprintf(score, sizeof score, ", score %.1f %%", 100 * out->score.score);
    cli_note(m->crew->c, "%s: %s%s", out->dir, out->status, score);
}

static void on_result(void *user, const lg_result *r) {
    member *m = user;
    crew *w = m->crew;
    cli *c = w->c;
    const bool failed = r->status != LG_OK && r->status != LG_PREEMPTED;
    m->bar->on = false;
    if (r->status == LG_OK)
        w->done++, m->done = m->steps, m->share = 1, keep_score(m, &r->outcome);
    else if (failed)
        w->failed++, m->failed = true;
    else
        w->stopped++;
    if (c->json) print_outcome(m, &r->outcome, failed ? r->text : NULL);
    if (failed)
        cli_progress_clear(&c->progress), cli_fail(r->status, "%s", r->text);
    else if (r->status == LG_OK)
        tell_done(m, &r->outcome);
    if (w->begun) show_total(w);
}

/* ---- the end of all ---- */

static int say_stopped(cli *c, const char *what) {
    cli_note(c, "%s; %s written, and the same command goes on from here", lg_error_text(c->context), what);
    return cli_signals_status();
}

static void print_one(member *m, const lg_outcome *out) {
    cli_curves_name(&m->curve, 1);
    if (m->curve.count)
        cli_curves_print(&m->curve, 1);
    else if (out->has_score)
        printf("%s: score %.1f %% (%s)\n", out->dir, 100 * out->score.score, out->score.rule);
    else
        printf("%s: loss %.4g after %lld steps\n", out->dir, out->loss, (long long)out->step);
}

/* What a status means, after the library's own words where it is a failure. */
static int finish_one(member *m, lg_status status, const lg_outcome *out) {
    cli *c = m->crew->c;
    cli_progress_end(&c->progress);
    keep_score(m, out);
    if (c->json && out->status) print_outcome(m, out, NULL);
    if (status == LG_PREEMPTED) return say_stopped(c, "the checkpoint is");
    if (status != LG_OK) return cli_fail_library(c, status);
    if (is_known(out)) cli_note(c, "%s is done already; `lengthen eval %s` tests it again", out->dir, out->dir);
    if (!c->json) print_one(m, out);
    if (!is_known(out)) cli_note(c, "the run is in %s", out->dir);
    return LG_OK;
}

/* One table of all that were tested. */
static int print_all(const crew *w) {
    cli_curve *curves = calloc(w->count, sizeof *curves);
    if (!curves) return cli_fail(LG_FAILED, "out of memory");
    size_t n = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->members[i].curve.scored && w->members[i].curve.count) curves[n++] = w->members[i].curve;
    if (n) {
        cli_curves_name(curves, n);
        cli_curves_print(curves, n);
    }
    free(curves);
    return LG_OK;
}

static int finish_all(crew *w, lg_status status) {
    cli *c = w->c;
    cli_progress_end(&c->progress);
    if (status == LG_PREEMPTED) return say_stopped(c, "their checkpoints are");
    if (status != LG_OK && status != LG_SOME_FAILED) return cli_fail_library(c, status);
    int printed = c->json ? LG_OK : print_all(w);
    if (printed != LG_OK) return printed;
    if (status == LG_OK) return LG_OK;
    return cli_fail(status, "%zu of %zu runs failed", w->failed, w->count);
}

/* ---- the whole ---- */

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* Titles of equal width: the directory's own name, or where that is but a hash, what tells the run from the others. */
static int name_lines(crew *w) {
    int widest = 0;
    cli_curve *curves = calloc(w->count, sizeof *curves);
    if (!curves) return cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 0; i < w->count; i++) curves[i] = w->members[i].curve;
    cli_curves_name(curves, w->count);
    for (size_t i = 0; i < w->count; i++) {
        member *m = &w->members[i];
        const char *name = last_part(m->curve.run), *hash = lg_config_hash(m->config);
        cli_text_cut(m->title, sizeof m->title, hash && !strcmp(name, hash) ? curves[i].label : name, 32);
        if (cli_text_width(m->title) > widest) widest = cli_text_width(m->title);
    }
    for (size_t i = 0; i < w->count; i++)
        for (char *title = w->members[i].title;
             cli_text_width(title) < widest && strlen(title) + 1 < sizeof w->members[i].title;)
            strcat(title, " ");
    free(curves);
    return LG_OK;
}

static lg_callbacks calls_of(member *m) {
    lg_callbacks calls = {.user = m, .step = on_step, .length = on_length, .score = on_score, .stop = on_stop};
    if (alone(m) && shows(m->crew->c)) calls.testing = on_testing;
    if (!alone(m)) calls.result = on_result;
    return calls;
}

static int train_one(member *m) {
    lg_callbacks calls = calls_of(m);
    lg_outcome out = {0};
    lg_status status = lg_train(m->config, &calls, &out);
    return finish_one(m, status, &out);
}

static int train_all(crew *w, const cli_plan *plan, int jobs) {
    lg_callbacks *calls = calloc(w->count, sizeof *calls);
    lg_result *results = calloc(w->count, sizeof *results);
    int status = calls && results ? name_lines(w) : cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 0; status == LG_OK && i < w->count; i++) calls[i] = calls_of(&w->members[i]);
    if (status == LG_OK)
        status = finish_all(w, lg_train_all(w->c->context, plan->configs, w->count, jobs, calls, results));
    free(calls);
    free(results);
    return status;
}

static void open_member(crew *w, size_t i, lg_config *f) {
    member *m = &w->members[i];
    *m = (member){.crew = w, .config = f, .bar = &w->bars[i]};
    m->curve = (cli_curve){.run = lg_config_get(f, "out"), .config = f};
    snprintf(m->title, sizeof m->title, "%s", lg_config_get(f, "task"));
    m->steps = strtoll(lg_config_get(f, "train.steps"), NULL, 10);
    m->wanted = cli_lengths_count(lg_config_get(f, "eval.lengths"));
    /* What cannot be counted cannot be trained either, and is told then. */
    if (w->count > 1 && shows(w->c)) lg_config_work(f, &m->work);
}

int cli_train_together(cli *c, const cli_plan *plan, int jobs) {
    crew w = {.c = c, .count = plan->count};
    w.members = calloc(w.count, sizeof *w.members);
    w.bars = calloc(w.count, sizeof *w.bars);
    int status = w.members && w.bars ? LG_OK : cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 0; status == LG_OK && i < w.count; i++) open_member(&w, i, plan->configs[i]);
    cli_signals_catch();
    if (status == LG_OK) status = w.count == 1 ? train_one(&w.members[0]) : train_all(&w, plan, jobs);
    for (size_t i = 0; w.members && i < w.count; i++) cli_curve_free(&w.members[i].curve);
    free(w.members);
    free(w.bars);
    return status;
}
