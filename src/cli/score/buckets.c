/* buckets.c: scores by the length of the source. Segments whose sources have alike many words are a corpus of their
 * own: their sums are added. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/score/score.h"
#include "cli/ui/print.h"

/* The segments of one bucket. */
typedef struct bucket {
    size_t segments;
    double *sums; /* [system_count, width] */
} bucket;

typedef struct buckets {
    const cli_scoring *s;
    size_t width; /* bucket i has sources of i * width words or more, and fewer than (i + 1) * width */
    size_t count;
    bucket *at; /* [count] */
} buckets;

static size_t bucket_of(const buckets *b, size_t segment) {
    return lg_scorer_words(b->s->source.at[segment]) / b->width;
}

/* Buckets up to that of the longest source. */
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

static void print_json(const buckets *b, size_t i) {
    const cli_scoring *s = b->s;
    for (size_t j = 0; j < s->system_count; j++) {
        const lg_text_score x = lg_scorer_score(s->scorer, b->at[i].sums + j * s->width);
        json_t *o = cli_out_object("lengthen.translation_bucket/1");
        cli_out_text(o, "system", s->systems[j].name);
        cli_out_int(o, "first", (int64_t)(i * b->width));
        cli_out_int(o, "last", (int64_t)(i * b->width + b->width - 1));
        cli_out_int(o, "segments", (int64_t)b->at[i].segments);
        cli_score_members(s, o, &x);
        cli_out_line(o);
    }
}

static lg_sheet *begin_table(const cli_scoring *s) {
    char *kinds = malloc(s->system_count + 3);
    if (!kinds) cli_out_lose();
    for (size_t i = 0; kinds && i < s->system_count + 2; i++) kinds[i] = 'r';
    if (kinds) kinds[s->system_count + 2] = 0;
    lg_sheet *t = kinds ? lg_sheet_new(kinds) : NULL;
    free(kinds);
    lg_sheet_cell(t, "source words");
    lg_sheet_cell(t, "segments");
    for (size_t i = 0; i < s->system_count; i++) lg_sheet_cell(t, "%s", s->systems[i].name);
    return t;
}

static void print_table(const buckets *b) {
    const cli_scoring *s = b->s;
    lg_sheet *t = begin_table(s);
    for (size_t i = 0; i < b->count; i++) {
        if (b->at[i].segments == 0) continue;
        lg_sheet_cell(t, "%zu..%zu", i * b->width, i * b->width + b->width - 1);
        lg_sheet_cell(t, "%zu", b->at[i].segments);
        for (size_t j = 0; j < s->system_count; j++)
            lg_sheet_number(t, lg_scorer_score(s->scorer, b->at[i].sums + j * s->width).score, 2);
    }
    putchar('\n');
    cli_sheet_print(t, stdout);
}

static void print_buckets(const buckets *b) {
    if (!b->s->c->json) {
        print_table(b);
        return;
    }
    for (size_t i = 0; i < b->count; i++)
        if (b->at[i].segments > 0) print_json(b, i);
}

int cli_score_buckets(const cli_scoring *s, size_t width) {
    buckets b = {.s = s, .width = width};
    const bool filled = fill_buckets(&b);
    if (filled) print_buckets(&b);
    for (size_t i = 0; b.at && i < b.count; i++) free(b.at[i].sums);
    free(b.at);
    return filled ? LG_OK : cli_fail(LG_FAILED, "out of memory: %zu buckets of source lengths", b.count);
}
