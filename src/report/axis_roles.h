/* axis_roles.h: the role of each axis of a sweep in a report. The labels of an axis are rows or columns, or the report
 * shows means over them, or it shows only the label with the best results. */
#ifndef LG_REPORT_AXIS_ROLES_H
#define LG_REPORT_AXIS_ROLES_H

#include "api/report.h"
#include "sweep/plan/manifest.h"

/* LG_ROLE_NONE: all runs of the report have the same label. */
typedef enum lg_axis_role { LG_ROLE_NONE, LG_ROLE_ROWS, LG_ROLE_COLUMNS, LG_ROLE_MEAN, LG_ROLE_BEST } lg_axis_role;

typedef struct lg_axis_roles {
    const lg_axis_role *role;  /* [axes] */
    const int *rows, *columns; /* indices of axes; the first changes slowest */
    size_t row_count, column_count;
    const bool *const *kept; /* [axes][labels]: false for labels that `where` excludes; NULL: all are kept */
    const char *filter;      /* what `where` keeps: "seed=1,2; task=even_pairs"; or "" */
} lg_axis_roles;

/* Gives each axis its role. The order of precedence is `asked`, then `own` (the layout in the sweep file), then the
 * manifest's `selection`, then the defaults. Defaults:
 * - The task is a row.
 * - Seeds are averaged.
 * - The best learning rate is chosen, unless the learning rate is the only axis.
 * - All other axes are columns if no columns were named and there are at most LG_COLUMNS_MAX columns; else their best
 *   label is chosen.
 *
 * Fails (LG_USAGE) on unknown axes, axes with two roles and unknown labels. */
#define LG_COLUMNS_MAX 24
bool lg_axis_roles_choose(const lg_manifest *m, const lg_report_layout *asked, const lg_report_layout *own,
                          lg_arena *arena, lg_axis_roles *out, lg_error *err);

/* The names of all axes with this role, separated by commas; "" without any. NULL: out of memory. */
const char *lg_axis_roles_names(const lg_manifest *m, const lg_axis_roles *r, lg_axis_role role, lg_arena *arena);
/* Does an axis with this role separate runs by task? */
bool lg_axis_roles_split_tasks(const lg_manifest *m, const lg_axis_roles *r, lg_axis_role role);
/* True if an axis that is not a column sets this option: runs of one column may then differ in it. */
bool lg_axis_roles_mix(const lg_manifest *m, const lg_axis_roles *r, const char *key);
/* Does `where` keep the run? */
bool lg_axis_roles_keep(const lg_manifest *m, const lg_axis_roles *r, size_t run);
/* `text` followed by the run's label on an axis. named: the axis name precedes bare values, as in "blocks 2". NULL: out
 * of memory. */
const char *lg_axis_roles_add(const lg_manifest *m, size_t axis, size_t run, bool named, const char *text,
                              lg_arena *arena);
/* The labels of a run on these axes; with `named`, "relative, randomized, blocks 2". NULL: out of memory. */
const char *lg_axis_roles_label(const lg_manifest *m, const int *axes, size_t count, size_t run, bool named,
                                lg_arena *arena);

#endif
