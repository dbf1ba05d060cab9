/* reverse_symbols.c: task of reversing a sequence over 16 symbols. The distance between an answer and its source symbol
 * differs for each answer. */
#include "data/mechanism.h"

enum { SYMBOLS = 16 };

static bool open_symbols(lg_dataset *d, lg_error *err) {
    return lg_mechanism_open(d, (lg_symbol_kind[]){{"s", SYMBOLS}, {0}}, err);
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){length, length};
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    (void)split;
    lg_random r = lg_random_from(lg_key_fold(key, (uint64_t)index));
    lg_token_sequence s = lg_sequence_begin(out, length, bound(d, length));
    for (int i = 0; i < length; i++) lg_sequence_put(&s, (int)lg_random_below(&r, SYMBOLS), false);
    for (int i = length; i > 0; i--) lg_sequence_put(&s, out->source[i - 1], true);
}

static bool check(const lg_dataset *d, const lg_record *r) {
    (void)d;
    if (r->n < 1 || r->m != r->n) return false;
    for (int i = 0; i < r->n; i++) {
        int here = i, there = r->n + r->m - 1 - i;
        const int x = lg_sequence_next(r, &here, 0, SYMBOLS, false);
        if (x < 0 || x != lg_sequence_next(r, &there, 0, SYMBOLS, true)) return false;
    }
    return true;
}

static const lg_entry_default defaults[] = {{"architecture", "decoder"}, {"protocol", "pass"}, {0}};
static const lg_data_methods methods = {
    .validates = true, .exact = true, .open = open_symbols, .bound = bound, .draw = draw, .check = check};

const lg_data lg_data_reverse_symbols = {
    .name = "reverse_symbols",
    .summary = "a string of symbols from an alphabet of sixteen, reversed",
    .formula = "x: n symbols, uniform in s0..s15. source [n]: x. target [n]: x reversed. All targets are scored.\n"
               "s3 s7 s7 -> s7 s7 s3\n"
               "s0 s15 -> s15 s0\n"
               "A uniform guess has a cross-entropy of ln 16 = 2.773.",
    .source = "made for this program: a minimal task that shows how deep stacks train",
    .defaults = defaults,
    .aligned = true,
    .chance = 1.0 / SYMBOLS,
    .methods = &methods,
};
