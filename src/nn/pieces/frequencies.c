/* frequencies.c: see frequencies.h. Sources:
 * - interpolation: Chen et al. 2023
 * - larger base ("NTK-aware"), and frequency bands by number of rotations: Peng et al. 2024 (YaRN), sections 3.1 and
 *   3.2
 * - frequency bands by column index: the official code of YaRN */
#include "nn/pieces/frequencies.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formula/program.h"

#define FIXED   "s = extension; "
#define DYNAMIC "s = max(1, extension*T/trained - (extension - 1)); "
#define BOTH(text)                                                                                                     \
    { FIXED text, DYNAMIC text }

const char *lg_frequencies_text(const lg_frequency_options *o) {
    static const char *const texts[][2] = {
        [LG_FREQUENCIES_TRAINED] = {LG_FREQUENCY_OF_TRAINING, LG_FREQUENCY_OF_TRAINING},
        [LG_FREQUENCIES_INTERPOLATED] = BOTH(LG_FREQUENCY_INTERPOLATED),
        [LG_FREQUENCIES_NTK] = BOTH(LG_FREQUENCY_NTK),
        [LG_FREQUENCIES_PARTS_ROTATIONS] = BOTH(LG_FREQUENCY_PARTS_ROTATIONS),
        [LG_FREQUENCIES_PARTS_INDEX] = BOTH(LG_FREQUENCY_PARTS_INDEX),
        [LG_FREQUENCIES_PARTS_UNROUNDED] = BOTH(LG_FREQUENCY_BY_INDEX("", "")),
        [LG_FREQUENCIES_LLAMA3] = BOTH(LG_FREQUENCY_BY_TURNS("3")),
        [LG_FREQUENCIES_LONGROPE] = {LG_FREQUENCY_OF_TRAINING, LG_FREQUENCY_OF_TRAINING},
    };
    return texts[o->how][o->dynamic];
}

char *lg_frequency_read(const char *text, lg_error *err) {
    return lg_formula_canonical(&lg_formula_frequency, text, err);
}

bool lg_frequencies_by_formula(const lg_formula_source *s, int columns, int T, double *frequency, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    const double fixed[] = {[LG_FREQUENCY_R] = columns, [LG_FREQUENCY_T] = T};
    const lg_formula *f = arena ? lg_formula_parse(s, arena, err) : NULL;
    if (f && !lg_formula_check_rounds(f, fixed, 0, arena, err)) f = NULL;
    double *work = f ? lg_arena_alloc(arena, lg_program_work(f->program) * sizeof *work) : NULL;
    for (int k = 0; work && k < columns / 2; k++) frequency[k] = k;
    if (work) lg_program_values(f->program, fixed, LG_FREQUENCY_K, frequency, columns / 2, work, frequency);
    lg_arena_free(arena);
    return work || lg_fail(err, LG_FAILED, "out of memory: frequencies");
}

bool lg_frequencies_check(const lg_formula_source *s, lg_error *err) {
    const lg_formula_range pairs = {.high = 7, .step = 1, .fixed = {[LG_FREQUENCY_R] = 16, [LG_FREQUENCY_T] = 64}};
    return lg_formula_check_finite(s, &pairs, err);
}

/* If memory runs out, frequencies are NaN, which makes the loss NaN. */
lg_sinusoid lg_frequencies_of_length(const lg_formula_source *s, const lg_sinusoid *trained, int T, double *frequency) {
    lg_sinusoid other = *trained;
    for (int k = 0; k < other.pairs; k++) frequency[k] = NAN;
    lg_frequencies_by_formula(s, 2 * other.pairs, T, frequency, NULL);
    other.frequency = frequency;
    other.rows = NULL, other.count = other.capacity = 0, other.fixed = true;
    return other;
}

/* ---- factors ---- */

/* Parses the next number of a list; NULL: there is none. */
static const char *next_number(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    if (end == text) return NULL;
    return end + strspn(end, " ,");
}

static bool check_list(const char *key, const char *text, lg_error *err) {
    double factor = 1;
    const char *at = text;
    while (at && *at != '\0' && factor > 0) at = next_number(at, &factor);
    return (at && factor > 0) ||
           lg_fail_keys(err, key, "%s: %s: expected numbers above 0, such as '1 1.05 1.2'", key, text);
}

bool lg_frequencies_check_factors(const lg_frequency_options *o, lg_error *err) {
    if (o->how == LG_FREQUENCIES_LONGROPE && *o->factors == '\0')
        return lg_fail_keys(err, "encoding.frequencies encoding.factors",
                            "encoding.frequencies: longrope needs encoding.factors, a number for each pair of columns "
                            "of a head (such as '1 1.1 1.3 1.8' for 8 columns)");
    return check_list("encoding.factors", o->factors, err) &&
           check_list("encoding.short_factors", o->short_factors, err);
}

/* Divides the frequencies by these factors; pairs after the last factor are unchanged. */
static void divide(const char *factors, lg_sinusoid *table) {
    double factor;
    for (int k = 0; k < table->pairs && *factors != '\0' && (factors = next_number(factors, &factor)); k++)
        table->frequency[k] /= factor;
}

/* ---- the length ---- */

static double extension_of(const lg_frequency_options *o, int T) {
    return o->dynamic ? fmax(1, o->extension * T / o->trained - (o->extension - 1)) : o->extension;
}

void lg_frequencies_finish(const lg_frequency_options *o, int T, lg_sinusoid *table) {
    const double s = extension_of(o, T);
    table->amplitude = o->temperature * log(s) + 1;
    if (o->how != LG_FREQUENCIES_LONGROPE) return;
    divide(T > o->trained ? o->factors : o->short_factors, table);
    table->amplitude *= sqrt(1 + log(s) / log(o->trained));
}

bool lg_frequencies_by_length(const lg_frequency_options *o) {
    return o->dynamic || o->how == LG_FREQUENCIES_LONGROPE;
}

int lg_frequencies_same_up_to(const lg_frequency_options *o) {
    return lg_frequencies_by_length(o) ? o->trained : INT_MAX;
}
