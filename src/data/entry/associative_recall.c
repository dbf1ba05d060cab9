/* associative_recall.c: task of looking up values. The source is pairs of a key and a value, then query keys. The
 * answers are the values of the queried keys. A value comes after its key. A single attention layer can therefore
 * answer only if the representation of each value also contains the preceding key. */
#include <inttypes.h>

#include "data/mechanism.h"

enum { VALUES = 8, KEYS_MAX = 4096 };

typedef struct recall {
    int keys, queries;
} recall;

static const lg_option options[] = {{"data.keys", LG_INT, "32", 1, KEYS_MAX, NULL,
                                     "number of distinct keys, and the largest number of pairs in a sequence",
                                     .at = offsetof(recall, keys)},
                                    {"data.queries", LG_INT, "4", 1, 1000, NULL, "number of keys queried in a sequence",
                                     .at = offsetof(recall, queries)},
                                    {0}};

static int keys_of(const lg_dataset *d) {
    return ((const recall *)d->own)->keys;
}

static int queries_of(const lg_dataset *d) {
    return ((const recall *)d->own)->queries;
}

static bool open_recall(lg_dataset *d, lg_error *err) {
    return lg_mechanism_open(d, (lg_symbol_kind[]){{"v", VALUES}, {"k", keys_of(d)}, {0}}, err);
}

/* Number of records. Keys are distinct, so a length with more than data.keys pairs has no records. */
static int64_t count(const lg_dataset *d, lg_split split, int length) {
    (void)split;
    return length <= keys_of(d) ? LG_ENDLESS : 0;
}

static lg_record_size bound(const lg_dataset *d, int length) {
    return (lg_record_size){2 * length + 1, 2 * queries_of(d) - 1};
}

/* Writes pairs with keys drawn without replacement, and stores the value of each drawn key. */
static void put_pairs(lg_token_sequence *s, lg_random *r, int pairs, int keys, int16_t key[KEYS_MAX],
                      int8_t value[KEYS_MAX]) {
    for (int k = 0; k < keys; k++) key[k] = (int16_t)k;
    for (int i = 0; i < pairs; i++) {
        const int other = i + (int)lg_random_below(r, (uint32_t)(keys - i));
        const int16_t drawn = key[other];
        key[other] = key[i];
        key[i] = drawn;
        value[drawn] = (int8_t)lg_random_below(r, VALUES);
        lg_sequence_put(s, VALUES + drawn, false);
        lg_sequence_put(s, value[drawn], false);
    }
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    (void)split;
    int16_t keys[KEYS_MAX];
    int8_t values[KEYS_MAX];
    lg_random r = lg_random_from(lg_key_fold(key, (uint64_t)index));
    lg_token_sequence s = lg_sequence_begin(out, length, bound(d, length));
    put_pairs(&s, &r, length, keys_of(d), keys, values);
    for (int q = 0; q < queries_of(d); q++) {
        const int asked = keys[lg_random_below(&r, (uint32_t)length)];
        lg_sequence_put(&s, VALUES + asked, false);
        lg_sequence_put(&s, values[asked], true);
    }
}

/* The value after the only occurrence of a key; -1 if the key occurs never or twice. */
static int find_value(const lg_record *r, int key) {
    int found = -1;
    for (int i = 0; i + 2 < r->n; i += 2) {
        if (r->source[i] != key) continue;
        if (found >= 0) return -1;
        found = r->source[i + 1];
    }
    return found;
}

static bool check(const lg_dataset *d, const lg_record *r) {
    int at = 0;
    if (r->n < 3 || r->n % 2 == 0 || r->m != 2 * queries_of(d) - 1) return false;
    while (at < r->n - 1)
        if (lg_sequence_next(r, &at, VALUES, keys_of(d), false) < 0 || lg_sequence_next(r, &at, 0, VALUES, false) < 0)
            return false;
    while (at < r->n + r->m) {
        const int key = lg_sequence_next(r, &at, VALUES, keys_of(d), false);
        const int value = lg_sequence_next(r, &at, 0, VALUES, true);
        if (key < 0 || value < 0 || find_value(r, VALUES + key) != value) return false;
    }
    return true;
}

static const lg_entry_default defaults[] = {{"architecture", "decoder"}, {"protocol", "pass"}, {0}};
static const lg_data_methods methods = {.partial = true,
                                        .validates = true,
                                        .open = open_recall,
                                        .count = count,
                                        .bound = bound,
                                        .draw = draw,
                                        .check = check};

const lg_data lg_data_associative_recall = {
    .name = "associative_recall",
    .summary = "recall the values of queried keys from the key-value pairs at the start of the sequence",
    .formula = "n key-value pairs (8 values v0..v7) with distinct keys; then queried keys, each with its value.\n"
               "Only the values of queried keys enter the loss and the metrics. n is at most data.keys.\n"
               "source [2n + 1]: the pairs, and the first query. target: its value, a query, its value, ...\n"
               "with two queries:\n"
               "k3 v1 k0 v4 k3 -> v1 k0 v4\n"
               "k5 v2 k5 -> v2 k5 v2",
    .source =
        "made for this program, after Ba et al. 2016, Using Fast Weights to Attend to the Recent Past, section 4.1",
    .options = options,
    .own_bytes = LG_OWN(recall),
    .defaults = defaults,
    .chance = 1.0 / VALUES,
    .methods = &methods,
};
