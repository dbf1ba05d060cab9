/* page_runs.c: the runs of a page: a column for each member, with an entry for each run of the plan; what few runs have
 * is an object by run. */
#include <math.h>

#include "report/page/page.h"
#include "report/page/page_json.h"

typedef void (*entry_fn)(const lg_report *r, size_t run, FILE *to);

static void write_column(const lg_report *r, const char *key, bool first, entry_fn entry, FILE *to) {
    lg_page_key(to, key, first);
    fputc('[', to);
    for (size_t i = 0; i < r->manifest->run_count; i++) lg_page_next(to, i), entry(r, i, to);
    fputc(']', to);
}

static void write_id(const lg_report *r, size_t run, FILE *to) {
    lg_page_text(to, r->manifest->runs[run].id);
}

static void write_state(const lg_report *r, size_t run, FILE *to) {
    lg_page_int(to, r->results->runs[run].state);
}

static void write_step(const lg_report *r, size_t run, FILE *to) {
    lg_page_int(to, r->results->runs[run].step);
}

static void write_steps(const lg_report *r, size_t run, FILE *to) {
    lg_page_int(to, r->results->runs[run].steps);
}

static void write_score(const lg_report *r, size_t run, FILE *to) {
    lg_page_real(to, lg_results_score(r->results, run), 8);
}

static void write_loss(const lg_report *r, size_t run, FILE *to) {
    lg_page_real(to, r->results->runs[run].loss, 6);
}

static void write_seconds(const lg_report *r, size_t run, FILE *to) {
    lg_page_real(to, r->results->runs[run].seconds, 1);
}

static void write_labels(const lg_report *r, FILE *to) {
    lg_page_key(to, "labels", false);
    fputc('[', to);
    for (size_t a = 0; a < r->manifest->axis_count; a++) {
        lg_page_next(to, a);
        fputc('[', to);
        for (size_t i = 0; i < r->manifest->run_count; i++)
            lg_page_next(to, i), lg_page_int(to, r->manifest->runs[i].labels[a]);
        fputc(']', to);
    }
    fputc(']', to);
}

/* ---- what few runs have ---- */

/* Writes the member of one run, after its key; false, and nothing, where it has none. */
typedef bool (*member_fn)(const lg_report *r, size_t run, size_t before, FILE *to);

static void write_sparse(const lg_report *r, const char *key, member_fn member, FILE *to) {
    size_t count = 0;
    lg_page_key(to, key, false);
    fputc('{', to);
    for (size_t i = 0; i < r->manifest->run_count; i++) count += member(r, i, count, to);
    fputc('}', to);
}

static void begin_member(size_t run, size_t before, FILE *to) {
    lg_page_next(to, before);
    fprintf(to, "\"%zu\":", run);
}

static bool write_extra(const lg_report *r, size_t run, size_t before, FILE *to) {
    const lg_planned_run *p = &r->manifest->runs[run];
    if (p->extras == 0) return false;
    begin_member(run, before, to);
    fputc('[', to);
    lg_page_pairs(p->extra, p->extras, 0, to);
    fputc(']', to);
    return true;
}

static bool write_reason(const lg_report *r, size_t run, size_t before, FILE *to) {
    if (*r->results->runs[run].reason == '\0') return false;
    begin_member(run, before, to);
    lg_page_text(to, r->results->runs[run].reason);
    return true;
}

static bool write_progress(const lg_report *r, size_t run, size_t before, FILE *to) {
    const lg_run_result *result = &r->results->runs[run];
    if (result->progress_count == 0) return false;
    begin_member(run, before, to);
    for (size_t i = 0; i < result->progress_count; i++) {
        fputs(i == 0 ? "[[" : "],[", to);
        lg_page_int(to, result->progress[i].step);
        fputc(',', to);
        lg_page_real(to, result->progress[i].seconds, 1);
        fputc(',', to);
        lg_page_real(to, result->progress[i].scores[r->results->metric], 6);
    }
    fputs("]]", to);
    return true;
}

/* Where all loads together are more numbers than this, shares of experts are left out. */
#define MAX_SHARES 200000

static bool has_shares(const lg_report *r) {
    size_t count = 0;
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        const lg_load_record *x = &r->results->runs[i].load;
        count += (size_t)x->sublayers * (size_t)x->experts;
    }
    return count <= MAX_SHARES;
}

static bool write_load(const lg_report *r, size_t run, size_t before, FILE *to) {
    const lg_load_record *x = &r->results->runs[run].load;
    if (x->sublayers == 0) return false;
    begin_member(run, before, to);
    fputs("{\"dropped\":", to);
    lg_page_real(to, x->dropped, 4);
    fputs(",\"load\":[", to);
    for (int i = 0; has_shares(r) && i < x->sublayers; i++) {
        fputs(i == 0 ? "[" : "],[", to);
        for (int e = 0; e < x->experts; e++) {
            lg_page_next(to, (size_t)e);
            lg_page_real(to, x->load[i * x->experts + e], 4);
        }
    }
    fputs(has_shares(r) ? "]]}" : "]}", to);
    return true;
}

bool lg_page_write_runs(const lg_report *r, FILE *to, lg_error *err) {
    lg_page_key(to, "runs", false);
    fputc('{', to);
    write_column(r, "id", true, write_id, to);
    write_labels(r, to);
    write_column(r, "state", false, write_state, to);
    write_column(r, "step", false, write_step, to);
    write_column(r, "steps", false, write_steps, to);
    write_column(r, "score", false, write_score, to);
    write_column(r, "loss", false, write_loss, to);
    write_column(r, "seconds", false, write_seconds, to);
    write_sparse(r, "extra", write_extra, to);
    if (!lg_page_write_brought(r, to, err)) return false;
    write_sparse(r, "reason", write_reason, to);
    write_sparse(r, "progress", write_progress, to);
    lg_page_key(to, "validated", false);
    lg_page_text(to, lg_report_validated(r));
    write_sparse(r, "experts", write_load, to);
    fputc('}', to);
    return true;
}
