/* sinusoid.c: see sinusoid.h. */
#include "nn/pieces/sinusoid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of integer positions below this are kept in the table. */
enum { MAX_ROWS = 1 << 17 };

bool lg_sinusoid_init(lg_sinusoid *s, int width, double base, int below) {
    *s = (lg_sinusoid){.pairs = width / 2, .amplitude = 1, .expected = below < MAX_ROWS ? below : MAX_ROWS};
    s->frequency = malloc(sizeof *s->frequency * (size_t)(s->pairs > 0 ? s->pairs : 1));
    for (int i = 0; s->frequency && i < s->pairs; i++) s->frequency[i] = pow(base, -2.0 * i / width);
    return s->frequency;
}

void lg_sinusoid_free(lg_sinusoid *s) {
    free(s->rows);
    free(s->frequency);
    s->rows = NULL;
    s->frequency = NULL;
    s->count = s->capacity = 0;
}

static void compute_row(const lg_sinusoid *s, double p, real *sine, real *cosine) {
    for (int i = 0; i < s->pairs; i++) {
        const double angle = p * s->frequency[i];
        if (sine) sine[i] = (real)(s->amplitude * sin(angle));
        if (cosine) cosine[i] = (real)(s->amplitude * cos(angle));
    }
}

static real *row_of(const lg_sinusoid *s, int position) {
    return s->rows + (size_t)position * 2 * (size_t)s->pairs;
}

static bool grow_table(lg_sinusoid *s, int position) {
    int capacity = s->capacity ? s->capacity : s->expected ? s->expected : 256;
    while (capacity <= position) capacity *= 2;
    real *rows = realloc(s->rows, sizeof(real) * 2 * (size_t)s->pairs * (size_t)capacity);
    if (!rows) return false;
    s->rows = rows;
    s->capacity = capacity;
    return true;
}

/* Computes rows for 0..position; false: out of memory, and the caller computes the row itself. */
static bool fill_rows(lg_sinusoid *s, int position) {
    if (position >= s->capacity && !grow_table(s, position)) return false;
    for (; s->count <= position; s->count++) {
        real *row = row_of(s, s->count);
        compute_row(s, s->count, row, row + s->pairs);
    }
    return true;
}

void lg_sinusoid_extend(lg_sinusoid *s, int below) {
    if (s->pairs > 0) fill_rows(s, below < MAX_ROWS ? below - 1 : MAX_ROWS - 1);
}

static bool has_row(lg_sinusoid *s, int position) {
    return position < s->count || (!s->fixed && fill_rows(s, position));
}

void lg_sinusoid_at(lg_sinusoid *s, double p, real *sine, real *cosine) {
    double size = fabs(p);
    if (size != floor(size) || size >= MAX_ROWS || !has_row(s, (int)size)) {
        compute_row(s, p, sine, cosine);
        return;
    }
    const real *row = row_of(s, (int)size);
    if (cosine) memcpy(cosine, row + s->pairs, sizeof(real) * (size_t)s->pairs);
    if (!sine) return;
    for (int i = 0; i < s->pairs; i++) sine[i] = p < 0 ? -row[i] : row[i];
}
