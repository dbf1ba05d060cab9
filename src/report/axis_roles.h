/* axis_roles.h: what each axis of a sweep does in a report: its labels are rows, are columns, are averaged over, or one
 * of them is chosen by its results. Every axis has one of these roles, and every report says which. */
#ifndef LG_REPORT_AXIS_ROLES_H
#define LG_REPORT_AXIS_ROLES_H

#include "api/report.h"
#include "sweep/plan/manifest.h"

/* none: all runs of the report have the same label. */
typedef enum lg_axis_role { LG_ROLE_NONE, LG_ROLE_ROWS, LG_ROLE_COLUMNS, LG_ROLE_MEAN, LG_ROLE_BEST } lg_axis_role;

typedef struct lg_axis_roles {
    const lg_axis_role *role;  /* [axes] */
    const int *rows, *columns; /* axes, the first changing slowest */
    size_t row_count, column_count;
    const bool *const *kept; /* [axes][labels]: false for labels that `where` leaves out */
    const char *filter;      /* "seed=1,2; task=even_pairs": what `where` keeps; "" */
} lg_axis_roles;

/* Gives each axis its role: as `asked` says; for what that leaves open as `own`, the layout of the sweep file; then as
 * the selection of the manifest has it; then by default: the task is a row, seeds are averaged, a learning rate is
 * chosen by its results (unless it is all that the grid has), and the others are columns, as long as there are no more
 * than LG_COLUMNS_MAX of them and no columns were named; else they are chosen by their results. Fails (LG_USAGE) on
 * names that are no axes, axes with two roles, labels that an axis lacks. */
#define LG_COLUMNS_MAX 24
bool lg_axis_roles_choose(const lg_manifest *m, const lg_report_layout *asked, const lg_report_layout *own,
                          lg_arena *arena, lg_axis_roles *out, lg_error *err);

/* The names of all axes with a role, with commas; "". NULL without memory. */
const char *lg_axis_roles_names(const lg_manifest *m, const lg_axis_roles *r, lg_axis_role role, lg_arena *arena);
/* Does an axis with this role say which task a run has? */
bool lg_axis_roles_split_tasks(const lg_manifest *m, const lg_axis_roles *r, lg_axis_role role);
/* May runs of one column differ in this option, since an axis that is no column sets it in several of its labels? */
bool lg_axis_roles_mix(const lg_manifest *m, const lg_axis_roles *r, const char *key);
/* Is the run among those that the report is about? */
bool lg_axis_roles_keep(const lg_manifest *m, const lg_axis_roles *r, size_t run);
/* `text` and the label of a run on an axis behind it; named: that of a number as "blocks 2". NULL without memory. */
const char *lg_axis_roles_add(const lg_manifest *m, size_t axis, size_t run, bool named, const char *text,
                              lg_arena *arena);
/* The labels of a run on these axes; named: "relative, randomized, blocks 2". NULL without memory. */
const char *lg_axis_roles_label(const lg_manifest *m, const int *axes, size_t count, size_t run, bool named,
                                lg_arena *arena);

#endif
