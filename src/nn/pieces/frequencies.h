/* frequencies.h: how a rotary encoding that was trained on short sequences turns in longer ones, without training:
 * other frequencies than those of training. The options may differ between training and evaluation. */
#ifndef LG_NN_FREQUENCIES_H
#define LG_NN_FREQUENCIES_H

#include "base/option.h"
#include "formula/formula.h"
#include "nn/pieces/sinusoid.h"

typedef struct lg_frequency_options {
    enum {
        LG_FREQUENCIES_TRAINED,
        LG_FREQUENCIES_INTERPOLATED,
        LG_FREQUENCIES_NTK,
        LG_FREQUENCIES_PARTS_ROTATIONS,
        LG_FREQUENCIES_PARTS_INDEX
    } how;
    double extension, temperature;
    int trained;
    bool dynamic;
} lg_frequency_options;

/* Their rows, of a type with such a member. */
#define LG_OPTIONS_FREQUENCIES(owner, member)                                                                          \
    {.name = "encoding.frequencies",                                                                                   \
     .type = LG_NAME,                                                                                                  \
     .fallback = "trained",                                                                                            \
     .choices = "trained interpolated ntk parts_rotations parts_index",                                                \
     .help =                                                                                                           \
         "for longer sequences: trained: as they are; interpolated: all over s; ntk: a larger base; "                  \
         "parts_rotations, parts_index: slow pairs over s, fast ones as they are (YaRN as published, as released)",    \
     .in_evaluation = true,                                                                                            \
     .at = offsetof(owner, member.how)},                                                                               \
        {.name = "encoding.extension",                                                                                 \
         .type = LG_REAL,                                                                                              \
         .fallback = "1",                                                                                              \
         .min = 1,                                                                                                     \
         .max = 1e6,                                                                                                   \
         .help = "s of encoding.frequencies: how many times longer than in training sequences are",                    \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.extension)},                                                                     \
        {.name = "encoding.trained",                                                                                   \
         .type = LG_INT,                                                                                               \
         .fallback = "40",                                                                                             \
         .min = 2,                                                                                                     \
         .max = 1 << 24,                                                                                               \
         .help = "tokens of the longest sequences in training, by which parts_rotations and parts_index know which "   \
                 "pairs are slow",                                                                                     \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.trained)},                                                                       \
        {.name = "encoding.dynamic",                                                                                   \
         .type = LG_BOOL,                                                                                              \
         .fallback = "false",                                                                                          \
         .help = "s is how many times longer than encoding.trained a sequence is, at least 1",                         \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.dynamic)},                                                                       \
    {                                                                                                                  \
        .name = "encoding.temperature", .type = LG_REAL, .fallback = "0", .min = 0, .max = 10,                         \
        .help = "t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN)",          \
        .in_evaluation = true, .at = offsetof(owner, member.temperature)                                               \
    }

/* Frequencies that a formula gives (place lg_formula_frequency): of all pairs of r columns, for sequences of T tokens.
 * False: out of memory, or a mistake, which suits found before. */
bool lg_frequencies_by_formula(const lg_formula_source *s, int columns, int T, double *frequency, lg_error *err);
bool lg_frequencies_check(const lg_formula_source *s, lg_error *err); /* does it give numbers? */
/* The table of such sequences, of frequencies [trained->pairs] that it reads. */
lg_sinusoid lg_frequencies_of_formula(const lg_formula_source *s, const lg_sinusoid *trained, int T, double *frequency);
static inline bool lg_frequencies_read_length(const char *formula) {
    return lg_formula_names(formula, "T");
}

/* The row of such a formula, of a type with such a member. */
char *lg_frequency_read(const char *text, lg_error *err);
#define LG_OPTION_FREQUENCY(owner, member, words)                                                                      \
    {                                                                                                                  \
        .name = "encoding.frequency", .type = LG_TEXT, .fallback = "",                                                 \
        .help = "frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); "  \
                "empty: " words,                                                                                       \
        .since = "0.4.0", .in_evaluation = true, .at = offsetof(owner, member), .read = lg_frequency_read              \
    }

/* Of a formula. */
#define LG_FREQUENCIES_FORMULA                                                                                         \
    "encoding.frequencies, s = extension, or max(1, T / m) with dynamic, m = trained, r columns are\n"                 \
    "turned; the frequencies f'_i are\n"                                                                               \
    "interpolated: f_i / s; ntk: that of base s^(r/(r-2)) base\n"                                                      \
    "parts: (1 - g) f_i / s + g f_i\n"                                                                                 \
    "parts_rotations: g = (m f_i / (2 pi) - 1) / 31, cut to 0..1\n"                                                    \
    "parts_index: g = 1 - (i - low) / (high - low), cut, low and high the pairs that turn 32 times and\n"              \
    "once in m tokens: r ln(m / (2 pi turns)) / (2 ln base), rounded down and up, in 0..r-1\n"                         \
    "decoding with dynamic: T = tokens so far; beyond m each token takes a pass over all of them"

/* Changes the frequencies of a table, which must be of 2 columns at least (4 for ntk), as the options say. Those that
 * depend on the length stay. */
void lg_frequencies_extend(const lg_frequency_options *o, lg_sinusoid *s);
/* Do they depend on how many tokens a sequence has? */
bool lg_frequencies_by_length(const lg_frequency_options *o);
int lg_frequencies_same_up_to(const lg_frequency_options *o); /* tokens up to which they do not; INT_MAX: never */
/* The same frequencies for sequences of T tokens, into `frequency` [trained->pairs], which the result reads. */
lg_sinusoid lg_frequencies_of_length(const lg_frequency_options *o, const lg_sinusoid *trained, int T,
                                     double *frequency);

#endif
