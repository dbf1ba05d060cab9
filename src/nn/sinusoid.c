/* sinusoid.c: sines and cosines of positions. See sinusoid.h. */
#include "nn/sinusoid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whole positions up to here are kept. */
enum { LARGEST = 1 << 17 };

void lg_sinusoid_init(lg_sinusoid *s, int width, double base) {
    *s = (lg_sinusoid){.pairs = width / 2, .width = width, .base = base};
}

void lg_sinusoid_free(lg_sinusoid *s) {
    free(s->rows);
    s->rows = NULL;
    s->count = s->room = 0;
}

static void compute(const lg_sinusoid *s, double p, real *sine, real *cosine) {
    for (int i = 0; i < s->pairs; i++) {
        double angle = p * pow(s->base, -2.0 * i / s->width);
        sine[i] = (real)sin(angle);
        cosine[i] = (real)cos(angle);
    }
}

/* Makes rows for 0..position; false without memory: the caller then computes. */
static bool reach(lg_sinusoid *s, int position) {
    if (position < s->count) return true;
    if (position >= s->room) {
        int room = s->room ? 2 * s->room : 256;
        while (room <= position) room *= 2;
        real *rows = realloc(s->rows, sizeof(real) * 2 * (size_t)s->pairs * (size_t)room);
        if (!rows) return false;
        s->rows = rows;
        s->room = room;
    }
    for (; s->count <= position; s->count++) {
        real *row = s->rows + (size_t)s->count * 2 * (size_t)s->pairs;
        compute(s, s->count, row, row + s->pairs);
    }
    return true;
}

void lg_sinusoid_at(lg_sinusoid *s, double p, real *sine, real *cosine) {
    double size = fabs(p);
    if (size != floor(size) || size > LARGEST || !reach(s, (int)size)) {
        compute(s, p, sine, cosine);
        return;
    }
    const real *row = s->rows + (size_t)size * 2 * (size_t)s->pairs;
    memcpy(sine, row, sizeof(real) * (size_t)s->pairs);
    memcpy(cosine, row + s->pairs, sizeof(real) * (size_t)s->pairs);
    if (p < 0)
        for (int i = 0; i < s->pairs; i++) sine[i] = -sine[i];
}
