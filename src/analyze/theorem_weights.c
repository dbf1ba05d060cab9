/* theorem_weights.c: writes the weights of the constructions of theorem.h. */
#include <math.h>
#include <string.h>

#include "analyze/theorem.h"

/* Random streams of weights; stream 1 draws tokens. */
enum { DRAW_CONTENT = 2, DRAW_QUERIES, DRAW_DISTANCE };

static lg_random random_of(const lg_theorem_model *m, int what, uint64_t number) {
    return lg_random_from(lg_key_fold(lg_key_fold(m->key, (uint64_t)what), number));
}

static void clear_columns(lg_theorem_matrix w, size_t first, size_t end) {
    for (size_t i = 0; i < w.rows; i++)
        for (size_t j = first; j < end; j++) w.at[i * w.columns + j] = 0;
}

static void put_number(lg_theorem_matrix w, int row, int column, double x) {
    w.at[(size_t)row * w.columns + (size_t)column] = (real)x;
}

double lg_theorem_norm(const lg_theorem_model *m, double squares) {
    return m->epsilon > 0 ? sqrt(squares / m->width + m->epsilon) : 1;
}

double lg_theorem_content(const lg_theorem_model *m) {
    return m->width - LG_COORDINATE_CONTENT;
}

/* ---- tokens ---- */

void lg_theorem_write_tokens(const lg_theorem_model *m, lg_theorem_tokens tokens) {
    const lg_theorem_matrix table = lg_theorem_matrix_of(m, -1, "embedding.weight");
    const bool alike = tokens == LG_TOKENS_ALIKE;
    for (size_t id = 0; id < table.rows; id++) {
        real *row = table.at + id * table.columns;
        const bool bos = id == LG_THEOREM_BOS;
        lg_random r = random_of(m, DRAW_CONTENT, alike ? 0 : id);
        double squares = 0;
        for (size_t c = LG_COORDINATE_CONTENT; c < table.columns; c++) {
            row[c] = (real)lg_random_normal(&r);
            squares += (double)row[c] * (double)row[c];
        }
        const double wanted = lg_theorem_content(m) - (bos && !alike), factor = sqrt(wanted / squares);
        for (size_t c = LG_COORDINATE_CONTENT; c < table.columns; c++) row[c] = (real)(factor * (double)row[c]);
        row[LG_COORDINATE_ONE] = 1;
        row[LG_COORDINATE_BOS] = bos;
        row[LG_COORDINATE_TIME] = row[LG_COORDINATE_SINE] = 0;
    }
}

/* ---- layer 1 ---- */

void lg_theorem_draw_queries(const lg_theorem_model *m, uint64_t number) {
    const lg_theorem_matrix w = lg_theorem_matrix_of(m, 0, "attention.query");
    lg_random r = random_of(m, DRAW_QUERIES, number);
    for (size_t i = 0; i < w.rows * w.columns; i++) w.at[i] = (real)lg_random_normal(&r);
}

/* Clears the columns of a matrix that would write to coordinates of the proof (LG_OTHERS_SILENT: all columns). */
static void silence(lg_theorem_matrix w, lg_theorem_others others) {
    clear_columns(w, 0, others == LG_OTHERS_WRITE ? LG_COORDINATE_TIME + 1 : w.columns);
}

/* Writes the first matrix of the feed-forward network. Hidden unit j is max(0, x_TIME - knot_j x_ONE), with knot 1/N
 * for j = 1 and 1/j for j = 2..N-1; unit 0 is x_ONE. */
static void write_units(const lg_theorem_model *m) {
    const lg_theorem_matrix w = lg_theorem_matrix_of(m, 0, "feed_forward.1");
    clear_columns(w, 0, w.columns);
    put_number(w, LG_COORDINATE_ONE, 0, 1);
    for (int j = 1; j < m->length; j++) {
        put_number(w, LG_COORDINATE_TIME, j, 1);
        put_number(w, LG_COORDINATE_ONE, j, -1.0 / (j == 1 ? m->length : j));
    }
}

/* All keys are equal, because each of their columns is x_ONE, which is the same in all rows. In models with norms,
 * queries are 0, since rounding in float32 makes the keys only nearly equal. */
