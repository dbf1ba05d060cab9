/* substitution_cipher.c: task of encrypting symbols by a permutation. The first token names the permutation. The
 * permutations are fixed, so the model must memorize them. */
#include "base/permutation.h"
#include "data/mechanism.h"

enum { SYMBOLS = 64, TABLES = 0x63697068 /* seed of the permutations */ };

typedef struct substitution {
    int permutations;
} substitution;

static const lg_option options[] = {{"data.permutations", LG_INT, "16", 1, 4096, NULL,
                                     "number of keys, each with a permutation of the symbols",
                                     .at = offsetof(substitution, permutations)},
                                    {0}};

static int keys_of(const lg_dataset *d) {
    return ((const substitution *)d->own)->permutations;
}

static int32_t encipher(int key, int symbol) {
    const lg_key table = lg_key_fold(lg_key_root(TABLES), (uint64_t)key);
    return (int32_t)lg_permutation(table, SYMBOLS, (uint64_t)symbol);
}

static bool open_cipher(lg_dataset *d, lg_error *err) {
    return lg_mechanism_open(d, (lg_symbol_kind[]){{"s", SYMBOLS}, {"key", keys_of(d)}, {0}}, err);
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){1 + length, length};
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    (void)split;
    lg_random r = lg_random_from(lg_key_fold(key, (uint64_t)index));
    lg_token_sequence s = lg_sequence_begin(out, length, bound(d, length));
    const int cipher = (int)lg_random_below(&r, (uint32_t)keys_of(d));
    lg_sequence_put(&s, SYMBOLS + cipher, false);
    for (int i = 0; i < length; i++) lg_sequence_put(&s, (int)lg_random_below(&r, SYMBOLS), false);
    for (int i = 0; i < length; i++) lg_sequence_put(&s, encipher(cipher, out->source[1 + i]), true);
}

/* Checks by deciphering: finds the symbol that the cipher maps to the target. */
static bool check(const lg_dataset *d, const lg_record *r) {
    int at = 0;
    const int key = lg_sequence_next(r, &at, SYMBOLS, keys_of(d), false);
    if (key < 0 || r->n < 2 || r->m != r->n - 1) return false;
    for (int i = 0; i < r->m; i++) {
        int there = r->n + i, symbol = 0;
        const int x = lg_sequence_next(r, &at, 0, SYMBOLS, false), y = lg_sequence_next(r, &there, 0, SYMBOLS, true);
        while (symbol < SYMBOLS && encipher(key, symbol) != y) symbol++;
        if (x < 0 || y < 0 || symbol != x) return false;
    }
    return true;
}

static const lg_entry_default defaults[] = {{"architecture", "decoder"}, {"protocol", "pass"}, {0}};
static const lg_data_methods methods = {
    .validates = true, .exact = true, .open = open_cipher, .bound = bound, .draw = draw, .check = check};

const lg_data lg_data_substitution_cipher = {
    .name = "substitution_cipher",
    .summary = "symbols under one of sixteen permutations, selected by the first token",
    .formula = "Every key g has a random permutation pi_g of s0..s63, the same in all runs.\n"
               "source [1 + n]: a key and n symbols x, all uniform. target [n]: pi_g(x). All targets are scored.\n"
               "key1 s22 s23 -> s54 s28\n"
               "key15 s15 s22 -> s43 s27",
    .source = "made for this program: a minimal task of memorized facts, for wide and sparse mixers",
    .options = options,
    .own_bytes = LG_OWN(substitution),
    .defaults = defaults,
    .chance = 1.0 / SYMBOLS,
    .methods = &methods,
};
