/* grid_file.h: a sweep file while it is being read: the private header of the grid*.c files. */
#ifndef LG_SWEEP_PLAN_GRID_FILE_H
#define LG_SWEEP_PLAN_GRID_FILE_H

#include "config/yaml.h"
#include "sweep/plan/grid.h"
#include "sweep/plan/presentation.h"

#define LG_GRID_FILE_MAX ((size_t)1 << 20) /* bytes of a sweep file */

typedef struct lg_grid_file {
    const char *path;
    lg_manifest *m;             /* what it comes to */
    lg_arena *arena;            /* that of the manifest */
    const lg_grid_names *names; /* NULL: any */
    lg_error *err;
} lg_grid_file;

/* Fails with the place of a node, or of its key. */
bool lg_grid_fail(const lg_grid_file *f, lg_yaml_mark at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Zeroed memory of the manifest; NULL after a failure. */
void *lg_grid_alloc(const lg_grid_file *f, size_t count, size_t size);
/* lg_arena_grow; NULL after a failure. */
void *lg_grid_grow(const lg_grid_file *f, void *array, size_t count, size_t *capacity, size_t size);
/* "FILE:LINE:COLUMN". */
#define LG_GRID_LOCATION 4200
const char *lg_grid_location(const lg_grid_file *f, lg_yaml_mark at, char where[LG_GRID_LOCATION]);
/* A pair of copies. */
bool lg_grid_pair(const lg_grid_file *f, const char *key, const char *value, const char *where, lg_pair *out);
size_t lg_yaml_count(const lg_yaml_node *first);                                   /* nodes from this one on */
bool lg_grid_text(const lg_grid_file *f, const lg_yaml_node *n, const char **out); /* n NULL: *out stays as it is */
/* A scalar, or those of a list with commas. NULL after a failure. */
const char *lg_grid_join(const lg_grid_file *f, const lg_yaml_node *n);

/* Labels of an axis: more than anybody would write, and than a range should make by mistake. */
#define LG_GRID_LABELS 100000

/* A node, or those of a list, one after another; where the option wants whole numbers, those of a range stand in its
 * place. `o`: NULL for labels that are no values; key: for error texts. */
bool lg_grid_values(const lg_grid_file *f, const lg_option *o, const char *key, const lg_yaml_node *n,
                    const lg_yaml_node **out);

/* A copy of a name of `length` bytes, as UTF-8. NULL after a failure: control characters are refused. */
const char *lg_grid_file_name(const lg_grid_file *f, const char *from, size_t length);
/* What all runs share. The nodes are NULL where there are none. */
bool lg_grid_base(const lg_grid_file *f, const lg_yaml_node *base, const lg_yaml_node *set);
/* Is `set:` as it was when the plan was made? */
bool lg_grid_same_set(const lg_grid_file *f, const lg_yaml_node *set, const lg_manifest *plan, bool *same);

/* The labels of a run, for a message. Returns text. */
const char *lg_grid_labels(const lg_manifest *m, size_t run, char *text, size_t size);
/* Refuses runs that differ in seed.positions alone where no positions are drawn. draws: [runs]. */
bool lg_grid_check_seeds(const lg_grid_file *f, const bool *draws);

/* `grid:`: the axes. */
bool lg_grid_axes(const lg_grid_file *f, const lg_yaml_node *grid);
/* The labels of one axis, as it stands in a grid. */
bool lg_grid_axis_read(const lg_grid_file *f, const lg_yaml_node *n, lg_grid_axis *a);
/* Room for further axes behind those of the plan; a new one there, without labels; its labels; where they come from. */
bool lg_grid_axes_extend(const lg_grid_file *f, size_t more);
int lg_grid_axis_new(const lg_grid_file *f, const char *name);
void lg_grid_axis_choices(lg_manifest *m, int axis, const lg_choice_set *choices, size_t count);
void lg_grid_axis_drawn(lg_manifest *m, int axis, const char *drawn);

/* Are its labels values of the option that it is named after? */
bool lg_grid_axis_has_values(const lg_grid_axis *a);
size_t lg_grid_axis_label(const lg_grid_axis *a, const char *label); /* its index; the count where there is none */
/* Makes labels of the words that the axis lacks, with what they set; count 0: values of the axis's option. */
bool lg_grid_axis_add(const lg_grid_file *f, int axis, const lg_yaml_node *words, const lg_pair *pairs, size_t count);

/* A rule of `exclude:` or `include:`: labels of some axes, and options beside them. */
typedef struct lg_grid_rule {
    const lg_yaml_node *node;
    bool including;         /* it may have settings, and make labels */
    const bool *const *has; /* [axes][labels]: is it among those of the rule? NULL for an axis that it does not name */
    const lg_pair *extra;   /* `set:` */
    size_t extras;
    size_t matched; /* combinations */
} lg_grid_rule;
bool lg_grid_rule_read(const lg_grid_file *f, const lg_yaml_node *n, bool including, lg_grid_rule *rule);

/* The nodes of a map as settings that go together. */
bool lg_grid_pairs(const lg_grid_file *f, const lg_yaml_node *first, const lg_pair **out, size_t *count);

/* The combinations of the axes that one part of the file has added (draw/draw.h). */
typedef struct lg_combinations {
    size_t first, axes; /* of the plan */
    const int *labels;  /* [rows, axes]; NULL: all combinations of their labels */
    size_t rows;
} lg_combinations;

/* All runs: the combinations that no rule excludes, in the order of the axes, the first changing slowest, and then
 * those that rules include. The lists of rules are NULL where there are none. */
bool lg_grid_combine(const lg_grid_file *f, const lg_combinations *parts, size_t count, const lg_yaml_node *exclude,
                     const lg_yaml_node *include);
/* Which runs go on, by the parts of the rules, each NULL where the file has none. The axes are known. */
bool lg_grid_promotion(const lg_grid_file *f, const lg_yaml_node *const parts[LG_PROMOTIONS]);
/* `set:`, NULL where there is none: fails on an option that every run sets itself. */
bool lg_grid_check_set(const lg_grid_file *f, const lg_yaml_node *set);
/* Resolves the config of each run and names the run after it. Leaves out combinations in which a value of the grid has
 * no effect. */
bool lg_grid_name(const lg_grid_file *f);
/* Was a run refused with these words since a value of the grid has no effect in it? */
bool lg_grid_is_idle(const lg_manifest *m, size_t run, const lg_error *words);
bool lg_grid_leave_out(const lg_grid_file *f, size_t run, const lg_error *words); /* counts it; false: out of memory */
/* Has each label of what was left out runs that stay? Else fails with the reason. */
bool lg_grid_check_left(const lg_grid_file *f);

/* Keys and scalars have no control characters but those of a note. */
bool lg_grid_check_nodes(const lg_grid_file *f, const lg_yaml_node *first);
/* What the parts of a sweep file say about showing its runs; other parts are not looked at. */
bool lg_grid_presentation(const lg_grid_file *f, const lg_yaml_node *first, lg_presentation *out);
/* `compare:`, NULL where there is none: tables about labels that the axes of the manifest have. */
bool lg_grid_comparisons(const lg_grid_file *f, const lg_yaml_node *n, const lg_comparison **out, size_t *count);

#endif
