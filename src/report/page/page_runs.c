/* page_runs.c: the runs of a page: an array for each member, with an entry for each run of the plan. Members that few
 * runs have are objects keyed by run. */
#include <math.h>

#include "report/page/page.h"
#include "report/page/page_json.h"

typedef void (*entry_fn)(const lg_report *r, size_t run, lg_json *j);

static void write_column(const lg_report *r, const char *key, entry_fn entry, lg_json *j) {
    lg_json_open_list(j, key);
    for (size_t i = 0; i < r->manifest->run_count; i++) entry(r, i, j);
    lg_json_close_list(j);
}

static void write_id(const lg_report *r, size_t run, lg_json *j) {
    lg_json_put_text(j, NULL, lg_planned_name(r->manifest, run));
}

static void write_state(const lg_report *r, size_t run, lg_json *j) {
    lg_json_put_int(j, NULL, r->results->runs[run].state);
}

static void write_step(const lg_report *r, size_t run, lg_json *j) {
    lg_json_put_int(j, NULL, r->results->runs[run].step);
}

static void write_steps(const lg_report *r, size_t run, lg_json *j) {
    lg_json_put_int(j, NULL, r->results->runs[run].steps);
}

static void write_score(const lg_report *r, size_t run, lg_json *j) {
    lg_page_put_rounded(j, NULL, lg_results_score(r->results, run), 8);
}

static void write_loss(const lg_report *r, size_t run, lg_json *j) {
    lg_page_put_rounded(j, NULL, r->results->runs[run].loss, 6);
}

static void write_seconds(const lg_report *r, size_t run, lg_json *j) {
    lg_page_put_rounded(j, NULL, r->results->runs[run].seconds, 1);
}

static void write_labels(const lg_report *r, lg_json *j) {
    lg_json_open_list(j, "labels");
    for (size_t a = 0; a < r->manifest->axis_count; a++) {
        lg_json_open_list(j, NULL);
        for (size_t i = 0; i < r->manifest->run_count; i++) lg_json_put_int(j, NULL, r->manifest->runs[i].labels[a]);
        lg_json_close_list(j);
    }
    lg_json_close_list(j);
}

/* ---- sparse members ---- */

/* Writes the member of one run, or nothing if it has none. */
typedef void (*member_fn)(const lg_report *r, size_t run, const char *key, lg_json *j);

static void write_sparse(const lg_report *r, const char *key, member_fn member, lg_json *j) {
    lg_json_open(j, key);
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        char index[24];
        snprintf(index, sizeof index, "%zu", i);
        member(r, i, index, j);
    }
    lg_json_close(j);
}

static void write_extra(const lg_report *r, size_t run, const char *key, lg_json *j) {
    const lg_planned_run *p = &r->manifest->runs[run];
    if (p->extras == 0) return;
    lg_json_open_list(j, key);
    lg_page_put_pairs(j, p->extra, p->extras);
    lg_json_close_list(j);
}

static void write_reason(const lg_report *r, size_t run, const char *key, lg_json *j) {
    const char *reason = r->results->runs[run].reason;
    if (*reason != '\0') lg_json_put_text(j, key, reason);
}

static void write_progress(const lg_report *r, size_t run, const char *key, lg_json *j) {
    const lg_run_result *result = &r->results->runs[run];
    if (result->progress_count == 0) return;
    lg_json_open_list(j, key);
    for (size_t i = 0; i < result->progress_count; i++) {
        lg_json_open_list(j, NULL);
        lg_json_put_int(j, NULL, result->progress[i].step);
        lg_page_put_rounded(j, NULL, result->progress[i].seconds, 1);
        lg_page_put_rounded(j, NULL, result->progress[i].scores[r->results->metric], 6);
        lg_json_close_list(j);
    }
    lg_json_close_list(j);
}

/* If all loads together have more numbers than this, the shares of experts are omitted. */
#define MAX_SHARES 200000

static bool has_shares(const lg_report *r) {
    size_t count = 0;
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        const lg_load_record *x = &r->results->runs[i].load;
        count += (size_t)x->sublayers * (size_t)x->experts;
    }
    return count <= MAX_SHARES;
}

static void write_load(const lg_report *r, size_t run, const char *key, lg_json *j) {
    const lg_load_record *x = &r->results->runs[run].load;
    if (x->sublayers == 0) return;
    lg_json_open(j, key);
    lg_page_put_rounded(j, "dropped", x->dropped, 4);
    lg_json_open_list(j, "load");
    for (int i = 0; has_shares(r) && i < x->sublayers; i++) {
        lg_json_open_list(j, NULL);
        for (int e = 0; e < x->experts; e++) lg_page_put_rounded(j, NULL, x->load[i * x->experts + e], 4);
        lg_json_close_list(j);
    }
    lg_json_close_list(j);
    lg_json_close(j);
}

bool lg_page_write_runs(const lg_report *r, lg_json *j, lg_error *err) {
    lg_json_open(j, "runs");
    write_column(r, "id", write_id, j);
    write_labels(r, j);
    write_column(r, "state", write_state, j);
    write_column(r, "step", write_step, j);
    write_column(r, "steps", write_steps, j);
    write_column(r, "score", write_score, j);
    write_column(r, "loss", write_loss, j);
    write_column(r, "seconds", write_seconds, j);
    write_sparse(r, "extra", write_extra, j);
    if (!lg_page_write_implied(r, j, err)) return false;
    write_sparse(r, "reason", write_reason, j);
    write_sparse(r, "progress", write_progress, j);
    lg_json_put_text(j, "validated", lg_report_validated(r));
    write_sparse(r, "experts", write_load, j);
    lg_json_close(j);
    return true;
}
