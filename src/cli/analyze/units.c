/* units.c: `lengthen analyze units`: which tokens activate the units of feed-forward layers, and which output symbols
 * the units promote. */
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/text.h"

enum {
    SEQUENCES = 100,
    UNITS = 5,
    TOP = 5,
    MOST = 1000, /* maximum number of units, and of places */
    BEFORE = 12, /* words of context shown before a token; BEHIND: after it */
    BEHIND = 4
};

typedef struct units {
    cli_analysis *a;
    lg_unit_question q;
    int list[MOST];
    cli_rows rows; /* of the table */
} units;

/* ---- text ---- */

static int first_word(const lg_unit_place *p) {
    return p->token > BEFORE ? p->token - BEFORE : 0;
}

static int end_word(const lg_unit_place *p) {
    return p->tokens - p->token > BEHIND + 1 ? p->token + BEHIND + 1 : p->tokens;
}

/* "the cat [sat] on"; bytes are written without blanks. The text is truncated if it does not fit. */
static void write_text(const lg_unit_place *p, bool bytes, char *out, size_t size) {
    size_t at = 0;
    *out = '\0';
    for (int i = first_word(p); i < end_word(p) && at < size; i++) {
        const bool here = i == p->token;
        at += (size_t)snprintf(out + at, size - at, "%s%s%s%s", at > 0 && !bytes ? " " : "", here ? "[" : "",
                               p->words[i], here ? "]" : "");
    }
}

/* "the 0.31, a 0.10" */
static void write_symbols(const lg_unit_report *x, char *out, size_t size) {
    size_t at = 0;
    *out = '\0';
    for (size_t i = 0; i < x->symbol_count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%s %.2f", at > 0 ? ", " : "", x->symbols[i].word,
                               x->symbols[i].probability);
}

/* ---- rows ---- */

typedef struct place {
    lg_unit_place x;
    const char *const *text;
    int count, at;
} place;

static const lg_member place_members[] = {
    LG_MEMBER(place, x.length, "length", "sequence length"),
    LG_MEMBER(place, x.sequence, "sequence", "index of the sequence, from 0"),
    LG_MEMBER(place, x.token, "token", "index of the token in the sequence, from 0"),
    LG_MEMBER(place, x.activation, "activation", "activation of the unit at this token"),
    LG_LIST(place, text, count, "text", "words around the token"),
    LG_MEMBER(place, at, "at", "index of the token among these words, from 0"),
    LG_MEMBER(place, x.target, "target", "target predicted at this token; null: none"),
    {0},
};
static const lg_schema place_schema = {.size = sizeof(place), .members = place_members};

static const lg_member symbol_members[] = {
    LG_MEMBER(lg_unit_symbol, id, "id", "id of the output symbol"),
    LG_MEMBER(lg_unit_symbol, word, "word", "the symbol as text"),
    LG_MEMBER(lg_unit_symbol, probability, "probability", "probability in softmax(v E^T)"),
    {0},
};
static const lg_schema symbol_schema = {.size = sizeof(lg_unit_symbol), .members = symbol_members};

typedef struct row {
    const char *run;
    lg_unit_report x;
    const place *places;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, x.block, "block", "index of the block, from 0"),
    LG_MEMBER(row, x.unit, "unit", "index of the unit in the block, from 0"),
    LG_MEMBER(row, x.units, "units", "number of units in the block"),
    LG_MEMBER(row, x.tokens, "tokens", "number of tokens"),
    LG_MEMBER(row, x.mean, "mean", "mean activation"),
    LG_MEMBER(row, x.positive, "positive", "share of tokens with an activation above 0"),
    LG_ROWS(row, places, x.place_count, "places", "tokens with the largest activations, largest first", &place_schema),
    LG_ROWS(row, x.symbols, x.symbol_count, "symbols",
            "most likely output symbols, most likely first; none with head `adaptive`", &symbol_schema),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.unit/1",
    .about = "`analyze units`: one row per unit of each run.",
    .members = members,
};

static void put_row(const units *x, const lg_unit_report *r) {
    place places[MOST];
    for (size_t i = 0; i < r->place_count; i++) {
        const lg_unit_place *p = &r->places[i];
        const int first = first_word(p);
        places[i] = (place){*p, p->words + first, end_word(p) - first, p->token - first};
    }
    cli_row_put(&schema, &(row){x->a->curves[x->a->run].run, *r, places});
}

/* ---- table ---- */

/* One row per place; the first row of a unit also lists its output symbols. */
typedef struct line {
    const char *label;
    lg_unit_report unit;
    lg_unit_place place;
    char text[400], symbols[400];
} line;

static const lg_member line_members[] = {
    CLI_LABEL_MEMBER(line),
    LG_MEMBER(line, unit.block, NULL, "", .heading = "block"),
    LG_MEMBER(line, unit.unit, NULL, "", .heading = "unit"),
    LG_MEMBER(line, unit.positive, NULL, "", .heading = "positive %", .scale = 100, .digits = 1),
    LG_MEMBER(line, place.activation, NULL, "", .heading = "activation", .digits = 3),
    LG_MEMBER(line, text, NULL, "", .heading = "text"),
    LG_MEMBER(line, place.target, NULL, "", .heading = "target"),
    LG_MEMBER(line, symbols, NULL, "", .heading = "softmax(v E^T)"),
    {0},
};
static const lg_schema line_schema = {.members = line_members};

