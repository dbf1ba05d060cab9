/* distribution.h: distributions from which a sweep draws the values of an option. Each has a file and a line in
 * distributions.def. The drawn values become the labels of an axis of the plan, without duplicates, in the order in
 * which they are first drawn. */
#ifndef LG_SWEEP_DISTRIBUTION_DISTRIBUTION_H
#define LG_SWEEP_DISTRIBUTION_DISTRIBUTION_H

#include "base/entry.h"
#include "base/key.h"
#include "sweep/plan/grid_file.h"

/* The distribution of one option. */
typedef struct lg_drawn_option {
    const struct lg_distribution *distribution;
    const char *key;  /* the full name of the option, or the name of the axis */
    int axis;         /* index of the axis in the plan */
    double low, high; /* bounds, for distributions of numbers */
    lg_choice_set *choices;
    size_t capacity; /* capacity of `choices` */
    lg_yaml_mark mark;
} lg_drawn_option;

typedef struct lg_distribution {
    LG_ENTRY;
    /* Reads the parameters of the distribution. n: the value after the distribution's name, except that n->key is the
     * name of the axis. */
    bool (*read)(const lg_grid_file *f, const lg_yaml_node *n, lg_drawn_option *option);
    /* Draws a label of the axis. */
    bool (*draw)(const lg_grid_file *f, lg_drawn_option *option, lg_random *r, int *label);
} lg_distribution;

extern const lg_distribution *const lg_distributions[];        /* terminated by NULL */
const lg_distribution *lg_distribution_find(const char *name); /* NULL if there is none */
const char *lg_distribution_names(const lg_grid_file *f);      /* "uniform, log_uniform, ..." */

/* ---- functions for distributions ---- */

/* Reads [low, high] for an option of this type: low < high, and both must be valid values of the option. */
bool lg_drawn_option_bounds(const lg_grid_file *f, const lg_yaml_node *n, lg_type type, lg_drawn_option *option);
/* Returns in *label the index of a value's label, which is added to the axis if it is new. Integers are written in
 * full, other numbers with four significant digits. */
bool lg_drawn_option_label(const lg_grid_file *f, lg_drawn_option *option, double value, int *label);

#endif
