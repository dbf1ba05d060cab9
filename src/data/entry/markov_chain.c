/* markov_chain.c: task in which each symbol depends on the two symbols before it. A fixed table contains the
 * probabilities. The entropy, a lower bound of the loss, is therefore known. */
#include <math.h>

#include "data/mechanism.h"

enum { SYMBOLS = 40, STATES = SYMBOLS * SYMBOLS, SWEEPS = 400, TABLE = 0x747269 /* seed of the table */ };

#define CONCENTRATION 0.05

typedef struct chain {
    double next[STATES][SYMBOLS];       /* [a * SYMBOLS + b][c]: P(c | a, b) */
    double cumulative[STATES][SYMBOLS]; /* cumulative sums of each row */
    double reached[STATES];             /* cumulative frequencies of pairs in a long sequence */
} chain;

/* Logarithm of a gamma-distributed random number. The shape is below 1 (Marsaglia & Tsang 2000, section 6). */
static double log_gamma(lg_random *r, double shape) {
    const double d = shape + 1 - 1.0 / 3, c = 1 / sqrt(9 * d), boost = log(1 - lg_random_unit(r)) / shape;
    for (;;) {
        const double x = lg_random_normal(r), v = pow(1 + c * x, 3);
        if (v > 0 && log(1 - lg_random_unit(r)) < 0.5 * x * x + d - d * v + d * log(v)) return log(d * v) + boost;
    }
}

/* Draws a row from a Dirichlet distribution. */
static void draw_row(double row[SYMBOLS], lg_random *r) {
    double largest = -INFINITY, sum = 0;
    for (int c = 0; c < SYMBOLS; c++) largest = fmax(largest, row[c] = log_gamma(r, CONCENTRATION));
    for (int c = 0; c < SYMBOLS; c++) sum += row[c] = exp(row[c] - largest);
    for (int c = 0; c < SYMBOLS; c++) row[c] /= sum;
}

/* Computes the stationary distribution of pairs by power iteration. Each step averages the old and the new
 * distribution, so that periodic chains converge too. */
static void find_stationary(const chain *x, double pairs[STATES], double sum[STATES]) {
    for (int s = 0; s < STATES; s++) pairs[s] = 1.0 / STATES;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int s = 0; s < STATES; s++) sum[s] = pairs[s];
        for (int s = 0; s < STATES; s++)
            for (int c = 0; c < SYMBOLS; c++) sum[s % SYMBOLS * SYMBOLS + c] += pairs[s] * x->next[s][c];
        for (int s = 0; s < STATES; s++) pairs[s] = sum[s] / 2;
    }
}

static void accumulate(const double *p, double *cumulative, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) cumulative[i] = sum += p[i];
}

/* Mean entropy of the rows, each weighted by the frequency of its pair. */
static double entropy_rate(const chain *x, const double pairs[STATES]) {
    double sum = 0;
    for (int s = 0; s < STATES; s++)
        for (int c = 0; c < SYMBOLS; c++)
            if (x->next[s][c] > 0) sum -= pairs[s] * x->next[s][c] * log(x->next[s][c]);
    return sum;
}

static bool open_chain(lg_dataset *d, lg_error *err) {
    chain *x = d->state = lg_arena_alloc(d->arena, sizeof *x);
    double *work = lg_arena_alloc(d->arena, sizeof *work * 2 * STATES);
    lg_random r = lg_random_from(lg_key_root(TABLE));
    if (!x || !work) return lg_fail(err, LG_FAILED, "out of memory: a Markov chain");
    for (int s = 0; s < STATES; s++) {
        draw_row(x->next[s], &r);
        accumulate(x->next[s], x->cumulative[s], SYMBOLS);
    }
    find_stationary(x, work, work + STATES);
    accumulate(work, x->reached, STATES);
    d->entropy = entropy_rate(x, work);
    return lg_mechanism_open(d, (lg_symbol_kind[]){{"s", SYMBOLS}, {0}}, err);
}

/* Draws an index with probabilities given by cumulative sums. */
static int draw_from(const double *cumulative, int count, lg_random *r) {
    const double u = lg_random_unit(r) * cumulative[count - 1];
    int low = 0, high = count - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (cumulative[middle] > u)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){2, length};
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    (void)split;
    const chain *x = d->state;
    lg_random r = lg_random_from(lg_key_fold(key, (uint64_t)index));
    lg_token_sequence s = lg_sequence_begin(out, length, bound(d, length));
    int pair = draw_from(x->reached, STATES, &r);
    lg_sequence_put(&s, pair / SYMBOLS, false);
    lg_sequence_put(&s, pair % SYMBOLS, false);
    for (int i = 0; i < length; i++) {
        const int next = draw_from(x->cumulative[pair], SYMBOLS, &r);
        lg_sequence_put(&s, next, true);
        pair = pair % SYMBOLS * SYMBOLS + next;
    }
}

/* Checks that the table can produce the record. */
static bool check(const lg_dataset *d, const lg_record *r) {
    const chain *x = d->state;
    int at = 0, before[2];
    if (r->n != 2 || r->m < 1) return false;
    for (int i = 0; i < 2; i++)
        if ((before[i] = lg_sequence_next(r, &at, 0, SYMBOLS, false)) < 0) return false;
    while (at < r->n + r->m) {
        const int next = lg_sequence_next(r, &at, 0, SYMBOLS, true);
        if (next < 0 || !(x->next[before[0] * SYMBOLS + before[1]][next] > 0)) return false;
        before[0] = before[1], before[1] = next;
    }
    return true;
}

static const lg_entry_default defaults[] = {
    {"architecture", "decoder"}, {"protocol", "pass"}, {"metric", "cross_entropy"}, {0}};
static const lg_data_methods methods = {.exact = true,
                                        .language = true,
                                        .validates = true,
                                        .open = open_chain,
                                        .bound = bound,
                                        .draw = draw,
                                        .check = check};

const lg_data lg_data_markov_chain = {
    .name = "markov_chain",
    .summary = "a second-order Markov chain over forty symbols",
    .formula = "For each pair a b of the symbols s0..s39, P(c | a, b) is a sample of a Dirichlet distribution with\n"
               "concentration 0.05, the same in all runs. source [2]: a pair from the stationary distribution.\n"
               "target [n]: the symbols that follow; every target token is scored.\n"
               "s36 s7 -> s3 s22 s26\n"
               "s37 s21 -> s32 s33 s33\n"
               "The entropy is 1.4312 nats per token; a uniform guess has a cross-entropy of ln 40 = 3.689.",
    .source = "made for this program: a minimal language of known entropy, for feed-forward "
              "networks",
    .defaults = defaults,
    .chance = 1.0 / SYMBOLS,
    .methods = &methods,
};
