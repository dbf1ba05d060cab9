/* pattern_search.c: task of finding which one of four short patterns occurs among random symbols. The input is long,
 * and the answer is one token. */
#include "data/mechanism.h"

/* Pattern c repeats symbol c and ends with the closing symbol FIRST_CLOSING + c. */
enum { SYMBOLS = 16, PATTERNS = 4, FIRST_CLOSING = SYMBOLS - PATTERNS, WIDTH_MAX = 16 };

typedef struct search {
    int width;
} search;

static const lg_option options[] = {
    {"data.width", LG_INT, "2", 1, WIDTH_MAX, NULL, "length of a pattern, in symbols", .at = offsetof(search, width)},
    {0}};

static int width_of(const lg_dataset *d) {
    return ((const search *)d->own)->width;
}

static bool open_patterns(lg_dataset *d, lg_error *err) {
    return lg_mechanism_open(d, (lg_symbol_kind[]){{"s", SYMBOLS}, {"pattern", PATTERNS}, {0}}, err);
}

static lg_record_size bound(const lg_dataset *d, int length) {
    const int width = width_of(d);
    return (lg_record_size){length < width ? width : length, 1};
}

/* Do these `count` symbols end in a pattern? */
static bool ends_a_pattern(const int32_t *symbols, int count, int width) {
    const int32_t c = symbols[count - 1] - FIRST_CLOSING;
    if (c < 0 || count < width) return false;
    for (int i = 2; i <= width; i++)
        if (symbols[count - i] != c) return false;
    return true;
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    (void)split;
    lg_random r = lg_random_from(lg_key_fold(key, (uint64_t)index));
    const lg_record_size z = bound(d, length);
    lg_token_sequence s = lg_sequence_begin(out, length, z);
    const int width = width_of(d), pattern = (int)lg_random_below(&r, PATTERNS);
    const int begin = (int)lg_random_below(&r, (uint32_t)(z.n - width + 1)), end = begin + width;
    for (int i = 0; i < z.n; i++) {
        const int noise = (int)lg_random_below(&r, SYMBOLS), other = (int)lg_random_below(&r, FIRST_CLOSING);
        const bool inside = i >= begin && i < end;
        lg_sequence_put(&s, !inside ? noise : i < end - 1 ? pattern : FIRST_CLOSING + pattern, false);
        if (!inside && ends_a_pattern(out->source, i + 1, width)) out->source[i] = other;
    }
    lg_sequence_put(&s, SYMBOLS + pattern, true);
}

/* Checks that exactly one pattern occurs and that the answer names it. */
static bool check(const lg_dataset *d, const lg_record *r) {
    const int width = width_of(d);
    int at = 0, run = 0, before = -1, found = 0, which = -1;
    if (r->m != 1) return false;
    while (at < r->n) {
        const int symbol = lg_sequence_next(r, &at, 0, SYMBOLS, false);
        if (symbol < 0) return false;
        if (symbol >= FIRST_CLOSING && (width == 1 || (before == symbol - FIRST_CLOSING && run >= width - 1))) {
            found++;
            which = symbol - FIRST_CLOSING;
        }
        run = symbol == before ? run + 1 : 1;
        before = symbol;
    }
    return found == 1 && lg_sequence_next(r, &at, SYMBOLS, PATTERNS, true) == which;
}

static const lg_data_methods methods = {
    .validates = true, .exact = true, .open = open_patterns, .bound = bound, .draw = draw, .check = check};

const lg_data lg_data_pattern_search = {
    .name = "pattern_search",
    .summary = "find which of four patterns occurs among random symbols",
    .formula = "source: max(n, width) symbols, uniform in s0..s15, width = data.width. One of four patterns\n"
               "occurs once. Pattern c in 0..3 is width - 1 times the symbol s<c>, then the symbol s<12 + c>.\n"
               "target: one token, pattern<c>.\n"
               "s9 s1 s13 s15 -> pattern1\n"
               "s12 s0 s14 s3 s15 s2 -> pattern3\n"
               "A symbol that would complete a second pattern is redrawn from s0..s11.",
    .source = "made for this program, to compare models of different cost on long inputs (Jaegle et al. "
              "2021, Perceiver)",
    .options = options,
    .own_bytes = LG_OWN(search),
    .chance = 1.0 / PATTERNS,
    .methods = &methods,
};
