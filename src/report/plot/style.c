/* style.c: see style.h. */
#include "report/plot/style.h"

#include <string.h>

#include "api/figure.h"

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
enum {
    MARKERS = 12,
    OTHER = 7 /* no factor of that: all marks come before one returns */
};

static bool is_geometric(const lg_run_attributes *f) {
    return !strcmp(f->attention, "geometric");
}

/* -1: any. */
static int colour_of(const lg_run_attributes *f) {
    if (is_geometric(f)) return 5;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strcmp(families[i].encoding, f->encoding)) return families[i].colour;
    return -1;
}

static bool is_same_family(const lg_run_attributes *a, const lg_run_attributes *b) {
    return is_geometric(a) || is_geometric(b) ? is_geometric(a) == is_geometric(b) : !strcmp(a->encoding, b->encoding);
}

static int dash_of_positions(const char *positions) {
    static const struct {
        const char *positions;
        int dash;
    } known[] = {{"randomized", SOLID}, {"standard", DASHED}, {"unsorted", DOTTED}, {"released", DASH_DOTTED}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].positions, positions)) return known[i].dash;
    return DOTTED;
}

/* What reads no positions is solid, unless columns of it differ in them. */
static int dash_of(const lg_run_attributes *columns, size_t count, size_t i) {
    const lg_run_attributes *f = &columns[i];
    bool reads = !is_geometric(f) && strcmp(f->encoding, "none");
    for (size_t k = 0; k < count && !reads; k++)
        reads = is_same_family(f, &columns[k]) && strcmp(f->positions, columns[k].positions);
    return reads ? dash_of_positions(f->positions) : SOLID;
}

int lg_style_marker(int marker, int round) {
    return (marker + OTHER * round) % MARKERS;
}

/* The look of number `round` that has this colour. */
static lg_style style_of(int colour, int round) {
    return (lg_style){colours[colour], SOLID, lg_style_marker(colour, round)};
}

lg_style lg_style_at(size_t i) {
    return style_of((int)(i % COLOURS), (int)(i / COLOURS % MARKERS));
}

static bool is_same_look(const lg_style *a, const lg_style *b) {
    return a->colour == b->colour && a->marker == b->marker;
}

/* Of the columns before column i of its family that are dashed as it is: how many there are. */
static size_t rank_of(const lg_run_attributes *columns, const lg_style *styles, size_t i) {
    size_t rank = 0;
    for (size_t k = 0; k < i; k++) rank += styles[k].dash == styles[i].dash && is_same_family(&columns[k], &columns[i]);
    return rank;
}

/* A colour that no other column has, else a mark that none of this colour has. */
static lg_style free_look(const lg_style *styles, size_t i, int colour, bool taken[COLOURS]) {
    for (int c = 0; c < COLOURS; c++)
        if (!taken[c]) return taken[c] = true, style_of(c, 0);
    lg_style look = style_of(colour, 0);
    for (int round = 0; round < MARKERS; round++) {
        bool free = true;
        look = style_of(colour, round);
        for (size_t k = 0; k < i && free; k++) free = !is_same_look(&look, &styles[k]);
        if (free) break;
    }
    return look;
}

/* The dash is that of the positions. Columns that differ in nothing else look alike, one encoding has its colour, and
 * further columns of it have others. */
static void by_encoding(const lg_run_attributes *columns, size_t count, lg_style *styles) {
    bool taken[COLOURS] = {false};
    for (size_t i = 0; i < count; i++) {
        styles[i].dash = dash_of(columns, count, i);
        if (colour_of(&columns[i]) >= 0) taken[colour_of(&columns[i])] = true;
    }
    for (size_t i = 0; i < count; i++) {
        const int own = colour_of(&columns[i]), dash = styles[i].dash;
        const size_t rank = rank_of(columns, styles, i);
        size_t twin = 0;
        while (twin < i && !(is_same_family(&columns[twin], &columns[i]) && styles[twin].dash != dash &&
                             rank_of(columns, styles, twin) == rank))
            twin++;
        if (twin < i)
            styles[i] = styles[twin];
        else if (own >= 0 && rank == 0)
            styles[i] = style_of(own, 0);
        else
            styles[i] = free_look(styles, i, own >= 0 ? own : (int)(i % COLOURS), taken);
        styles[i].dash = dash;
    }
}

/* Do encodings and positions tell columns apart, or say what a single one is? */
static bool is_told(const lg_run_attributes *columns, size_t count) {
    if (count == 1) return *columns->encoding != '\0';
    for (size_t i = 1; i < count; i++)
        if (!is_same_family(&columns[0], &columns[i]) || strcmp(columns[0].positions, columns[i].positions))
            return true;
    return false;
}

/* Are there marks enough for the columns of each encoding and dash, which share its colour? */
static bool has_marks(const lg_run_attributes *columns, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int dash = dash_of(columns, count, i);
        int alike = 0;
        for (size_t k = 0; k < count; k++)
            alike += is_same_family(&columns[i], &columns[k]) && dash_of(columns, count, k) == dash;
        if (alike > MARKERS) return false;
    }
    return true;
}

/* Where an encoding lacks marks, the dash alone is that of the positions. */
void lg_styles_choose(const lg_run_attributes *columns, size_t count, lg_style *styles) {
    const bool told = is_told(columns, count);
    if (told && has_marks(columns, count)) {
        by_encoding(columns, count, styles);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        styles[i] = lg_style_at(i);
        if (told) styles[i].dash = dash_of(columns, count, i);
    }
}
