/* grid_file.h: a sweep file while it is read; private to the grid*.c files. */
#ifndef LG_SWEEP_PLAN_GRID_FILE_H
#define LG_SWEEP_PLAN_GRID_FILE_H

#include "config/yaml.h"
#include "sweep/plan/grid.h"
#include "sweep/plan/presentation.h"

#define LG_GRID_FILE_MAX ((size_t)1 << 20) /* bytes of a sweep file */

typedef struct lg_grid_file {
    const char *path;
    lg_manifest *m;             /* the plan being built */
    lg_arena *arena;            /* the manifest's arena */
    const lg_grid_names *names; /* NULL: `reports:` and `published:` may use any name */
    lg_error *err;
} lg_grid_file;

/* Fails with the location of a node or of its key. */
bool lg_grid_fail(const lg_grid_file *f, lg_yaml_mark at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Zeroed memory from the manifest's arena; NULL on failure. */
void *lg_grid_alloc(const lg_grid_file *f, size_t count, size_t size);
/* Calls lg_arena_grow for the manifest's arena; NULL on failure. */
void *lg_grid_grow(const lg_grid_file *f, void *array, size_t count, size_t *capacity, size_t size);
/* "FILE:LINE:COLUMN". */
#define LG_GRID_LOCATION 4200
const char *lg_grid_location(const lg_grid_file *f, lg_yaml_mark at, char where[LG_GRID_LOCATION]);
/* Makes a pair with copies of the texts. */
bool lg_grid_pair(const lg_grid_file *f, const char *key, const char *value, const char *where, lg_pair *out);
size_t lg_yaml_count(const lg_yaml_node *first);                                   /* number of nodes from `first` on */
bool lg_grid_text(const lg_grid_file *f, const lg_yaml_node *n, const char **out); /* n NULL: leaves *out unchanged */
/* The text of a scalar, or the scalars of a list joined by commas. NULL on failure. */
const char *lg_grid_join(const lg_grid_file *f, const lg_yaml_node *n);

/* Maximum number of labels of an axis. It is far above what users need and stops mistyped ranges. */
#define LG_GRID_LABELS 100000

/* Makes a linked list of a single node or of the nodes of a list. For integer options, ranges are replaced by their
 * numbers. o: the option; NULL if the labels are not values of an option. key: for error messages. */
bool lg_grid_values(const lg_grid_file *f, const lg_option *o, const char *key, const lg_yaml_node *n,
                    const lg_yaml_node **out);

/* A copy of a name of `length` bytes, as UTF-8. NULL on failure: control characters are refused. */
const char *lg_grid_file_name(const lg_grid_file *f, const char *from, size_t length);
/* Reads the options that all runs share. Absent nodes are NULL. */
bool lg_grid_base(const lg_grid_file *f, const lg_yaml_node *base, const lg_yaml_node *set);
/* *same: `set:` has not changed since the plan was made. */
bool lg_grid_same_set(const lg_grid_file *f, const lg_yaml_node *set, const lg_manifest *plan, bool *same);

/* Describes the labels of a run for a message. Returns text. */
const char *lg_grid_labels(const lg_manifest *m, size_t run, char *text, size_t size);
/* Refuses runs that differ only in seed.positions and draw no positions in training. draws: [runs], true if the run
 * draws positions in training. */
bool lg_grid_check_seeds(const lg_grid_file *f, const bool *draws);

/* Reads the axes of `grid:`. */
bool lg_grid_axes(const lg_grid_file *f, const lg_yaml_node *grid);
/* Reads the labels of one axis, in the syntax of a grid. */
bool lg_grid_axis_read(const lg_grid_file *f, const lg_yaml_node *n, lg_grid_axis *a);
/* lg_grid_axes_extend reserves space for further axes. lg_grid_axis_new adds an axis without labels.
 * lg_grid_axis_choices sets the labels of an axis. lg_grid_axis_drawn sets the distribution from which the labels were
 * drawn. */
bool lg_grid_axes_extend(const lg_grid_file *f, size_t more);
int lg_grid_axis_new(const lg_grid_file *f, const char *name);
void lg_grid_axis_choices(lg_manifest *m, int axis, const lg_choice_set *choices, size_t count);
void lg_grid_axis_drawn(lg_manifest *m, int axis, const char *drawn);

/* True if the axis is named after an option and its labels are values of that option. */
bool lg_grid_axis_has_values(const lg_grid_axis *a);
size_t lg_grid_axis_label(const lg_grid_axis *a, const char *label); /* index of the label; a->count if there is none */
/* Adds as labels the words that the axis does not have yet. The new labels set these pairs or, if count is 0, are
 * values of the axis's option. */
bool lg_grid_axis_add(const lg_grid_file *f, int axis, const lg_yaml_node *words, const lg_pair *pairs, size_t count);

/* A rule of `exclude:` or `include:`: labels of some axes, and further options. */
typedef struct lg_grid_rule {
    const lg_yaml_node *node;
    bool including;         /* rule of `include:`: it may have `set:` and create labels */
    const bool *const *has; /* [axes][labels]: the rule lists the label; NULL for an axis that it does not mention */
    const lg_pair *extra;   /* `set:` */
    size_t extras;
    size_t matched; /* number of matching combinations */
} lg_grid_rule;
bool lg_grid_rule_read(const lg_grid_file *f, const lg_yaml_node *n, bool including, lg_grid_rule *rule);

/* Reads the nodes of a map as one set of settings. */
bool lg_grid_pairs(const lg_grid_file *f, const lg_yaml_node *first, const lg_pair **out, size_t *count);

/* One part of the sweep file, such as `random:`: the axes that it adds, and the combinations of their labels
 * (draw/draw.h). */
typedef struct lg_combinations {
    size_t first, axes; /* first: index in the plan of the first of these axes; axes: their number */
    const int *labels;  /* [rows, axes], a combination in each row; NULL: all combinations */
    size_t rows;
} lg_combinations;

/* Makes all runs: first the combinations that no rule of `exclude:` matches, in the order in which the first axis
 * changes slowest; then the runs of `include:`. The lists of rules are NULL if absent. */
bool lg_grid_combine(const lg_grid_file *f, const lg_combinations *parts, size_t count, const lg_yaml_node *exclude,
                     const lg_yaml_node *include);
/* Reads the promotion rule from the parts of the file (NULL: absent). Needs the axes. */
bool lg_grid_promotion(const lg_grid_file *f, const lg_yaml_node *const parts[LG_PROMOTIONS]);
/* Fails if `set:` (NULL: absent) contains an option that every run overrides. */
bool lg_grid_check_set(const lg_grid_file *f, const lg_yaml_node *set);
/* Resolves the config of each run and sets the run's id. Skips combinations in which a value of the grid has no
 * effect. */
bool lg_grid_name(const lg_grid_file *f);
/* True if this error means that a value of the grid has no effect in the run. */
bool lg_grid_is_idle(const lg_manifest *m, size_t run, const lg_error *words);
bool lg_grid_leave_out(const lg_grid_file *f, size_t run, const lg_error *words); /* false: out of memory */
/* Fails if a label has no runs left after combinations were skipped; the message gives the reason why they were
 * skipped. */
bool lg_grid_check_left(const lg_grid_file *f);

/* Refuses control characters in keys and scalars, except those allowed in a note. */
bool lg_grid_check_nodes(const lg_grid_file *f, const lg_yaml_node *first);
/* Reads the parts of a sweep file that determine how runs are shown; ignores other parts. */
bool lg_grid_presentation(const lg_grid_file *f, const lg_yaml_node *first, lg_presentation *out);
/* Reads `compare:` (NULL: absent); its tables refer to labels of the manifest's axes. */
bool lg_grid_comparisons(const lg_grid_file *f, const lg_yaml_node *n, const lg_comparison **out, size_t *count);

#endif
