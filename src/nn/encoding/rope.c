/* rope.c: rotary position embedding: pairs of columns of queries and keys are rotated by an angle proportional to the
 * position, so that their product depends on the difference of positions. Differences beyond a width can be clipped
 * (ReRoPE), compressed or grouped. The resulting change of a score is computed from the rotated queries and keys, so
 * only these are kept and cached. */
#include <math.h>

#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/axes/position.h"
#include "nn/model/parts.h"
#include "nn/pieces/frequencies.h"
#include "nn/pieces/published.h"
#include "nn/pieces/rotation.h"
#include "nn/stream/position_sample.h"

typedef struct rope {
    double base, fraction;
    enum { NEIGHBOURS, HALVES } pairs;
    lg_frequency_options frequencies;
    const char *frequency;
    int clip, group;
    double compress;
} rope;

static const lg_option options[] = {
    LG_OPTION_ENCODING_BASE(rope),
    {"encoding.fraction", LG_REAL, "1", 1e-6, 1, NULL,
     "rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at "
     "least one pair",
     .at = offsetof(rope, fraction)},
    {"encoding.pairs", LG_NAME, "neighbours", 0, 0, "neighbours halves",
     "pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated "
     "columns, as in GPT-NeoX",
     .at = offsetof(rope, pairs)},
    LG_OPTIONS_FREQUENCIES(rope, frequencies),
    LG_OPTION_FREQUENCY(rope, frequency, "base^(-2*k/r), as set by encoding.frequencies"),
    {.name = "encoding.clip",
     .type = LG_INT,
     .fallback = "0",
     .max = 1 << 24,
     .help = "largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: "
             "no limit",
     .in_evaluation = true,
     .at = offsetof(rope, clip)},
    {.name = "encoding.compress",
     .type = LG_REAL,
     .fallback = "0",
     .max = 1e6,
     .help = "divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: "
             "encoding.leaky_rerope); 0: clip distances",
     .in_evaluation = true,
     .at = offsetof(rope, compress)},
    {.name = "encoding.group",
     .type = LG_INT,
     .fallback = "0",
     .max = 1 << 24,
     .help = "group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide "
             "positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups",
     .since = "0.4.0",
     .in_evaluation = true,
     .at = offsetof(rope, group)},
    {0},
};

static double base(const void *own) {
    return ((const rope *)own)->base;
}

static bool clips(const void *own) {
    return ((const rope *)own)->clip > 0;
}

static lg_formula_source frequency_of(const rope *x) {
    const lg_frequency_options *o = &x->frequencies;
    return (lg_formula_source){.place = &lg_formula_frequency,
                               .text = *x->frequency != '\0' ? x->frequency : lg_frequencies_text(o),
                               .given = {{"base", x->base}, {"trained", o->trained}, {"extension", o->extension}}};
}

static bool suits(const void *own, lg_error *err) {
    const rope *x = own;
    const lg_formula_source s = frequency_of(x);
    if (x->compress > 0 && x->group > 0)
        return lg_fail_keys(err, "encoding.group encoding.compress",
                            "encoding.group and encoding.compress both change distances beyond encoding.clip (leave "
                            "one of them at 0)");
    if (*x->frequency == '\0') return lg_frequencies_check_factors(&x->frequencies, err);
    if (x->frequencies.how != LG_FREQUENCIES_TRAINED || x->frequencies.dynamic || x->frequencies.temperature > 0)
        return lg_fail_keys(err, "encoding.frequency encoding.frequencies",
                            "encoding.frequency: the formula replaces encoding.frequencies, encoding.dynamic and "
                            "encoding.temperature (leave them at trained, false and 0)");
    return lg_frequencies_check(&s, err);
}

static bool tune(const void *own, lg_sinusoid *table) {
    const rope *x = own;
    const lg_formula_source s = frequency_of(x);
    if (!lg_frequencies_by_formula(&s, 2 * table->pairs, 0, table->frequency, NULL)) return false;
    lg_frequencies_finish(&x->frequencies, 0, table);
    return true;
}

