/* frequencies.c: see frequencies.h. Interpolation: Chen et al. 2023. A larger base ("NTK-aware"), and parts by
 * rotations: Peng et al. 2024 (YaRN), sections 3.1 and 3.2; by index: its authors' program. */
#include "nn/pieces/frequencies.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "formula/program.h"

static const double TURN = 6.283185307179586; /* 2 pi */
enum { FAST = 32, SLOW = 1 }; /* rotations in training of pairs that stay, and of those that are interpolated */

static double cut(double x) {
    return fmax(0, fmin(1, x));
}

/* Between pairs that turn so often in m tokens. */
static double pair_turning(const lg_sinusoid *s, double m, double turns) {
    return s->width * log(m / (TURN * turns)) / (2 * log(s->base));
}

/* How much of pair i stays as it is, by the place of the pair. */
static double kept_by_index(const lg_sinusoid *s, double m, int i) {
    const double low = fmax(floor(pair_turning(s, m, FAST)), 0);
    const double high = fmin(ceil(pair_turning(s, m, SLOW)), s->width - 1);
    return 1 - cut((i - low) / (high > low ? high - low : 0.001));
}

static double kept_by_rotations(double m, double frequency) {
    return cut((m * frequency / TURN - SLOW) / (FAST - SLOW));
}

/* How much of pair i of a table stays as it is. */
static double kept_of(const lg_frequency_options *o, const lg_sinusoid *s, int i) {
    switch (o->how) {
    case LG_FREQUENCIES_INTERPOLATED: return 0;
    case LG_FREQUENCIES_PARTS_ROTATIONS: return kept_by_rotations(o->trained, s->frequency[i]);
    case LG_FREQUENCIES_PARTS_INDEX: return kept_by_index(s, o->trained, i);
    default: return 1;
    }
}

/* For sequences that are `by` times as long. */
static void extend(const lg_frequency_options *o, double by, lg_sinusoid *s) {
    if (o->how == LG_FREQUENCIES_NTK && s->pairs > 1)
        lg_sinusoid_set_base(s, s->base * pow(by, s->width / (s->width - 2)));
    for (int i = 0; i < s->pairs; i++) {
        double *const f = &s->frequency[i];
        const double kept = kept_of(o, s, i);
        if (kept < 1) *f = (1 - kept) * *f / by + kept * *f;
    }
    s->amplitude = o->temperature * log(by) + 1;
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

/* Without memory they are no numbers, which a loss shows. */
lg_sinusoid lg_frequencies_of_formula(const lg_formula_source *s, const lg_sinusoid *trained, int T,
                                      double *frequency) {
    lg_sinusoid other = *trained;
    for (int k = 0; k < other.pairs; k++) frequency[k] = NAN;
    lg_frequencies_by_formula(s, 2 * other.pairs, T, frequency, NULL);
    other.frequency = frequency;
    other.rows = NULL, other.count = other.capacity = 0, other.fixed = true;
    return other;
}

bool lg_frequencies_by_length(const lg_frequency_options *o) {
    return o->dynamic;
}

int lg_frequencies_same_up_to(const lg_frequency_options *o) {
    return o->dynamic ? o->trained : INT_MAX;
}

void lg_frequencies_extend(const lg_frequency_options *o, lg_sinusoid *s) {
    if (!o->dynamic) extend(o, o->extension, s);
}

lg_sinusoid lg_frequencies_of_length(const lg_frequency_options *o, const lg_sinusoid *trained, int T,
                                     double *frequency) {
    lg_sinusoid s = *trained;
    memcpy(frequency, trained->frequency, sizeof *frequency * (size_t)s.pairs);
    s.frequency = frequency;
    s.rows = NULL, s.count = s.capacity = 0, s.fixed = true;
    extend(o, fmax(1, T / (double)o->trained), &s);
    return s;
}
