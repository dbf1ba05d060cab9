/* test_kernels_recurrent.c: the slots of recurrent networks. Compares every kernel set with the reference, on odd sizes
 * and with and without every optional array. Gates must reach their limits. A sequence must have the same bits in every
 * batch. */
#include "pairs.h"

static const int hidden_widths[] = {1, 2, 3, 5, 8, 16, 17, 63, 64, 130};
enum { ROWS = 3 };

static void test_add_activate(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(hidden_widths); i++)
        for (int flags = 0; flags < 4; flags++) {
            const size_t n = (size_t)hidden_widths[i];
            begin("%s add_activate n=%zu b=%d relu=%d", k->name, n, flags & 1, flags >> 1);
            const lg_view a = view(take_normal(n, 1)), b = view(flags & 1 ? take_normal(n, 1) : NULL);
            real *y[2] = {take_reals(n), take_reals(n)};
            ref->add_activate(ref, view(y[0]), a, b, n, flags & 2 ? LG_RELU : LG_LINEAR);
            k->add_activate(k, view(y[1]), a, b, n, flags & 2 ? LG_RELU : LG_LINEAR);
            agree("y", y[1], y[0], n, 1);
            finish();
        }
}

static lg_lstm draw_step(int M, int K, double size) {
    const size_t n = (size_t)M * K;
    return (lg_lstm){.M = M,
                     .K = K,
                     .z = view(take_normal(4 * n, size)),
                     .before = view(take_normal(n, 1)),
                     .c = view(take_normal(n, size)),
                     .dh = view(take_normal(n, 1)),
                     .dc = view(take_normal(n, 1))};
}

static void try_forward(const lg_kernels *k, int K, double size, bool keep) {
    begin("%s lstm K=%d size=%g keep=%d", k->name, K, size, keep);
    const size_t n = (size_t)ROWS * K;
    lg_lstm a = draw_step(ROWS, K, size);
    const lg_view given = a.c;
    const pair c = take_pair(n), h = take_pair(n), cell = take_pair(3 * n), hidden = take_pair(2 * n);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.c = view(side(c, s)), a.gates = view(keep || !s ? side(cell, s) : NULL);
        set->lstm_cell(set, &a);
        a.c = given, a.h = view(side(h, s)), a.gates = view(keep || !s ? side(hidden, s) : NULL);
        set->lstm_hidden(set, &a);
    }
    agree("c", c.got, c.ref, n, 1);
    agree("h", h.got, h.ref, n, 1);
    if (keep) agree("gates of the cell", cell.got, cell.ref, 3 * n, 1);
    if (keep) agree("gates of the output", hidden.got, hidden.ref, 2 * n, 1);
    finish();
}

static void test_forward(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(hidden_widths); i++)
        for (int keep = 0; keep < 2; keep++) {
            try_forward(k, hidden_widths[i], 2, keep);
            try_forward(k, hidden_widths[i], 1e4, keep);
        }
}

static void try_backward(const lg_kernels *k, int K, bool dc_more, bool dbefore_more) {
    begin("%s lstm backward K=%d dc=%d dbefore=%d", k->name, K, dc_more, dbefore_more);
    const size_t n = (size_t)ROWS * K;
    lg_lstm a = draw_step(ROWS, K, 2);
    const lg_view given = a.dc;
    a.dc_accumulate = dc_more, a.dbefore_accumulate = dbefore_more;
    real *c = take_reals(n), *h = take_reals(n), *cell = take_reals(3 * n), *hidden = take_reals(2 * n);
    a.c = view(c), a.h = view(h), a.gates = view(cell), ref->lstm_cell(ref, &a);
    a.gates = view(hidden), ref->lstm_hidden(ref, &a);
    const pair dz = take_output(4 * n, false), dbefore = take_output(n, dbefore_more), dc = take_output(n, dc_more);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.gates = view(cell), a.dc = given, a.dz = view(side(dz, s)), a.dbefore = view(side(dbefore, s));
        set->lstm_cell_backward(set, &a);
        a.gates = view(hidden), a.dc = view(side(dc, s));
        set->lstm_hidden_backward(set, &a);
    }
    agree("dz", dz.got, dz.ref, 4 * n, 1);
    agree("dbefore", dbefore.got, dbefore.ref, n, 1);
    agree("dc", dc.got, dc.ref, n, 1);
    finish();
}

static void test_backward(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(hidden_widths); i++)
        for (int flags = 0; flags < 4; flags++) try_backward(k, hidden_widths[i], flags & 1, flags & 2);
}

/* A row has the same bits alone and among other rows. */
static void try_batch(const lg_kernels *k, int K) {
    begin("%s lstm in batches K=%d", k->name, K);
    const size_t n = (size_t)ROWS * K, row = (size_t)K;
    lg_lstm all = draw_step(ROWS, K, 2);
    real *c = take_reals(n), *h = take_reals(n), *dz = take_reals(4 * n), *dbefore = take_reals(n);
    all.c = view(c), all.gates = view(take_reals(3 * n)), all.dz = view(dz), all.dbefore = view(dbefore);
    k->lstm_cell(k, &all);
    k->lstm_cell_backward(k, &all);
    all.h = view(h), all.gates = view(NULL);
    k->lstm_hidden(k, &all);
    for (size_t m = 0; m < ROWS; m++) {
        lg_lstm one = {.M = 1, .K = K, .gates = view(take_reals(3 * row))};
        one.z = view(take_copy((real *)all.z.data + 4 * m * row, 4 * row * sizeof(real)));
        one.before = view(take_copy((real *)all.before.data + m * row, row * sizeof(real)));
        one.dc = view(take_copy((real *)all.dc.data + m * row, row * sizeof(real)));
        one.c = view(take_reals(row)), one.dz = view(take_reals(4 * row)), one.dbefore = view(take_reals(row));
        k->lstm_cell(k, &one);
        k->lstm_cell_backward(k, &one);
        one.h = view(take_reals(row)), one.gates = view(NULL);
        k->lstm_hidden(k, &one);
        same_bits("c", one.c.data, c + m * row, row);
        same_bits("h", one.h.data, h + m * row, row);
        same_bits("dz", one.dz.data, dz + 4 * m * row, 3 * row); /* the last quarter belongs to the output gate */
        same_bits("dbefore", one.dbefore.data, dbefore + m * row, row);
    }
    finish();
}

static void test_batch(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(hidden_widths); i++) try_batch(k, hidden_widths[i]);
}

int main(int argc, char **argv) {
    static const guarded_test tests[] = {
        {"add_activate", test_add_activate},
        {"lstm", test_forward},
        {"lstm_backward", test_backward},
        {"lstm_batch", test_batch},
    };
    return run_suite("kernels of recurrent networks", tests, COUNT(tests), argc, argv);
}
