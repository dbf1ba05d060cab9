/* stack_manipulation.c: task of applying pushes and pops to a stack of bits. The target is the final stack, from top to
 * bottom. */
#include "data/bits.h"
#include "data/sample.h"
#include "data/symbols.h"

enum { POP = 2, PUSH, SIZE = PUSH + 2 }; /* PUSH + bit pushes the bit */

static const char *const symbols[SIZE] = {"0", "1", "pop", "push0", "push1"};

static void draw_input(lg_random *r, int32_t *input, int n) {
    const int height = n == 1 ? 1 : 1 + (int)lg_random_below(r, (uint32_t)n - 1);
    lg_bits_draw(r, input, height);
    for (int i = height; i < n; i++) input[i] = POP + (int32_t)lg_random_below(r, 3);
}

/* Applies the actions to `stack`, and returns its final height. The bits of the initial stack are pushed first. */
static int run(const int32_t *input, int n, int32_t *stack) {
    int height = 0;
    for (int i = 0; i < n; i++) {
        if (input[i] != POP)
            stack[height++] = input[i] < POP ? input[i] : input[i] - PUSH;
        else if (height > 0)
            height--;
    }
    return height;
}

static void reverse(int32_t *a, int count) {
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        const int32_t t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, n + 1);
    draw_input(&r, out->input, n);
    const int height = run(out->input, n, out->target);
    reverse(out->target, height);
    lg_sample_terminate(out, height);
}

/* Are there one or more bits, followed by one or more actions? A single token needs no action. */
static bool well_formed(const lg_sample *s) {
    for (int i = 1; i < s->n; i++)
        if (s->input[i - 1] >= POP && s->input[i] < POP) return false;
    return s->input[0] < POP && (s->n == 1 || s->input[s->n - 1] >= POP);
}

/* Checks without a stack, reading backward. Each pop cancels the nearest push before it that is not cancelled yet. The
 * pushes that remain are the stack from top to bottom. Pops that remain acted on an empty stack. */
static bool check(const lg_sample *s) {
    if (!lg_sample_fits(s, s->n + 1, SIZE, 3) || !well_formed(s)) return false;
    const int height = lg_sample_terminated(s);
    int found = 0, pops = 0;
    for (int i = s->n - 1; i >= 0; i--) {
        if (s->input[i] == POP) {
            pops++;
        } else if (pops > 0) {
            pops--;
        } else {
            const int32_t bit = s->input[i] == 1 || s->input[i] == PUSH + 1;
            if (found >= height || s->target[found++] != bit) return false;
        }
    }
    return found == height;
}

const lg_task lg_task_stack_manipulation = {
    .name = "stack_manipulation",
    .summary = "final contents of a stack of bits after pushes and pops",
    .formula = "x: a stack of bits from the bottom up, then actions pop, push0, push1.\n"
               "pop does nothing if the stack is empty.\n"
               "target [n+1]: the final stack from the top down; then end; then zeros, which are not scored.\n"
               "0 1 1 0 push1 pop pop -> 1 1 0 end 0 0 0 0\n"
               "1 pop pop push0 push1 -> 1 0 end 0 0 0",
    .source = LG_CHOMSKY_PAPER "Stack Manipulation",
    .methods = &lg_task_methods,
    .level = "context-free",
    .chance = 0.5,
    .input_size = SIZE,
    .output_size = 3,
    .input_symbols = symbols,
    .output_symbols = lg_symbols_bits_end,
    .outputs = lg_outputs_with_end,
    .sample = sample,
    .check = check,
};
