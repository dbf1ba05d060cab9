/* operands.c: draws, parses and combines the two numbers of binary addition and multiplication. */
#include "data/operands.h"

static lg_operands single(const int32_t *input, int n) {
    return (lg_operands){input, input + n, n, 0};
}

static lg_operands pair(const int32_t *input, int n, int p) {
    return (lg_operands){input, input + p + 1, p, n - 1 - p};
}

lg_operands lg_operands_draw(lg_key key, int n, int32_t *input) {
    lg_random r = lg_random_from(key);
    if (n <= 2) {
        const uint32_t value = n == 1 ? 0 : lg_random_below(&r, 3);
        for (int i = 0; i < n; i++) input[i] = value >> i & 1;
        return single(input, n);
    }
    const int p = 1 + (int)lg_random_below(&r, (uint32_t)n - 2);
    lg_bits_draw_nonzero(&r, input, p);
    input[p] = LG_OPERATOR;
    lg_bits_draw_nonzero(&r, input + p + 1, n - 1 - p);
    return pair(input, n, p);
}

static bool positive(const int32_t *bits, int count) {
    int ones = 0;
    for (int i = 0; i < count; i++) {
        if (bits[i] == LG_OPERATOR) return false;
        ones += bits[i];
    }
    return ones > 0;
}

bool lg_operands_read(const int32_t *input, int n, lg_operands *out) {
    if (n <= 2) {
        *out = single(input, n);
        return n == 1 ? input[0] == 0 : input[0] + input[1] <= 1;
    }
    int p = 0;
    while (p < n && input[p] != LG_OPERATOR) p++;
    if (p == n) return false;
    *out = pair(input, n, p);
    return positive(out->a, out->p) && positive(out->b, out->q);
}

/* Applies `op`; GMP requires the longer number first. */
static int combine(const lg_operands *o, void (*op)(lg_bignum *z, const lg_bignum *x, const lg_bignum *y),
                   int32_t *bits) {
    lg_bignum a, b, z;
    lg_bits_to_number(&a, o->a, o->p, LG_LOW_FIRST);
    lg_bits_to_number(&b, o->b, o->q, LG_LOW_FIRST);
    if (a.limbs >= b.limbs)
        op(&z, &a, &b);
    else
        op(&z, &b, &a);
    const int count = lg_bits_of_number(&z);
    lg_bits_from_number(bits, count, &z, LG_LOW_FIRST);
    return count;
}

static void add(lg_bignum *z, const lg_bignum *x, const lg_bignum *y) {
    z->limbs = x->limbs + 1;
    z->limb[x->limbs] = mpn_add(z->limb, x->limb, x->limbs, y->limb, y->limbs);
}

static void multiply(lg_bignum *z, const lg_bignum *x, const lg_bignum *y) {
    z->limbs = x->limbs + y->limbs;
    mpn_mul(z->limb, x->limb, x->limbs, y->limb, y->limbs);
}

int lg_operands_add(const lg_operands *o, int32_t *bits) {
    return combine(o, add, bits);
}

int lg_operands_multiply(const lg_operands *o, int32_t *bits) {
    return combine(o, multiply, bits);
}
