/* style.c: chooses the styles of columns; see style.h. */
#include "report/plot/style.h"

#include <string.h>

#include "api/figure.h"

enum { COLOURS = 7 };
/* The palette of Okabe and Ito (2008), which colour-blind readers can also distinguish; black is last. */
static const char *const colours[COLOURS] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                             "#E69F00", "#56B4E9", "#000000"};

/* The colours of encodings, chosen so that neighbours in the tables of papers also differ in brightness. */
static const struct {
    const char *encoding;
    int colour;
} families[] = {{"sinusoid", 0}, {"relative", 1}, {"alibi", 2}, {"rope", 3}, {"learned", 4}, {"none", 6}};

enum { SOLID = 1, DASHED = 2, DOTTED = 3, DASH_DOTTED = 4 };
enum {
    MARKERS = 12,
    OTHER = 7 /* coprime to MARKERS, so that all markers are used before one repeats */
};

static bool is_geometric(const lg_run_attributes *f) {
    return !strcmp(f->attention, "geometric");
}

/* The fixed colour of a column's encoding or attention; -1: none. */
static int colour_of(const lg_run_attributes *f) {
    if (is_geometric(f)) return 5;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strcmp(families[i].encoding, f->named)) return families[i].colour;
    return -1;
}

static bool is_same_family(const lg_run_attributes *a, const lg_run_attributes *b) {
    return is_geometric(a) || is_geometric(b) ? is_geometric(a) == is_geometric(b) : !strcmp(a->named, b->named);
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

/* Columns that ignore positions are solid, unless columns of their family (is_same_family) differ in positions. */
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

/* Style number `round` of this colour. */
static lg_style style_of(int colour, int round) {
    return (lg_style){colours[colour], SOLID, lg_style_marker(colour, round)};
}

lg_style lg_style_at(size_t i) {
    return style_of((int)(i % COLOURS), (int)(i / COLOURS % MARKERS));
}

/* The number of earlier columns with the same family and dash. */
static size_t rank_of(const lg_run_attributes *columns, const lg_style *styles, size_t i) {
    size_t rank = 0;
    for (size_t k = 0; k < i; k++) rank += styles[k].dash == styles[i].dash && is_same_family(&columns[k], &columns[i]);
    return rank;
}

/* The colour, with its first marker that no earlier column of this colour has. */
static lg_style free_mark(const lg_style *styles, size_t i, int colour) {
    lg_style look = style_of(colour, 0);
    for (int round = 0; round < MARKERS; round++) {
        bool free = true;
        look = style_of(colour, round);
        for (size_t k = 0; k < i; k++) free &= styles[k].colour != look.colour || styles[k].marker != look.marker;
        if (free) break;
    }
    return look;
}

/* A colour that no other family uses, if there is one. */
static int free_colour(size_t i, bool taken[COLOURS]) {
    for (int c = 0; c < COLOURS; c++)
        if (!taken[c]) return taken[c] = true, c;
    return (int)(i % COLOURS);
}

static int family_colour(const lg_run_attributes *columns, const lg_style *styles, size_t i, bool taken[COLOURS]) {
    size_t first = 0;
    int c = 0;
    while (!is_same_family(&columns[first], &columns[i])) first++;
    while (first < i && colours[c] != styles[first].colour) c++;
    if (first < i) return c;
    return colour_of(&columns[i]) >= 0 ? colour_of(&columns[i]) : free_colour(i, taken);
}

/* An encoding has one colour, and positions determine the dash. Columns that differ in neither get different markers,
 * in the same order for each dash. */
static void by_encoding(const lg_run_attributes *columns, size_t count, lg_style *styles) {
    bool taken[COLOURS] = {false};
    for (size_t i = 0; i < count; i++) {
        styles[i].dash = dash_of(columns, count, i);
        if (colour_of(&columns[i]) >= 0) taken[colour_of(&columns[i])] = true;
    }
    for (size_t i = 0; i < count; i++) {
        const int dash = styles[i].dash;
        const size_t rank = rank_of(columns, styles, i);
        size_t same = 0;
        while (same < i && !(is_same_family(&columns[same], &columns[i]) && styles[same].dash != dash &&
                             rank_of(columns, styles, same) == rank))
            same++;
        styles[i] = same < i ? styles[same] : free_mark(styles, i, family_colour(columns, styles, i, taken));
        styles[i].dash = dash;
    }
}

/* Do columns differ in their encoding, or does a single column have one? */
static bool has_families(const lg_run_attributes *columns, size_t count) {
    if (count == 1) return *columns->encoding != '\0';
    for (size_t i = 1; i < count; i++)
        if (!is_same_family(&columns[0], &columns[i])) return true;
    return false;
}

static bool has_positions(const lg_run_attributes *columns, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (strcmp(columns[0].positions, columns[i].positions)) return true;
    return false;
}

/* Are there enough markers for the columns that share both encoding and dash? */
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

/* With a single encoding, or too few markers, only the dash follows from the positions. */
void lg_styles_choose(const lg_run_attributes *columns, size_t count, lg_style *styles) {
    const bool several = has_families(columns, count), dashed = several || has_positions(columns, count);
    if (several && has_marks(columns, count)) {
        by_encoding(columns, count, styles);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        styles[i] = lg_style_at(i);
        if (dashed) styles[i].dash = dash_of(columns, count, i);
    }
}

void lg_styles_separate(size_t count, lg_style *styles) {
    for (size_t i = 1; i < count && count <= COLOURS; i++) {
        bool taken[COLOURS] = {false}, shared = false;
        for (int c = 0; c < COLOURS; c++)
            for (size_t k = 0; k < count; k++) taken[c] |= styles[k].colour == colours[c];
        for (size_t k = 0; k < i; k++) shared |= styles[k].colour == styles[i].colour;
        const int dash = styles[i].dash;
        if (shared) styles[i] = style_of(free_colour(i, taken), 0), styles[i].dash = dash;
    }
}
