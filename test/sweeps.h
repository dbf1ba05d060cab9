/* sweeps.h: makes sweep plans without a config, for tests of plans and reports. */
#ifndef SWEEPS_H
#define SWEEPS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/plan/manifest.h"

typedef struct made_sweep {
    lg_manifest manifest;
    lg_grid_axis axes[2];
    lg_choice_set rows[3];
    int (*labels)[2];
} made_sweep;

/* Makes a plan of `count` runs with labels on two axes. The id of run i is the number i; its cost is 1 + i % 7
 * seconds. */
static inline made_sweep *sweep_make(size_t count) {
    made_sweep *s = calloc(1, sizeof *s);
    s->rows[0] = (lg_choice_set){.label = "one"};
    s->rows[1] = (lg_choice_set){.label = "two, \"quoted\""};
    s->rows[2] = (lg_choice_set){.label = "three"};
    s->axes[0] = (lg_grid_axis){.name = "task", .choices = s->rows, .count = 3};
    s->axes[1] = (lg_grid_axis){.name = "scheme", .choices = s->rows, .count = 2};
    s->labels = calloc(count, sizeof *s->labels);
    s->manifest = (lg_manifest){.name = "made",
                                .title = "",
                                .note = "",
                                .published = "",
                                .axes = s->axes,
                                .axis_count = 2,
                                .runs = calloc(count, sizeof(lg_planned_run)),
                                .run_count = count,
                                .checksum = "0123456789abcdef0123456789abcdef",
                                .calibration = ""};
    for (size_t i = 0; i < count; i++) {
        lg_planned_run *r = &s->manifest.runs[i];
        snprintf(r->id, sizeof r->id, "%016zx", i);
        s->labels[i][0] = (int)(i % 3);
        s->labels[i][1] = (int)(i % 2) - (i % 4 == 2); /* some runs have no label on this axis */
        r->labels = s->labels[i];
        r->cost = 1 + (double)(i % 7);
    }
    return s;
}

static inline void sweep_unmake(made_sweep *s) {
    free(s->manifest.runs);
    free(s->labels);
    free(s);
}

#endif
