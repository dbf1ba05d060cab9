/* optimizer.h: the axis `optimizer`: how the summed gradient of a batch becomes an update of the parameters, and which
 * arrays an optimizer keeps between steps. These arrays are stored in state.safetensors, so that a resumed run ends
 * with the same bytes. */
#ifndef LG_TRAIN_OPTIMIZER_H
#define LG_TRAIN_OPTIMIZER_H

#include "base/entry.h"
#include "graph/parameter.h"
#include "train/buffer.h"
#include "train/decay.h"
#include "train/schedule.h"

/* Kinds of arrays that an optimizer keeps (moment1.NAME, ...). An array has the shape of its parameter (FULL), this
 * shape without its last dimension (ROWS: one number per row), or this shape without its last dimension but one
 * (COLUMNS: one number per column). */
typedef enum lg_moment_shape { LG_MOMENT_NONE, LG_MOMENT_FULL, LG_MOMENT_ROWS, LG_MOMENT_COLUMNS } lg_moment_shape;
enum { LG_MOMENTS = 4 }; /* maximum kinds per optimizer */

typedef struct lg_update lg_update; /* train/update.h */
typedef struct lg_update_part lg_update_part;

typedef struct lg_optimizer {
    LG_ENTRY;
    bool by_parameter;               /* updates whole parameters; false: any range of elements, with FULL arrays only */
    const char *moments[LG_MOMENTS]; /* kinds of arrays, as name prefixes; the rest are NULL */
    lg_moment_shape (*shape)(const void *own, int kind, const lg_parameter_row *r); /* NULL: all are FULL */
    bool (*own_rates)(const void *own); /* true if it has learning rates that no schedule changes; NULL: false */
    /* Checks its options together with train.lr; NULL: always valid. */
    bool (*suits)(const void *own, double rate, lg_error *err);
    double (*rate)(const void *own, int64_t step, double scheduled); /* learning rate; NULL: that of the schedule */
    void (*begin)(lg_update *u);                                     /* sets the constants of the step */
    void (*apply)(const lg_update *u, const lg_update_part *part);
} lg_optimizer;

typedef LG_CHOSEN(lg_optimizer) lg_chosen_optimizer;

extern const lg_optimizer *const lg_optimizers[]; /* ends with NULL */
const lg_optimizer *lg_optimizer_find(const char *name);

/* An array kept between steps. */
typedef struct lg_moment {
    int parameter, kind;
    size_t offset; /* in bytes, within the memory of this kind of array */
    int rank;
    size_t shape[4], count;
} lg_moment;

/* All arrays that an optimizer keeps for a parameter table. */
typedef struct lg_optimizer_state {
    lg_chosen_optimizer optimizer;
    const lg_parameters *parameters;
    lg_buffer memory[LG_MOMENTS];
    lg_moment *moments; /* sorted by parameter, then by kind */
    int count;
    lg_decay_run *decays;
} lg_optimizer_state;

/* Creates zeroed arrays. The parameter table must outlive the state. */
bool lg_optimizer_open(lg_optimizer_state *s, const lg_chosen_optimizer *o, const lg_train_settings *t,
                       const lg_parameters *p, lg_error *err);
void lg_optimizer_close(lg_optimizer_state *s);
size_t lg_optimizer_bytes(const lg_optimizer_state *s);
real *lg_moment_data(const lg_optimizer_state *s, const lg_moment *m);

/* Updates the n elements from `first` on, or parameter i if by_parameter. Other threads may update other elements at
 * the same time. */
void lg_optimizer_update(const lg_optimizer_state *s, const lg_update *u, size_t first, size_t n, real *p, lg_view g);
void lg_optimizer_update_parameter(const lg_optimizer_state *s, const lg_update *u, int i, real *p, lg_view g);

#endif
