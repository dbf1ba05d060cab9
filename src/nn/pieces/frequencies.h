/* frequencies.h: context extension without further training: rotary encodings trained on short sequences get other
 * frequencies in evaluation. The options may differ between training and evaluation. */
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
        LG_FREQUENCIES_PARTS_INDEX,
        LG_FREQUENCIES_PARTS_UNROUNDED,
        LG_FREQUENCIES_LLAMA3,
        LG_FREQUENCIES_LONGROPE
    } how;
    double extension, temperature;
    int trained;
    bool dynamic;
    const char *factors, *short_factors;
} lg_frequency_options;

/* Option rows for a struct with a member of this type. */
#define LG_OPTIONS_FREQUENCIES(owner, member)                                                                          \
    {.name = "encoding.frequencies",                                                                                   \
     .type = LG_NAME,                                                                                                  \
     .fallback = "trained",                                                                                            \
     .choices = "trained interpolated ntk parts_rotations parts_index parts_unrounded llama3 longrope",                \
     .help = "context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all "  \
             "frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the "          \
             "frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); "            \
             "parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); "               \
             "parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of " \
             "Llama 3; longrope: divide the frequency of each pair by its own factor",                                 \
     .in_evaluation = true,                                                                                            \
     .at = offsetof(owner, member.how)},                                                                               \
        {.name = "encoding.extension",                                                                                 \
         .type = LG_REAL,                                                                                              \
         .fallback = "1",                                                                                              \
         .min = 1,                                                                                                     \
         .max = 1e6,                                                                                                   \
         .help = "extension factor s of encoding.frequencies: sequence length divided by the training length; with "   \
                 "encoding.dynamic, s = extension T / trained - (extension - 1)",                                      \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.extension)},                                                                     \
        {.name = "encoding.trained",                                                                                   \
         .type = LG_INT,                                                                                               \
         .fallback = "40",                                                                                             \
         .min = 2,                                                                                                     \
         .max = 1 << 24,                                                                                               \
         .help = "longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this "    \
                 "length",                                                                                             \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.trained)},                                                                       \
        {.name = "encoding.dynamic",                                                                                   \
         .type = LG_BOOL,                                                                                              \
         .fallback = "false",                                                                                          \
         .help = "compute the extension factor s for each sequence, from its length T and encoding.trained; s is "     \
                 "at least 1",                                                                                         \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.dynamic)},                                                                       \
        {.name = "encoding.temperature",                                                                               \
         .type = LG_REAL,                                                                                              \
         .fallback = "0",                                                                                              \
         .max = 10,                                                                                                    \
         .help = "temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1)",                     \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.temperature)},                                                                   \
        {.name = "encoding.factors",                                                                                   \
         .type = LG_TEXT,                                                                                              \
         .fallback = "",                                                                                               \
         .help = "longrope: divisors of the frequencies, one number for each pair, separated by blanks",               \
         .since = "0.4.0",                                                                                             \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.factors)},                                                                       \
    {                                                                                                                  \
        .name = "encoding.short_factors", .type = LG_TEXT, .fallback = "",                                             \
        .help = "encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1",         \
        .since = "0.4.0", .in_evaluation = true, .at = offsetof(owner, member.short_factors)                           \
    }

/* The option row of a frequency formula, for a struct with such a member. */
char *lg_frequency_read(const char *text, lg_error *err);
#define LG_OPTION_FREQUENCY(owner, member, words)                                                                      \
    {                                                                                                                  \
        .name = "encoding.frequency", .type = LG_TEXT, .fallback = "",                                                 \
        .help = "frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen "                     \
                "help formula); empty: " words,                                                                        \
        .since = "0.4.0", .in_evaluation = true, .at = offsetof(owner, member), .read = lg_frequency_read              \
    }

/* The formulas of encoding.frequencies, which `lengthen show rope` shows and the program evaluates. s: the factor of
 * extension (LG_FREQUENCIES_FORMULA). f: the frequency in training. */
#define LG_FREQUENCY_OF_TRAINING  "base^(-2*k/r)"
#define LG_FREQUENCY_INTERPOLATED LG_FREQUENCY_OF_TRAINING "/s"
#define LG_FREQUENCY_NTK          "(base*s^(r/(r - 2)))^(-2*k/r)"
#define LG_FREQUENCY_IN_PARTS     "(1 - g)*f/s + g*f"
/* fast_less_slow: fast - slow as text, where slow = 1. Pairs with at least `fast` rotations over the training length
 * keep their frequency. The frequency of pairs with at most one rotation is divided by s. */
