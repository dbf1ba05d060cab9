/* scoring.c: reads the files to score, and computes the sums of each segment. */
#include <stdlib.h>
#include <string.h>

#include "cli/score/score.h"

static int no_memory(const cli_scoring *s) {
    return cli_fail(LG_FAILED, "out of memory: %zu segments", s->segments);
}

/* ---- files ---- */

static int check_lines(const cli_scoring *s, const cli_file_lines *l) {
    if (l->count == s->segments) return LG_OK;
    return cli_fail(LG_USAGE, "%s has %zu line%s, but %s has %zu; expected line i of both files to be the same segment",
                    s->systems[0].name, s->segments, s->segments == 1 ? "" : "s", l->name, l->count);
}

static int read_checked(const cli_scoring *s, cli_file_lines *l, const char *path) {
    const int status = cli_file_lines_read(s->c, l, path);
    return status == LG_OK ? check_lines(s, l) : status;
}

static int check_standard_input(const cli_args *args) {
    size_t at = 0, count = 0;
    for (size_t i = 0; i < args->positional_count; i++) count += !strcmp(args->positionals[i], "-");
    for (const char *path; (path = cli_flag_next(args, "versus", &at));) count += !strcmp(path, "-");
    const char *source = cli_flag_value(args, "source");
    count += source && !strcmp(source, "-");
    return count <= 1 ? LG_OK : cli_fail(LG_USAGE, "- is standard input and can stand for one file only");
}

static int read_systems(cli_scoring *s) {
    const cli_args *args = &s->c->args;
    size_t at = 0;
    int status = cli_file_lines_read(s->c, &s->systems[s->system_count++], args->positionals[0]);
    if (status != LG_OK) return status;
    s->segments = s->systems[0].count;
    if (s->segments == 0)
        return cli_fail(LG_USAGE, "%s is empty; expected one line per segment", s->systems[0].name);
    for (const char *path; status == LG_OK && (path = cli_flag_next(args, "versus", &at));)
        status = read_checked(s, &s->systems[s->system_count++], path);
    return status;
}

int cli_scoring_read(cli_scoring *s) {
    const cli_args *args = &s->c->args;
    const char *source = cli_flag_value(args, "source");
    s->systems = calloc(args->flag_count + 1, sizeof *s->systems);
    s->references = calloc(args->positional_count, sizeof *s->references);
    if (!s->systems || !s->references) return no_memory(s);
    int status = check_standard_input(args);
    if (status == LG_OK) status = read_systems(s);
    for (size_t i = 1; status == LG_OK && i < args->positional_count; i++)
        status = read_checked(s, &s->references[s->reference_count++], args->positionals[i]);
    return status == LG_OK && source ? read_checked(s, &s->source, source) : status;
}

/* ---- sums ---- */

/* Collects the references of a segment into texts [reference_count]. */
static void gather_references(const cli_scoring *s, size_t segment, const char **texts) {
    for (size_t i = 0; i < s->reference_count; i++) texts[i] = s->references[i].at[segment];
}

/* The number of references per segment that are not blank; 0: it varies between segments. Prints a note if some
 * segments have only blank references. */
static size_t count_references(const cli_scoring *s, const char **texts) {
    size_t first = 0, blank = 0;
    bool varies = false;
    for (size_t i = 0; i < s->segments; i++) {
        gather_references(s, i, texts);
        const size_t count = lg_scorer_references(texts, s->reference_count);
        if (i == 0) first = count;
        varies |= count != first;
        blank += count == 0;
    }
    if (blank > 0)
        cli_note(s->c, "%zu of %zu segments have only blank references, which match nothing", blank,
                 s->segments);
    return varies ? 0 : first;
}

static int measure_system(cli_scoring *s, size_t system, const char **texts) {
    lg_status status = LG_OK;
    double *sums = malloc(s->segments * s->width * sizeof *sums);
    if (!sums) return no_memory(s);
    s->sums[system] = sums;
    for (size_t i = 0; status == LG_OK && i < s->segments; i++) {
        gather_references(s, i, texts);
        status = lg_scorer_segment(s->c->context, s->scorer, s->systems[system].at[i], texts, s->reference_count,
                                   sums + i * s->width);
    }
    return status == LG_OK ? LG_OK : cli_fail_library(s->c, status);
}

int cli_scoring_measure(cli_scoring *s) {
    const char **texts = malloc(s->reference_count * sizeof *texts);
    s->width = lg_scorer_sums(s->scorer);
    s->sums = calloc(s->system_count, sizeof *s->sums);
    int status = texts && s->sums ? LG_OK : no_memory(s);
    if (status == LG_OK)
        lg_scorer_signature(s->scorer, count_references(s, texts), s->resamples, s->seed, s->signature);
    for (size_t i = 0; status == LG_OK && i < s->system_count; i++) status = measure_system(s, i, texts);
    free(texts);
    return status;
}

void cli_scoring_free(cli_scoring *s) {
    for (size_t i = 0; s->sums && i < s->system_count; i++) free(s->sums[i]);
    for (size_t i = 0; i < s->system_count; i++) cli_file_lines_free(&s->systems[i]);
    for (size_t i = 0; i < s->reference_count; i++) cli_file_lines_free(&s->references[i]);
    cli_file_lines_free(&s->source);
    free(s->sums);
    free(s->systems);
    free(s->references);
    lg_scorer_free(s->scorer);
}