static int same_up_to(const void *own) {
    const rope *x = own;
    return lg_frequencies_read_length(x->frequency) ? 0 : lg_frequencies_same_up_to(&x->frequencies);
}

static int rotary_width(const void *own, int head_width) {
    const double fraction = ((const rope *)own)->fraction;
    if (fraction == 1) return head_width;
    const int pairs = (int)(fraction * head_width / 2);
    return pairs > 0 ? 2 * pairs : 2;
}

static bool tune_length(const void *own, const lg_sinusoid *trained, int T, double *frequency, lg_sinusoid *out) {
    const rope *x = own;
    const lg_formula_source s = frequency_of(x);
    if (!lg_frequencies_read_length(s.text) && !lg_frequencies_by_length(&x->frequencies)) return false;
    *out = lg_frequencies_of_length(&s, trained, T, frequency);
    lg_frequencies_finish(&x->frequencies, T, out);
    return true;
}

static void rotate(const void *own, lg_build *b, int block, lg_tensor **q, lg_tensor **k) {
    lg_build_rotation(b, block, ((const rope *)own)->pairs == HALVES, q, k);
}

/* In scores of pairs beyond the clipping distance w, queries and keys are rotated back by the angle of a part of their
 * position. This function returns that part. As a result, a distance d > w becomes
 *   w + (d - w) / compress
 * or w if `compress` is 0. With groups, a position becomes its group number, position / group rounded down (Jin et al.
 * 2024). */
static double undone(const rope *x, double position) {
    if (x->group > 0) return position - floor(position / x->group);
    return x->compress > 0 ? (1 - 1 / x->compress) * position : position;
}

/* Cosines or sines of the angles to undo: one row for the position of each of T tokens, then one row for w. */
static void fill_undone(const void *context, const void *user, const lg_tensor *t, bool sines, real *row) {
    lg_positional *of = lg_build_positional_of(context, user);
    const rope *x = (const rope *)&of->encoding.own;
    const lg_position_ids *n = lg_build_position_ids(context, user);
    double frequency[LG_SINUSOID_PAIRS];
    lg_sinusoid other, table = *lg_rotation_table(of, n->T, &other, frequency);
    table.amplitude = 1;
    table.rows = NULL, table.count = table.capacity = 0, table.fixed = true; /* cached rows include the amplitude */
    for (int i = 0; i <= n->T; i++, row += t->shape[1])
        lg_sinusoid_at(&table, undone(x, i < n->T ? n->position[i] : x->clip), sines ? row : NULL, sines ? NULL : row);
}

static void fill_undone_cosine(const void *context, const void *user, const lg_tensor *t, void *out) {
    fill_undone(context, user, t, false, out);
}

static void fill_undone_sine(const void *context, const void *user, const lg_tensor *t, void *out) {
    fill_undone(context, user, t, true, out);
}

static void fill_position(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *p = lg_build_position_ids(context, user)->position;
    for (int i = 0; i < t->shape[0]; i++) ((real *)out)[i] = (real)p[i];
}

static void logit_term(const void *own, lg_build *b, int block, lg_attend *a) {
    const rope *x = own;
    const int T = b->stream->T, shape[] = {T + 1, lg_build_positional(b)->head_table.pairs};
    if (x->clip == 0) return;
    const lg_clipping clipping = {.width = x->group > 0 ? x->clip - 1 : x->clip, /* the largest unchanged distance */
                                  .halves = x->pairs == HALVES,
                                  .position = lg_build_positions(b, block, false, 1, &T, fill_position),
                                  .cosine = lg_build_positions(b, block, false, 2, shape, fill_undone_cosine),
                                  .sine = lg_build_positions(b, block, false, 2, shape, fill_undone_sine)};
    a->extra = lg_op_clipped_scores(b->g, a, &clipping);
}

