/* buckets.c: scores by source length. Segments with similar numbers of source words form a bucket, which is scored as a
 * corpus: the sums of its segments are added. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/score/score.h"

/* The segments of one bucket. */
typedef struct bucket {
    size_t segments;
    double *sums; /* [system_count, cli_scoring.width] */
} bucket;

typedef struct buckets {
    const cli_scoring *s;
    size_t width; /* in words: sources of bucket i have i * width to (i + 1) * width - 1 words */
    size_t count;
    bucket *at; /* [count] */
} buckets;

static size_t bucket_of(const buckets *b, size_t segment) {
    return lg_scorer_words(b->s->source.at[segment]) / b->width;
}

/* Allocates the buckets, up to the bucket of the longest source. */
static bool make_buckets(buckets *b) {
    const cli_scoring *s = b->s;
    for (size_t i = 0; i < s->segments; i++)
        if (bucket_of(b, i) >= b->count) b->count = bucket_of(b, i) + 1;
    b->at = calloc(b->count, sizeof *b->at);
    return b->at;
}

static bool add_segment(buckets *b, size_t segment) {
    const cli_scoring *s = b->s;
    bucket *to = &b->at[bucket_of(b, segment)];
    if (!to->sums) to->sums = calloc(s->system_count * s->width, sizeof *to->sums);
    if (!to->sums) return false;
    to->segments++;
    for (size_t i = 0; i < s->system_count; i++)
        for (size_t j = 0; j < s->width; j++) to->sums[i * s->width + j] += s->sums[i][segment * s->width + j];
    return true;
}

static bool fill_buckets(buckets *b) {
    if (!make_buckets(b)) return false;
    for (size_t i = 0; i < b->s->segments; i++)
        if (!add_segment(b, i)) return false;
    return true;
}

/* ---- rows ---- */

typedef struct row {
    const char *system;
    size_t first, last, segments;
    cli_text_score score;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, system, "system", "file of the system"),
    LG_MEMBER(row, first, "first", "smallest number of source words in the bucket"),
    LG_MEMBER(row, last, "last", "largest number of source words in the bucket"),
    LG_MEMBER(row, segments, "segments", "number of segments in the bucket"),
    LG_ROW(row, score, NULL, "", &cli_schema_text_score),
    {0},
};
const lg_schema cli_schema_translation_bucket = {
    .name = "lengthen.translation_bucket/1",
    .about = "`score --source`: one row per bucket of source lengths and system.",
    .members = members,
};

static lg_sheet *begin_table(const cli_scoring *s) {
    char *kinds = calloc(s->system_count + 3, 1);
    lg_sheet *t = kinds ? lg_sheet_new(memset(kinds, 'r', s->system_count + 2)) : NULL;
    free(kinds);
    lg_sheet_cell(t, "source words");
    lg_sheet_cell(t, "segments");
    for (size_t i = 0; i < s->system_count; i++) lg_sheet_cell(t, "%s", s->systems[i].name);
    return t;
}

/* Adds a row to the table, and prints one row of data per system. */
static void print_bucket(const buckets *b, size_t i, lg_sheet *t) {
    const cli_scoring *s = b->s;
    const size_t first = i * b->width, last = first + b->width - 1, segments = b->at[i].segments;
    if (segments == 0) return;
    lg_sheet_cell(t, "%zu..%zu", first, last);
    lg_sheet_cell(t, "%zu", segments);
    for (size_t j = 0; j < s->system_count; j++) {
        const lg_text_score x = lg_scorer_score(s->scorer, b->at[i].sums + j * s->width);
        lg_sheet_number(t, x.score, 2);
        cli_row_put(&cli_schema_translation_bucket,
                    &(row){s->systems[j].name, first, last, segments, cli_text_score_of(s, &x)});
    }
}

static void print_buckets(const buckets *b) {
    lg_sheet *t = cli_is_table() ? begin_table(b->s) : NULL;
    for (size_t i = 0; i < b->count; i++) print_bucket(b, i, t);
    cli_line();
    if (cli_is_table()) cli_sheet_print(t, stdout);
}

int cli_score_buckets(const cli_scoring *s, size_t width) {
    buckets b = {.s = s, .width = width};
    const bool filled = fill_buckets(&b);
    if (filled) print_buckets(&b);
    for (size_t i = 0; b.at && i < b.count; i++) free(b.at[i].sums);
    free(b.at);
    return filled ? LG_OK : cli_fail(LG_FAILED, "out of memory: %zu buckets of source lengths", b.count);
}
