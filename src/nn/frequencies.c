/* frequencies.c: see frequencies.h. Interpolation: Chen et al. 2023. A larger base ("NTK-aware"), and parts by
 * rotations: Peng et al. 2024 (YaRN), sections 3.1 and 3.2; by index: its authors' program. */
#include "nn/frequencies.h"

#include <limits.h>
#include <math.h>
#include <string.h>

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

/* For sequences that are `by` times as long. */
static void extend(const lg_values *v, double by, lg_sinusoid *s) {
    const char *how = lg_text(v, "encoding.frequencies");
    const double m = (double)lg_int(v, "encoding.trained");
    if (!strcmp(how, "ntk") && s->pairs > 1) lg_sinusoid_set_base(s, s->base * pow(by, s->width / (s->width - 2)));
    for (int i = 0; i < s->pairs; i++) {
        double *const f = &s->frequency[i];
        double kept = 1;
        if (!strcmp(how, "interpolated")) kept = 0;
        if (!strcmp(how, "parts_rotations")) kept = kept_by_rotations(m, *f);
        if (!strcmp(how, "parts_index")) kept = kept_by_index(s, m, i);
        if (kept < 1) *f = (1 - kept) * *f / by + kept * *f;
    }
    s->amplitude = lg_real(v, "encoding.temperature") * log(by) + 1;
}

bool lg_frequencies_by_length(const lg_values *v) {
    return lg_bool(v, "encoding.dynamic");
}

int lg_frequencies_same_up_to(const lg_values *v) {
    return lg_frequencies_by_length(v) ? (int)lg_int(v, "encoding.trained") : INT_MAX;
}

void lg_frequencies_extend(const lg_values *v, lg_sinusoid *s) {
    if (!lg_frequencies_by_length(v)) extend(v, lg_real(v, "encoding.extension"), s);
}

lg_sinusoid lg_frequencies_of_length(const lg_values *v, const lg_sinusoid *trained, int T, double *frequency) {
    lg_sinusoid s = *trained;
    memcpy(frequency, trained->frequency, sizeof *frequency * (size_t)s.pairs);
    s.frequency = frequency;
    s.rows = NULL, s.count = s.capacity = 0, s.fixed = true;
    extend(v, fmax(1, T / (double)lg_int(v, "encoding.trained")), &s);
    return s;
}
