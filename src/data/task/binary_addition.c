/* binary_addition.c: task of adding two binary numbers, low bits first. */
#include "data/operands.h"
#include "data/sample.h"
#include "data/symbols.h"

static const char *const symbols[] = {"0", "1", "+"};

static void sample(lg_key key, int n, lg_sample *out) {
    lg_sample_begin(out, n, n + 1);
    const lg_operands o = lg_operands_draw(key, n, out->input);
    int bits = lg_operands_add(&o, out->target);
    if (bits == 0) out->target[bits++] = 0; /* zero is written as one digit */
    lg_sample_terminate(out, bits);
}

/* Checks by long addition, one column at a time. The highest bit must be 1, unless the sum is the single digit 0. */
static bool check(const lg_sample *s) {
    lg_operands o;
    if (!lg_sample_fits(s, s->n + 1, 3, 3) || !lg_operands_read(s->input, s->n, &o)) return false;
    const int bits = lg_sample_terminated(s);
    if (bits < 1 || (bits > 1 && s->target[bits - 1] == 0)) return false;
    int carry = 0;
    for (int j = 0; j < s->m; j++) {
        const int sum = (j < o.p ? o.a[j] : 0) + (j < o.q ? o.b[j] : 0) + carry;
        if (sum % 2 != (j < bits ? s->target[j] : 0)) return false;
        carry = sum / 2;
    }
    return true;
}

const lg_task lg_task_binary_addition = {
    .name = "binary_addition",
    .summary = "the sum of two binary numbers, least significant bit first",
    .formula = "x: a + b, both positive. a has p bits and b has n-1-p bits, least significant bit first.\n"
               "p is uniform in 1..n-2.\n"
               "target [n+1]: the sum, least significant bit first, without leading zeros; then end; then zeros,\n"
               "which are not scored. For n = 1, x is 0; for n = 2, x is one number in 0..2; the sum is x.\n"
               "1 0 + 1 1 -> 0 0 1 end 0 0 (1 + 3 = 4)\n"
               "1 0 1 + 1 1 -> 0 0 0 1 end 0 0 (5 + 3 = 8)",
    .source = LG_CHOMSKY_PAPER "Binary Addition",
    .methods = &lg_task_methods,
    .level = "context-sensitive",
    .chance = 0.5,
    .input_size = 3,
    .output_size = 3,
    .input_symbols = symbols,
    .output_symbols = lg_symbols_bits_end,
    .outputs = lg_outputs_with_end,
    .sample = sample,
    .check = check,
};
