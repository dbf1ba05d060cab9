/* compute_sqrt.c: task of computing the integer square root of a binary number, high bits first as in the authors' code
 * (their paper says low first). */
#include "data/bits.h"
#include "data/sample.h"
#include "data/symbols.h"

static int outputs(int n) {
    return (n + 1) / 2;
}

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, outputs(n));
    lg_bits_draw_nonzero(&r, out->input, n);
    lg_bignum z, root;
    lg_bits_to_number(&z, out->input, n, LG_HIGH_FIRST);
    mpn_sqrtrem(root.limb, NULL, z.limb, z.limbs);
    root.limbs = (z.limbs + 1) / 2;
    lg_bits_from_number(out->target, out->m, &root, LG_HIGH_FIRST);
}

/* The bit with value 2^i in a number with high bits first. */
static int bit(const int32_t *bits, int count, int i) {
    return i < count ? bits[count - 1 - i] : 0;
}

/* Column k of the square of `root` by long multiplication. */
static int64_t square_column(const int32_t *root, int m, int k) {
    int64_t sum = 0;
    for (int i = k < m ? 0 : k - m + 1; i <= k && i < m; i++) sum += root[m - 1 - i] & root[m - 1 - (k - i)];
    return sum;
}

/* Sign of (root + more)^2 - input, where more is 0 or 1. Compares columns from low to high; the highest column that
 * differs decides. */
static int compare_square(const lg_sample *s, int more) {
    int sign = 0;
    int64_t carry = more;
    for (int k = 0; k <= 2 * s->m; k++) { /* (root + 1)^2 has at most 2m + 1 bits */
        const int twice = k > 0 ? bit(s->target, s->m, k - 1) : 0;
        const int64_t sum = carry + square_column(s->target, s->m, k) + more * twice;
        const int difference = (int)(sum % 2) - bit(s->input, s->n, k);
        if (difference != 0) sign = difference;
        carry = sum / 2;
    }
    return sign;
}

static bool positive(const int32_t *bits, int count) {
    for (int i = 0; i < count; i++)
        if (bits[i] == 1) return true;
    return false;
}

static bool check(const lg_sample *s) {
    return lg_sample_fits_scored(s, outputs(s->n), 2, 2) && positive(s->input, s->n) && compare_square(s, 0) <= 0 &&
           compare_square(s, 1) > 0;
}

const lg_task lg_task_compute_sqrt = {
    .name = "compute_sqrt",
    .summary = "the integer square root of a binary number, most significant bit first",
    .formula = "x: a number, uniform in 1..2^n-1, as n bits, most significant first.\n"
               "target [ceil(n/2)]: floor(sqrt(number)), most significant bit first, with leading zeros.\n"
               "1 0 0 1 0 1 -> 1 1 0 (37 -> 6)\n"
               "1 1 1 1 1 -> 1 0 1 (31 -> 5)",
    .source = LG_CHOMSKY_PAPER "Compute Sqrt",
    .methods = &lg_task_methods,
    .level = "context-sensitive",
    .chance = 0.5,
    .input_size = 2,
    .output_size = 2,
    .input_symbols = lg_symbols_bits,
    .output_symbols = lg_symbols_bits,
    .outputs = outputs,
    .sample = sample,
    .check = check,
};
