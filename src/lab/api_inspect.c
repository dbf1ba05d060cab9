/* api_inspect.c: implements matrices of lengthen.h: a layer of names over nn/inspect.h, where they are computed. */
#include "lab/lab.h"
#include "nn/inspect.h"

/* Who wants the matrices, and of what. */
typedef struct sink {
    const char *name;
    lg_matrix_fn each;
    void *user;
} sink;

static void hand_on(void *user, const char *what, int rank, const size_t *shape, const double *data) {
    const sink *s = user;
    lg_matrix m = {.name = s->name, .what = what, .rank = rank, .data = data};
    for (int i = 0; i < rank; i++) m.shape[i] = shape[i];
    s->each(s->user, &m);
}

/* The settled values, if the length makes sense too. */
static const lg_values *values_of(lg_config *f, int length, lg_error *err) {
    const lg_settled *d = lg_config_settled(f, err);
    if (d != NULL && (length < 1 || length > LG_LENGTH_MAX)) {
        lg_fail(err, LG_USAGE, "length: matrices have 1..%d tokens, not %d", LG_LENGTH_MAX, length);
        return NULL;
    }
    return d == NULL ? NULL : d->values;
}

lg_status lg_inspect_encoding(lg_config *f, int length, const double *q, const double *k, lg_matrix_fn each,
                              void *user) {
    lg_error *err = lg_context_begin(f->context);
    const lg_values *v = values_of(f, length, err);
    const lg_kernels *kernels = v == NULL ? NULL : lg_kernels_chosen(err);
    if (kernels == NULL) return err->code;
    sink s = {lg_text(v, "encoding"), each, user};
    if ((q == NULL) != (k == NULL))
        lg_fail(err, LG_USAGE, "q and k go together");
    else
        lg_inspect_terms(v, kernels, length, q, k, hand_on, &s, err);
    return err->code;
}

lg_status lg_inspect_positions(lg_config *f, int length, lg_matrix_fn each, void *user) {
    lg_error *err = lg_context_begin(f->context);
    const lg_values *v = values_of(f, length, err);
    if (v == NULL) return err->code;
    sink s = {lg_text(v, "positions"), each, user};
    lg_inspect_draw(v, length, hand_on, &s, err);
    return err->code;
}
