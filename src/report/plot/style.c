/* style.c: see style.h. */
#include "report/plot/style.h"

#include <string.h>

enum { COLOURS = 7 };
/* Those of Okabe and Ito (2008), distinguished by colour-blind readers too; black is the last. */
static const char *const colours[COLOURS] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                             "#E69F00", "#56B4E9", "#000000"};

/* Encodings in the order of the colours: neighbours in the tables of papers lie far apart in brightness too. */
static const struct {
    const char *encoding;
    int colour;
} families[] = {{"sinusoid", 0}, {"relative", 1}, {"alibi", 2}, {"rope", 3}, {"learned", 4}, {"none", 6}};

enum { SOLID = 1, DASHED = 2, DOTTED = 3, DASH_DOTTED = 4 };

static int colour_of(const lg_run_attributes *f) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strcmp(families[i].encoding, f->encoding)) return families[i].colour;
    return -1;
}

static int dash_of(const lg_run_attributes *f) {
    static const struct {
        const char *positions;
        int dash;
    } known[] = {{"randomized", SOLID}, {"standard", DASHED}, {"unsorted", DOTTED}, {"released", DASH_DOTTED}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].positions, f->positions)) return known[i].dash;
    return DOTTED;
}

static lg_style style_of(int colour, int dash) {
    return (lg_style){colours[colour], dash, colour};
}

lg_style lg_style_at(size_t i) {
    return style_of((int)(i % COLOURS), 1 + (int)(i / COLOURS % DASH_DOTTED));
}

/* False where two columns would look alike, or one is no known encoding. */
static bool by_encoding(const lg_run_attributes *columns, size_t count, lg_style *styles) {
    for (size_t i = 0; i < count; i++) {
        const lg_run_attributes *f = &columns[i];
        const bool geometric = !strcmp(f->attention, "geometric");
        const int colour = geometric ? 5 : colour_of(f);
        if (colour < 0) return false;
        styles[i] = style_of(colour, geometric || !strcmp(f->encoding, "none") ? SOLID : dash_of(f));
        for (size_t k = 0; k < i; k++)
            if (styles[k].dash == styles[i].dash && styles[k].colour == styles[i].colour) return false;
    }
    return true;
}

void lg_styles_choose(const lg_run_attributes *columns, size_t count, lg_style *styles) {
    if (by_encoding(columns, count, styles)) return;
    for (size_t i = 0; i < count; i++) styles[i] = lg_style_at(i);
}
