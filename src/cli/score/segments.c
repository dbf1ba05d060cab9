/* segments.c: prints a score per segment: one line each, with a column per system. */
#include <stdio.h>

#include "cli/score/score.h"
#include "cli/ui/out.h"

typedef struct row {
    const char *system;
    size_t segment;
    cli_text_score score;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, system, "system", "file of the system", .heading = "system"),
    LG_MEMBER(row, segment, "segment", "line number, from 1", .heading = "segment"),
    LG_ROW(row, score, NULL, "", &cli_schema_text_score),
    {0},
};
const lg_schema cli_schema_translation_segment = {
    .name = "lengthen.translation_segment/1",
    .about = "`score --sentence`: one row per segment and system.",
    .members = members,
};

static lg_text_score score_of(const cli_scoring *s, size_t segment, size_t system) {
    return lg_scorer_score(s->scorer, s->sums[system] + segment * s->width);
}

/* Prints tab-separated columns, for `paste`, `sort` and similar programs. */
static void print_line(const cli_scoring *s, size_t segment) {
    for (size_t j = 0; j < s->system_count; j++) printf("%s%.2f", j > 0 ? "\t" : "", score_of(s, segment, j).score);
    putchar('\n');
}

static void put_rows(const cli_scoring *s, size_t segment, cli_rows *rows) {
    for (size_t j = 0; j < s->system_count; j++) {
        const lg_text_score x = score_of(s, segment, j);
        cli_rows_put(rows, &(row){s->systems[j].name, segment + 1, cli_text_score_of(s, &x)});
    }
}

int cli_score_segments(const cli_scoring *s) {
    const bool plain = cli_is_plain();
    cli_rows rows = {0};
    if (!plain) rows = cli_rows_begin(&cli_schema_translation_segment);
    for (size_t i = 0; i < s->segments && !cli_out_write_failed(); i++)
        plain ? print_line(s, i) : put_rows(s, i, &rows);
    if (!plain) cli_rows_end(&rows, LG_OK);
    return LG_OK;
}
