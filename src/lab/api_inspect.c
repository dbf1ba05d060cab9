/* api_inspect.c: implements the matrices of lengthen.h: what an encoding adds or applies, what a source draws. */
#include "lab/lab.h"
#include "nn/inspect.h"

#define LONGEST 100000

/* What to call a matrix, and who wants it. */
typedef struct audience {
    const char *name;
    lg_matrix_fn each;
    void *user;
} audience;

static void pass_on(void *user, const char *what, int rank, const size_t *shape, const double *data) {
    const audience *a = user;
    lg_matrix m = {.name = a->name, .what = what, .rank = rank, .data = data};
    for (int i = 0; i < rank; i++) m.shape[i] = shape[i];
    a->each(a->user, &m);
}

/* The settled values, when the length can be inspected. */
static const lg_values *begin(lg_config *f, int length, lg_error *err) {
    const lg_settled *s = lg_config_settled(f, err);
    if (s == NULL) return NULL;
    if (length >= 1 && length <= LONGEST) return s->values;
    lg_fail(err, LG_USAGE, "length: %d is not in 1..%d", length, LONGEST);
    return NULL;
}

lg_status lg_inspect_encoding(lg_config *f, int length, const double *q, const double *k, lg_matrix_fn each,
                              void *user) {
    lg_error *err = lg_context_begin(f->context);
    const lg_values *v = begin(f, length, err);
    const lg_kernels *kernels = v != NULL ? lg_kernels_chosen(err) : NULL;
    if (kernels != NULL) {
        audience a = {lg_text(v, "encoding"), each, user};
        lg_inspect_terms(v, kernels, length, q, k, pass_on, &a, err);
    }
    return err->code;
}

lg_status lg_inspect_positions(lg_config *f, int length, lg_matrix_fn each, void *user) {
    lg_error *err = lg_context_begin(f->context);
    const lg_values *v = begin(f, length, err);
    if (v != NULL) {
        audience a = {lg_text(v, "positions"), each, user};
        lg_inspect_draw(v, length, pass_on, &a, err);
    }
    return err->code;
}
