/* units.c: `lengthen analyze units`: which tokens the units of feed-forward networks answer to, and which output
 * symbols they speak for. */
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/options.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

enum {
    SEQUENCES = 100,
    UNITS = 5,
    TOP = 5,
    MOST = 1000, /* that may be listed */
    BEFORE = 12, /* words of the text around a token */
    BEHIND = 4
};

typedef struct units {
    cli_analysis *a;
    lg_unit_question q;
    int list[MOST];
    lg_sheet *table; /* of all runs; NULL with JSON */
} units;

/* ---- text ---- */

static int first_word(const lg_unit_place *p) {
    return p->token > BEFORE ? p->token - BEFORE : 0;
}

static int end_word(const lg_unit_place *p) {
    return p->tokens - p->token > BEHIND + 1 ? p->token + BEHIND + 1 : p->tokens;
}

/* "the cat [sat] on", of bytes without blanks between; cut where it is longer. */
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

/* ---- JSON ---- */

static json_t *place_object(const lg_unit_place *p) {
    json_t *o = json_object();
    const int first = first_word(p);
    cli_out_int(o, "length", p->length);
    cli_out_int(o, "sequence", p->sequence);
    cli_out_int(o, "token", p->token);
    cli_out_real(o, "activation", p->activation);
    cli_out_strings(o, "text", p->words + first, end_word(p) - first);
    cli_out_int(o, "at", p->token - first);
    if (p->target)
        cli_out_text(o, "target", p->target);
    else
        json_object_set_new(o, "target", json_null());
    return o;
}

static json_t *symbol_object(const lg_unit_symbol *s) {
    json_t *o = json_object();
    cli_out_int(o, "id", s->id);
    cli_out_text(o, "word", s->word);
    cli_out_real(o, "probability", s->probability);
    return o;
}

static void print_json(const units *x, const lg_unit_report *r) {
    json_t *o = cli_analysis_object("lengthen.unit/1", &x->a->curves[x->a->run]);
    json_t *places = json_array(), *symbols = json_array();
    for (size_t i = 0; i < r->place_count; i++)
        if (json_array_append_new(places, place_object(&r->places[i]))) cli_out_lose();
    for (size_t i = 0; i < r->symbol_count; i++)
        if (json_array_append_new(symbols, symbol_object(&r->symbols[i]))) cli_out_lose();
    cli_out_int(o, "block", r->block);
    cli_out_int(o, "unit", r->unit);
    cli_out_int(o, "units", r->units);
    cli_out_int(o, "tokens", r->tokens);
    cli_out_real(o, "mean", r->mean);
    cli_out_real(o, "positive", r->positive);
    json_object_set_new(o, "places", places);
    json_object_set_new(o, "symbols", symbols);
    cli_out_line(o);
}

/* ---- table ---- */

static void begin_table(units *x) {
    static const char *const heads[] = {"run",        "block", "unit",   "positive %",
                                        "activation", "text",  "target", "softmax(v E^T)"};
    x->table = lg_sheet_new("lrrrrlll");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) lg_sheet_cell(x->table, "%s", heads[i]);
}

/* A row for each place; the first one has what is about the unit, too. */
static void add_rows(const units *x, const lg_unit_report *r) {
    char around[400], symbols[400];
    for (size_t i = 0; i < r->place_count; i++) {
        const lg_unit_place *p = &r->places[i];
        write_text(p, r->bytes, around, sizeof around);
        write_symbols(r, symbols, sizeof symbols);
        lg_sheet_cell(x->table, "%s", i == 0 ? x->a->curves[x->a->run].label : "");
        for (int k = 0; k < 2 && i > 0; k++) lg_sheet_cell(x->table, "%s", "");
        if (i == 0) lg_sheet_cell(x->table, "%d", r->block), lg_sheet_cell(x->table, "%d", r->unit);
        if (i == 0)
            lg_sheet_number(x->table, 100 * r->positive, 1);
        else
            lg_sheet_cell(x->table, "%s", "");
        lg_sheet_number(x->table, p->activation, 3);
        lg_sheet_cell(x->table, "%s", around);
        lg_sheet_cell(x->table, "%s", p->target ? p->target : "-");
        lg_sheet_cell(x->table, "%s", i > 0 ? "" : r->symbol_count > 0 ? symbols : "-");
    }
}

static void end_table(const units *x) {
    char text[400];
    cli_sheet_print(x->table, stdout);
    snprintf(text, sizeof text,
             "Of each unit: the share of tokens whose activation is above 0; the tokens of the largest activations, in "
             "brackets, and what is to be predicted there; the output symbols that v speaks for. Up to %d sequences of "
             "each length.",
             x->q.sequences);
    cli_text_wrap(stdout, text, 0, 0, cli_columns(stdout));
}

/* ---- all ---- */

static void on_unit(void *user, const lg_unit_report *r) {
    const units *x = user;
    if (x->table)
        add_rows(x, r);
    else
        print_json(x, r);
}

static void on_progress(void *user, int64_t done, int64_t all, double fraction) {
    cli_analysis_progress(((const units *)user)->a, done, all, fraction);
}

static lg_status look_into(void *user, lg_run *r) {
    units *x = user;
    return lg_analyze_units(r, &x->q, on_unit, on_progress, x);
}

/* --unit 3,17 */
static int read_list(units *x) {
    const char *given = cli_flag_value(&x->a->c->args, "unit"), *text = given;
    cli_range r;
    x->q.units = x->list;
    while (text && *text) {
        if (!cli_range_next(&text, &r) || r.first < 0 || r.last > 65535)
            return cli_fail(LG_USAGE, "--unit %s: expected numbers of units from 0 on, like 3,17", given);
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
    if (!a->c->json) begin_table(&x);
    status = cli_analysis_each(a, "units", "sequence", look_into, &x);
    if (status == LG_OK && !a->c->json)
        end_table(&x);
    else
        lg_sheet_free(x.table);
    return status;
}

static const cli_flag flags[] = {
    {"length", 0, "LIST", "lengths to look at, up to 12; if not given: the longest trained one"},
    {"sequences", 0, "N", "sequences of each length, or all records where there are fewer (100)"},
    {"block", 0, "B", "units of this block, from 0 on; if not given: of all that have a feed-forward network"},
    {"unit", 0, "LIST", "their numbers in each block, from 0 on, like 3,17; if not given: see --units"},
    {"units", 0, "N", "of each block, those of the largest activations (5)"},
    {"top", 0, "K", "places and output symbols of each (5)"},
    CLI_LABEL_FLAG,
    {0},
};

static const lg_schema *const schemas[] = {NULL};

static int run_units(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = CLI_ANALYZE_LENGTHS});
}

const cli_command cli_analyze_units = {
    .name = "analyze units",
    .summary = "what units of feed-forward networks answer to, and which symbols they promote",
    .usage = "lengthen analyze units RUN... [--block B] [--unit LIST] [--top K] [--length LIST] [--sequences N] [flags]",
    .examples = "lengthen analyze units runs/text-rope --block 1 --units 3 --top 10",
    .text = "Feed-forward networks as memories of keys and values (Geva et al. 2021): unit i of the hidden layer\n"
            "answers act(x k_i) to a token, and adds that many times v_i. Of each unit the tokens of the largest\n"
            "activations, as text around them, and the output symbols of the largest probabilities softmax(v_i\n"
            "E^T), E what the head multiplies by. Runs at the longest trained length unless --length is given.",
    .positionals = "@folder",
    .flags = flags,
    .settings = cli_stored_flags,
    .frequent = "eval.seed positions mask scale threads",
    .schemas = schemas,
    .tabular = true,
    .run = run_units,
};