#define LG_FREQUENCY_BY_TURNS(fast_less_slow)                                                                          \
    "f = " LG_FREQUENCY_OF_TRAINING "; g = min(max((trained*f/(2*pi) - 1)/" fast_less_slow ", 0), 1);\n"               \
    "  " LG_FREQUENCY_IN_PARTS
/* Indices of the pairs that make 32 rotations and one rotation over the training length. */
#define LG_FREQUENCY_PAIR_32 "(r*log(trained/(64*pi))/(2*log(base)))"
#define LG_FREQUENCY_PAIR_1  "(r*log(trained/(2*pi))/(2*log(base)))"
#define LG_FREQUENCY_BY_INDEX(down, up)                                                                                \
    "f = " LG_FREQUENCY_OF_TRAINING "; low = max(" down LG_FREQUENCY_PAIR_32 ", 0);\n"                                 \
    "  high = min(" up LG_FREQUENCY_PAIR_1 ", r - 1);\n"                                                               \
    "  g = 1 - min(max((k - low)/if(high > low, high - low, 0.001), 0), 1); " LG_FREQUENCY_IN_PARTS
#define LG_FREQUENCY_PARTS_ROTATIONS LG_FREQUENCY_BY_TURNS("31")
#define LG_FREQUENCY_PARTS_INDEX     LG_FREQUENCY_BY_INDEX("floor", "ceil")
#define LG_FREQUENCIES_FORMULA                                                                                         \
    "encoding.frequencies sets the frequency of pair k of r columns; s = extension, but with\n"                        \
    "encoding.dynamic s = max(1, extension*T/trained - (extension - 1)) in sequences of T tokens\n"                    \
    "trained: " LG_FREQUENCY_OF_TRAINING "; interpolated: " LG_FREQUENCY_INTERPOLATED "; ntk: " LG_FREQUENCY_NTK "\n"  \
    "parts_rotations: " LG_FREQUENCY_PARTS_ROTATIONS "\n"                                                              \
    "llama3: as parts_rotations, with 3 in place of 31\n"                                                              \
    "parts_index: " LG_FREQUENCY_PARTS_INDEX "\n"                                                                      \
    "parts_unrounded: as parts_index, without floor and ceil\n"                                                        \
    "longrope: " LG_FREQUENCY_OF_TRAINING " divided by the factor of pair k; rotated vectors are multiplied by\n"      \
    "sqrt(1 + ln s / ln trained)\n"                                                                                    \
    "decoding with encoding.dynamic: T counts the tokens so far; beyond encoding.trained tokens,\n"                    \
    "each new token needs a pass over all T tokens"

/* The formula that encoding.frequencies chooses, with base, trained and extension. */
const char *lg_frequencies_text(const lg_frequency_options *o);
/* Evaluates a formula for lg_formula_frequency for all pairs of `columns` columns, for sequences of T tokens. Returns
 * false if out of memory, or if the formula is invalid, which the encoding's `suits` reports earlier. */
bool lg_frequencies_by_formula(const lg_formula_source *s, int columns, int T, double *frequency, lg_error *err);
bool lg_frequencies_check(const lg_formula_source *s, lg_error *err);            /* are the formula's values finite? */
bool lg_frequencies_check_factors(const lg_frequency_options *o, lg_error *err); /* are all factors positive numbers? */
static inline bool lg_frequencies_read_length(const char *formula) {
    return lg_formula_names(formula, "T");
}
/* Applies the temperature and longrope's factors to a table with frequencies from a formula, for sequences of T tokens.
 * T = 0: any length, treated like training lengths. */
void lg_frequencies_finish(const lg_frequency_options *o, int T, lg_sinusoid *table);
/* Do frequencies depend on the sequence length? */
bool lg_frequencies_by_length(const lg_frequency_options *o);
int lg_frequencies_same_up_to(const lg_frequency_options *o); /* the same up to this length; INT_MAX: always */
/* The table for sequences of T tokens; writes its frequencies to `frequency` [trained->pairs]. */
lg_sinusoid lg_frequencies_of_length(const lg_formula_source *s, const lg_sinusoid *trained, int T, double *frequency);

#endif