void lg_theorem_write_counting(const lg_theorem_model *m, lg_theorem_others others) {
    const lg_theorem_matrix q = lg_theorem_matrix_of(m, 0, "attention.query"),
                            k = lg_theorem_matrix_of(m, 0, "attention.key"),
                            v = lg_theorem_matrix_of(m, 0, "attention.value"),
                            o = lg_theorem_matrix_of(m, 0, "attention.output");
    const size_t head = (size_t)m->head_width;
    if (m->epsilon > 0) clear_columns(q, 0, head);
    clear_columns(k, 0, head);
    for (int c = 0; c < m->head_width; c++) put_number(k, LG_COORDINATE_ONE, c, 1);
    clear_columns(v, 0, head);
    put_number(v, LG_COORDINATE_BOS, 0, 1);
    silence(o, others);
    memset(o.at, 0, head * o.columns * sizeof *o.at); /* rows of head 1 */
    put_number(o, 0, LG_COORDINATE_TIME, lg_theorem_norm(m, 1 + lg_theorem_content(m)));
    write_units(m);
    silence(lg_theorem_matrix_of(m, 0, "feed_forward.2"), others);
}

/* The output that the network must have where coordinate TIME is 1/t, multiplied by r_t, the number by which the norm
 * before the network divides the row. The network reads the divided row, so its output is divided by r_t as well: ReLU
 * is positively homogeneous, and there are no biases. The residual stream already contains 1/t. The result is a long
 * double, because slopes are differences multiplied by t^2 and would lose too many digits in double. */
static long double wanted_sum(const lg_theorem_model *m, int coordinate, lg_theorem_value value, int t) {
    const long double u = 1.0L / t;
    const double norm = lg_theorem_norm(m, 1 + lg_theorem_content(m) + (double)(u * u));
    return norm * (value(t, m->length) - (coordinate == LG_COORDINATE_TIME ? u : 0));
}

double lg_theorem_time(int t, int N) {
    (void)N;
    return t;
}

double lg_theorem_table_end(const lg_theorem_model *m, int coordinate, lg_theorem_value value) {
    return (double)wanted_sum(m, coordinate, value, m->length);
}

/* Slope of the wanted sum, as a function of 1/t, between 1/t and 1/(t-1). */
static long double slope_above(const lg_theorem_model *m, int coordinate, lg_theorem_value value, int t) {
    const long double rise = wanted_sum(m, coordinate, value, t - 1) - wanted_sum(m, coordinate, value, t);
    return rise * t * (t - 1);
}

/* Makes the output the piecewise linear function of 1/t through the wanted sums: unit 0 contributes the value at 1/N,
 * every other unit the change of slope at its knot. */
void lg_theorem_write_table(const lg_theorem_model *m, int coordinate, lg_theorem_value value) {
    const lg_theorem_matrix w = lg_theorem_matrix_of(m, 0, "feed_forward.2");
    const int N = m->length;
    long double above = slope_above(m, coordinate, value, N);
    put_number(w, 0, coordinate, (double)wanted_sum(m, coordinate, value, N));
    put_number(w, 1, coordinate, (double)above);
    for (int t = N - 1; t >= 2; t--) {
        const long double slope = slope_above(m, coordinate, value, t);
        put_number(w, t, coordinate, (double)(slope - above));
        above = slope;
    }
}

/* ---- layer 2 ---- */

void lg_theorem_write_distance(const lg_theorem_model *m, int first) {
    const lg_theorem_matrix q = lg_theorem_matrix_of(m, 1, "attention.query"),
                            k = lg_theorem_matrix_of(m, 1, "attention.key");
    lg_random r = random_of(m, DRAW_DISTANCE, 0);
    clear_columns(q, 0, (size_t)m->head_width);
    clear_columns(k, 0, (size_t)m->head_width);
    put_number(q, LG_COORDINATE_ONE, 0, 1);
    put_number(k, LG_COORDINATE_TIME, 0, 1);
    put_number(q, LG_COORDINATE_TIME, 1, -1);
    put_number(k, LG_COORDINATE_ONE, 1, 1);
    for (int c = 2; c < m->head_width; c++)
        for (int row = first; row < m->width; row++) {
            put_number(q, row, c, lg_random_normal(&r) / sqrt(m->width));
            put_number(k, row, c, lg_random_normal(&r) / sqrt(m->width));
        }
}

void lg_theorem_write_angle(const lg_theorem_model *m) {
    const lg_theorem_matrix both[] = {lg_theorem_matrix_of(m, 1, "attention.query"),
                                      lg_theorem_matrix_of(m, 1, "attention.key")};
    for (int i = 0; i < 2; i++) {
        clear_columns(both[i], 0, (size_t)m->head_width);
        put_number(both[i], LG_COORDINATE_TIME, 0, 1);
        put_number(both[i], LG_COORDINATE_SINE, 1, 1);
    }
}