static void put_lines(units *x, const lg_unit_report *r) {
    for (size_t i = 0; i < r->place_count; i++) {
        line l = {.label = x->a->curves[x->a->run].label, .unit = *r, .place = r->places[i], .symbols = ""};
        write_text(&l.place, r->bytes, l.text, sizeof l.text);
        if (i == 0 && r->symbol_count == 0) strcpy(l.symbols, "-");
        if (i == 0 && r->symbol_count > 0) write_symbols(r, l.symbols, sizeof l.symbols);
        cli_rows_put(&x->rows, &l);
    }
}

static void print_legend(const units *x) {
    char text[400];
    snprintf(text, sizeof text,
             "Per unit: share of tokens with an activation above 0; tokens with the largest activations, in brackets, "
             "and their targets; output symbols to which its value vector gives the highest probability. Up to %d "
             "sequences per length.",
             x->q.sequences);
    cli_legend(text);
}

/* ---- all ---- */

static void on_unit(void *user, const lg_unit_report *r) {
    put_row(user, r);
    put_lines(user, r);
}

static void on_progress(void *user, int64_t done, int64_t all, double fraction) {
    cli_analysis_progress(((const units *)user)->a, done, all, fraction);
}

static lg_status look_into(void *user, lg_run *r) {
    units *x = user;
    return lg_analyze_units(r, &x->q, on_unit, on_progress, x);
}

/* Parses --unit, for example 3,17. */
static int read_list(units *x) {
    const char *given = cli_flag_value(&x->a->c->args, "unit"), *text = given;
    cli_range r;
    x->q.units = x->list;
    while (text && *text) {
        if (!cli_range_next(&text, &r) || r.first < 0 || r.last > 65535)
            return cli_fail(LG_USAGE, "--unit %s: expected unit indices from 0, like 3,17", given);
        for (long n = r.first; n <= r.last; n += r.step) {
            if (x->q.unit_count == MOST) return cli_fail(LG_USAGE, "--unit %s: more than %d units", given, MOST);
            x->list[x->q.unit_count++] = (int)n;
        }
    }
    return LG_OK;
}

static int read_flags(units *x) {
    const cli_args *args = &x->a->c->args;
    long sequences = SEQUENCES, block = -1, most = UNITS, top = TOP;
    int status = cli_flag_int(args, "sequences", 1, 100000, &sequences);
    if (status == LG_OK) status = cli_flag_int(args, "block", 0, 255, &block);
    if (status == LG_OK) status = cli_flag_int(args, "units", 1, 65536, &most);
    if (status == LG_OK) status = cli_flag_int(args, "top", 1, MOST, &top);
    if (status == LG_OK) status = read_list(x);
    x->q.sequences = (int)sequences, x->q.block = (int)block, x->q.most = (int)most;
    x->q.places = x->q.symbols = (int)top;
    return status;
}

static int analyze(cli_analysis *a) {
    units x = {.a = a};
    int status = read_flags(&x);
    if (status != LG_OK) return status;
    a->length_count = cli_flag_value(&a->c->args, "length") ? cli_analysis_ascend(a->lengths, a->length_count) : 1;
    x.q.lengths = a->lengths, x.q.length_count = a->length_count;
    x.rows = cli_rows_begin(&line_schema);
    status = cli_analysis_each(a, "units", "sequence", look_into, &x);
    cli_rows_end(&x.rows, status);
    if (status == LG_OK) print_legend(&x);
    return status;
}

static const cli_flag flags[] = {
    {"length", 0, "LIST", "up to 12 lengths (default: the longest training length)"},
    CLI_SEQUENCES_FLAG("100"),
    {"block", 0, "B", "block of the units, from 0 (default: all blocks with a feed-forward layer)"},
    {"unit", 0, "LIST", "unit indices in each block, from 0, like 3,17 (default: chosen by --units)"},
    {"units", 0, "N", "the N units with the largest activations in each block (default 5)"},
    {"top", 0, "K", "number of tokens, and of output symbols, to list for each unit (default 5)"},
    CLI_LABEL_FLAG,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_units(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = CLI_ANALYZE_LENGTHS});
}

const cli_command cli_analyze_units = {
    .name = "analyze units",
    .summary = "what activates feed-forward units, and which symbols they promote",
    .usage =
        "lengthen analyze units RUN... [--block B] [--unit LIST] [--top K] [--length LIST] [--sequences N] [flags]",
    .examples = "lengthen analyze units runs/text-rope --block 1 --units 3 --top 10",
    .text = "Interprets feed-forward layers as key-value memories (Geva et al. 2021): hidden unit i has a key\n"
            "vector k_i and a value vector v_i. For a token x, the unit has the activation a = act(x k_i) and\n"
            "adds a v_i to the output of the layer. For each unit, the command lists:\n"
            "- the tokens with the largest activations, in context\n"
            "- the output symbols with the highest probability in softmax(v_i E^T), where E is the output\n"
            "  embedding",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .schemas = schemas,
    .run = run_units,
};
