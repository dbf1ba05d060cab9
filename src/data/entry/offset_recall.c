/* offset_recall.c: task of recalling a symbol. The source is symbols, then a number k. The answer is the symbol k steps
 * before the number. The last token alone determines where to attend. */
#include "data/mechanism.h"

enum { SYMBOLS = 16, REACH_MAX = 64 };

typedef struct recall {
    int reach;
} recall;

static const lg_option options[] = {{"data.reach", LG_INT, "4", 1, REACH_MAX, NULL,
                                     "number of symbols before each query, which is also the largest offset",
                                     .at = offsetof(recall, reach)},
                                    {0}};

static int reach_of(const lg_dataset *d) {
    return ((const recall *)d->own)->reach;
}

static bool open_offsets(lg_dataset *d, lg_error *err) {
    return lg_mechanism_open(d, (lg_symbol_kind[]){{"s", SYMBOLS}, {"back", reach_of(d) + 1}, {0}}, err);
}

static lg_record_size bound(const lg_dataset *d, int length) {
    const int question = reach_of(d) + 1;
    return (lg_record_size){question, (length - 1) * (question + 1) + 1};
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    (void)split;
    const int reach = reach_of(d);
    lg_random r = lg_random_from(lg_key_fold(key, (uint64_t)index));
    lg_token_sequence s = lg_sequence_begin(out, length, bound(d, length));
    for (int question = 0; question < length; question++) {
        int symbols[REACH_MAX];
        for (int i = 0; i < reach; i++) lg_sequence_put(&s, symbols[i] = (int)lg_random_below(&r, SYMBOLS), false);
        const int back = 1 + (int)lg_random_below(&r, (uint32_t)reach);
        lg_sequence_put(&s, SYMBOLS + back, false);
        lg_sequence_put(&s, symbols[reach - back], true);
    }
}

/* Reads the whole sequence. Checks each answer by going back to its symbol. */
static bool check(const lg_dataset *d, const lg_record *r) {
    const int reach = reach_of(d), all = r->n + r->m;
    if (r->n != reach + 1 || r->m < 1 || all % (reach + 2) != 0) return false;
    for (int at = 0; at < all;) {
        for (int i = 0; i < reach; i++)
            if (lg_sequence_next(r, &at, 0, SYMBOLS, false) < 0) return false;
        const int control = at, back = lg_sequence_next(r, &at, SYMBOLS, reach + 1, false);
        const int answer = lg_sequence_next(r, &at, 0, SYMBOLS, true), there = control - back;
        if (back < 1 || answer < 0) return false;
        if ((there < r->n ? r->source[there] : r->target[there - r->n]) != answer) return false;
    }
    return true;
}

static const lg_entry_default defaults[] = {{"architecture", "decoder"}, {"protocol", "pass"}, {0}};
static const lg_data_methods methods = {
    .validates = true, .partial = true, .open = open_offsets, .bound = bound, .draw = draw, .check = check};

const lg_data lg_data_offset_recall = {
    .name = "offset_recall",
    .summary = "recall of the symbol c steps back; the last token of the query gives c",
    .formula = "n queries. Each query has data.reach symbols, uniform in s0..s15, then the token back_c with c\n"
               "uniform in 1..data.reach. The answer to the query is the symbol c steps before back_c.\n"
               "Only answers enter the loss and the metrics.\n"
               "source: the first query. target: its answer, the next query, its answer, ...\n"
               "s3 s7 s0 s9 back2 -> s0\n"
               "s3 s7 s0 s9 back4 -> s3 s1 s2 s1 s5 back1 s5\n"
               "A causal convolution solves the task if its kernel spans at least data.reach + 1 tokens and is\n"
               "computed from the current token (back_c).",
    .source = "made for this program, for convolutions with fixed or token-dependent kernels (Wu "
              "et al. 2019, Pay Less Attention)",
    .options = options,
    .own_bytes = LG_OWN(recall),
    .defaults = defaults,
    .chance = 1.0 / SYMBOLS,
    .methods = &methods,
};
