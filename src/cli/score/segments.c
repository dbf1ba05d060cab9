/* segments.c: a score for each segment: a line each, and a column for each system. */
#include <stdio.h>

#include "cli/score/score.h"

static void print_json(const cli_scoring *s, size_t system, size_t segment, const lg_text_score *x) {
    json_t *o = cli_out_object("lengthen.translation_segment/1");
    cli_out_text(o, "system", s->systems[system].name);
    cli_out_int(o, "segment", (int64_t)segment + 1);
    cli_score_members(s, o, x);
    cli_out_line(o);
}

int cli_score_segments(const cli_scoring *s) {
    for (size_t i = 0; i < s->segments && !cli_out_write_failed(); i++) {
        for (size_t j = 0; j < s->system_count; j++) {
            const lg_text_score x = lg_scorer_score(s->scorer, s->sums[j] + i * s->width);
            if (s->c->json)
                print_json(s, j, i, &x);
            else
                printf("%s%.2f", j > 0 ? "\t" : "", x.score);
        }
        if (!s->c->json) putchar('\n');
    }
    return LG_OK;
}
