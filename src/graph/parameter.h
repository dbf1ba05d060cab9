/* parameter.h: the table of a model's parameters: names, shapes, offsets in one flat array, initial values; and of the
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

/* Law of the initial values: a constant, a normal of mean `low` and deviation `scale`, a normal of mean 0 truncated to
 * two deviations and not rescaled (its true deviation is 0.8796 scale), uniform in [low, high), of a matrix `high` in
 * one row and `low` in the others, or orthogonal: the rows of a matrix, or its columns where these are fewer, are at
 * right angles, of length `scale`, and their directions are random. */
typedef struct lg_initial {
    enum {
        LG_INITIAL_CONSTANT,
        LG_INITIAL_NORMAL,
        LG_INITIAL_TRUNCATED,
        LG_INITIAL_UNIFORM,
        LG_INITIAL_ROW,
        LG_INITIAL_ORTHOGONAL
    } law;
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
    double low, high; /* bounds of its values, infinite where there are none */
    int role;         /* what it is for, as its asker says (nn/record/role.h) */
} lg_parameter_row;

/* Which rows of a parameter are packed, a matrix [.,N] or several of them, one after another [E,K,N]: `rows` from
 * `first` on. full: in float32, whatever the precision of maps is. */
typedef struct lg_packing {
    int parameter, first, rows;
    bool transpose, full;
} lg_packing;

/* A packed copy of them. */
typedef struct lg_pack_row {
    lg_packing of;
    size_t offset, bytes;
} lg_pack_row;

typedef struct lg_parameters {
    lg_arena *arena;
    lg_parameter_row *rows;
    int count, capacity;
    size_t bytes; /* of the flat array, gaps included */
    lg_pack_row *packs;
    int pack_count, pack_capacity;
    size_t packed_bytes;
} lg_parameters;

lg_parameters *lg_parameters_new(void); /* NULL: no memory */
void lg_parameters_free(lg_parameters *p);
int lg_parameters_find(const lg_parameters *p, const char *name); /* -1 if there is none */
/* The row of that name; made when missing. -1 and words when it exists with another shape, or without memory. */
int lg_parameters_get(lg_parameters *p, const char *name, int rank, const int *shape, lg_initial initial,
                      lg_error *err);
/* From now on the values stay in [low, high]: the initial ones, and those after each step of an optimizer. */
void lg_parameters_bound(lg_parameters *p, int parameter, double low, double high);
void lg_parameters_assign(lg_parameters *p, int parameter, int role);
/* Moves values out of bounds to the nearest one within them. */
void lg_parameters_project(const lg_parameters *p, const lg_kernels *k, lg_view flat);
/* Index of such a packed copy; made when missing. -1 without memory. */
int lg_parameters_pack(lg_parameters *p, const lg_kernels *k, lg_packing of, lg_error *err);

/* Writes the initial values into the host array `flat`: each parameter from the key folded with its name, so that a
 * new parameter changes no other. */
void lg_parameters_initialise(const lg_parameters *p, lg_key key, real *flat);
void lg_parameters_initialise_row(const lg_parameters *p, int i, lg_key key, real *flat); /* of parameter i alone */
/* Remakes packed copy i from the parameters. */
void lg_parameters_repack(const lg_parameters *p, const lg_kernels *k, int i, lg_view flat, lg_view packed);

#endif
