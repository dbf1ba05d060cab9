/* parameter.h: the table of a model's parameters (names, shapes, offsets in one flat array, initial values) and of the
 * packed copies that linear maps read. All graphs of a model share one table. */
#ifndef LG_GRAPH_PARAMETER_H
#define LG_GRAPH_PARAMETER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/key.h"
#include "base/real.h"
#include "kernel/view.h"

/* Distribution of initial values, one of:
 *   constant `scale`
 *   normal of mean `low` and standard deviation `scale`
 *   normal of mean 0, truncated at two standard deviations and not rescaled (its true standard deviation is 0.8796
 *   scale)
 *   uniform in [low, high)
 *   a matrix with `high` in row `row` and `low` elsewhere
 *   random orthogonal: the rows of a matrix (its columns, if there are fewer) are orthogonal vectors of length
 *   `scale` */
typedef struct lg_initial {
    enum {
        LG_INITIAL_CONSTANT,
        LG_INITIAL_NORMAL,
        LG_INITIAL_TRUNCATED,
        LG_INITIAL_UNIFORM,
        LG_INITIAL_ROW,
        LG_INITIAL_ORTHOGONAL
    } distribution;
    double scale;
    double low, high;
    int row;
} lg_initial;

typedef struct lg_parameter_row {
    const char *name;
    int rank, shape[4];
    size_t count;  /* elements */
    size_t offset; /* bytes in the flat array; a multiple of 64 */
    lg_initial initial;
    double low, high; /* bounds of the values; infinite: no bounds */
    int role;         /* its purpose (nn/record/role.h) */
} lg_parameter_row;

/* Which rows of a parameter are packed: `rows` rows from `first` on, of a matrix [.,N] or of stacked matrices [E,K,N].
 * full: packed for float32, even if other linear maps use bfloat16. */
typedef struct lg_packing {
    int parameter, first, rows;
    bool transpose, full;
} lg_packing;

/* A packed copy. */
typedef struct lg_pack_row {
    lg_packing of;
    size_t offset, bytes;
} lg_pack_row;

typedef struct lg_parameters {
    lg_arena *arena;
    lg_parameter_row *rows;
    int count, capacity;
    size_t bytes; /* size of the flat array, including gaps */
    lg_pack_row *packs;
    int pack_count, pack_capacity;
    size_t packed_bytes;
} lg_parameters;

lg_parameters *lg_parameters_new(void); /* NULL: out of memory */
void lg_parameters_free(lg_parameters *p);
int lg_parameters_find(const lg_parameters *p, const char *name); /* -1 if there is no such row */
/* Returns the index of the row of that name, and adds the row if it is new. Returns -1 with a message if a row of that
 * name has another shape, or if out of memory. */
int lg_parameters_get(lg_parameters *p, const char *name, int rank, const int *shape, lg_initial initial,
                      lg_error *err);
/* Keeps the parameter's values in [low, high], initially and after each optimizer step. */
void lg_parameters_bound(lg_parameters *p, int parameter, double low, double high);
void lg_parameters_assign(lg_parameters *p, int parameter, int role);
/* Clamps values to their bounds. */
void lg_parameters_project(const lg_parameters *p, const lg_kernels *k, lg_view flat);
/* Returns the index of this packed copy, and adds it if it is new. -1: out of memory. */
int lg_parameters_pack(lg_parameters *p, const lg_kernels *k, lg_packing of, lg_error *err);

/* Writes initial values into the host array `flat`. Each parameter is drawn from the key folded with its name, so
 * adding a parameter does not change the others. */
void lg_parameters_initialise(const lg_parameters *p, lg_key key, real *flat);
void lg_parameters_initialise_row(const lg_parameters *p, int i, lg_key key, real *flat); /* only parameter i */
/* Repacks copy i from the parameters. */
void lg_parameters_repack(const lg_parameters *p, const lg_kernels *k, int i, lg_view flat, lg_view packed);

#endif
