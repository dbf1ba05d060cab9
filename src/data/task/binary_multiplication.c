/* binary_multiplication.c: task of multiplying two binary numbers, low bits first. The product has at most n-1 bits.
 * Bits and terminator therefore fit in n tokens, one token less than in addition. */
#include "data/operands.h"
#include "data/sample.h"
#include "data/symbols.h"

#include <string.h>

static const char *const symbols[] = {"0", "1", "*"};

static void sample(lg_key key, int n, lg_sample *out) {
    lg_sample_begin(out, n, n);
    const lg_operands o = lg_operands_draw(key, n, out->input);
    if (n > 2) {
        lg_sample_terminate(out, lg_operands_multiply(&o, out->target));
    } else { /* without operator, the target is n - 1 zeros and the terminator */
        memset(out->target, 0, (size_t)n * sizeof *out->target);
        lg_sample_terminate(out, n - 1);
    }
}

/* Column k of the long multiplication: the sum of all a[i] b[k-i]. */
static int64_t column(const lg_operands *o, int k) {
    int64_t sum = 0;
    const int first = k < o->q ? 0 : k - o->q + 1, last = k < o->p ? k : o->p - 1;
    for (int i = first; i <= last; i++) sum += o->a[i] & o->b[k - i];
    return sum;
}

static bool check_zero(const lg_sample *s, int bits) {
    return bits == s->n - 1 && (bits == 0 || s->target[0] == 0);
}

/* Checks by long multiplication, column by column. */
static bool check(const lg_sample *s) {
    lg_operands o;
    if (!lg_sample_fits(s, s->n, 3, 3) || !lg_operands_read(s->input, s->n, &o)) return false;
    const int bits = lg_sample_terminated(s);
    if (s->n <= 2) return check_zero(s, bits);
    if (bits < 1 || s->target[bits - 1] == 0) return false;
    int64_t carry = 0;
    for (int k = 0; k < o.p + o.q; k++) {
        const int64_t sum = carry + column(&o, k);
        if (sum % 2 != (k < bits ? s->target[k] : 0)) return false;
        carry = sum / 2;
    }
    return true;
}

const lg_task lg_task_binary_multiplication = {
    .name = "binary_multiplication",
    .summary = "the product of two binary numbers, least significant bit first",
    .formula = "x: a * b, both positive. a has p bits and b has n-1-p bits, least significant bit first.\n"
               "p is uniform in 1..n-2.\n"
               "target [n]: the product, least significant bit first, without leading zeros; then end; then zeros,\n"
               "which are not scored. For n = 1, x is 0; for n = 2, x is one number in 0..2; in both cases, the\n"
               "target is n-1 zeros and end.\n"
               "1 1 * 1 1 -> 1 0 0 1 end (3 * 3 = 9)\n"
               "0 0 1 * 0 1 1 0 1 -> 0 0 0 1 1 0 1 end 0 (4 * 22 = 88)",
    .source = LG_CHOMSKY_PAPER "Binary Multiplication",
    .methods = &lg_task_methods,
    .level = "context-sensitive",
    .chance = 0.5,
    .input_size = 3,
    .output_size = 3,
    .input_symbols = symbols,
    .output_symbols = lg_symbols_bits_end,
    .aligned = true,
    .outputs = lg_outputs_same,
    .sample = sample,
    .check = check,
};