const lg_encoding lg_encoding_rope = {
    .name = "rope",
    .summary = "queries and keys rotated by angles proportional to the position (RoPE)",
    .formula = "pairs (2i, 2i+1) of q and k in each head, angle a = p_t f_i, f_i = base^(-2i/r), i in 0..r/2-1:\n"
               "out[2i] = x[2i] cos a - x[2i+1] sin a,  out[2i+1] = x[2i+1] cos a + x[2i] sin a; v is not rotated\n"
               "r = head width; with encoding.fraction f: r = 2 floor(f head_width / 2), and\n"
               "columns from r on are unchanged\n"
               "encoding.pairs: halves: the pairs are (i, r/2 + i)\n"
               "encoding.clip w (ReRoPE): at distances |D| > w, q . k is computed for the distance w\n"
               "with encoding.compress c (Leaky ReRoPE), it is computed for the distance w + (|D| - w) / c\n"
               "encoding.group g (Self-Extend): at distances |D| >= w, q . k is computed for the query position\n"
               "floor(t/g) + w - floor(w/g) and the key position floor(s/g)\n" LG_FREQUENCIES_FORMULA,
    .source =
        "Su et al. 2021, RoFormer, equation 34; a fraction of the columns: Black et al. 2022, GPT-NeoX-20B, section "
        "2.1; clipped distances: Su 2023, ReRoPE and Leaky ReRoPE; grouped positions: Jin et al. 2024, Self-Extend",
    .example = "lengthen inspect encoding rope --heads 1 --q ONES --k ONES\n"
               "rotated_q[3]: -1.13111 -0.848872 0.969555 1.02955\n"
               "scores[0,3]: 0.00955757 0.583653 1.54025 2\n"
               "ONES: a file of 4 rows of 4 ones. The angles of position 3 are 3 and 0.03:\n"
               "rotated_q[3] begins with cos 3 - sin 3, cos 3 + sin 3.\n"
               "The score of key 0 is (2 cos 3 + 2 cos 0.03) / 2.\n"
               "lengthen inspect encoding rope --encoding.clip 1 --encoding.compress 4 --heads 1 --q ONES --k ONES\n"
               "scores[0,3]: 1.07062 1.31524 1.54025 2\n"
               "Key 0 is at distance 1 + (3 - 1) / 4 = 1.5 instead of 3: its score is cos 1.5 + cos 0.015.\n"
               "Key 1 is at distance 1 + (2 - 1) / 4 = 1.25 instead of 2.\n"
               "With --encoding.clip 2 alone, keys 0 and 1 are at distance 2: both scores are 0.583653.",
    .published = "Press et al. 2022, table 2: WikiText-103, 247M, trained at 512, perplexity at 512 712 1012 1512 2512 "
                 "5512 15512 tokens: 20.07 19.79 21.37 25.99 31.58 43.14 79.25\n"
                 "Su et al. 2021: WMT14 English-German, BLEU 27.5 (transformer base 27.3)\n"
                 "Chi et al. 2022, table 3: OpenWebText2, 162M, trained at 512, perplexity at 512 1024 2048 4096 8192 "
                 "16384 tokens: 24.2 32.8 62.4 111 185 269\n"
                 "Su 2023, ReRoPE (encoding.clip: 1024): Llama-2 13B, loss at 4k 8k 16k tokens: 1.4996 1.4267 "
                 "1.4001; without clipping, loss at 4k 8k tokens: 1.4967 8.8615\n" LG_KAZEMNEJAD_2023_ROPE,
    .options = options,
    .own_bytes = LG_OWN(rope),
    .reads = LG_POSITION_INPUT_IDS,
    .per_block = true,
    .shift_invariant = true,
    .crosses = true,
    .sinusoid_width = rotary_width,
    .base = base,
    .tune = tune,
    .tune_length = tune_length,
    .same_up_to = same_up_to,
    .suits = suits,
    .clips = clips,
    .rotate = rotate,
    .logit_term = logit_term,
    .work = "T d products; with encoding.clip, 2 T T d more products and memory for H T T numbers",
};
