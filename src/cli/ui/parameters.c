/* parameters.c: see parameters.h. Blocks that are alike share the rows of the table: block.0..4.attention.query. */
#include "cli/ui/parameters.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/out.h"
#include "cli/ui/print.h"

enum { NAME = 160 };

/* Parameters of one shape whose names differ in the number of the block alone. */
typedef struct row {
    char name[NAME]; /* with # in the place of the number */
    long first, last;
    int rank;
    size_t shape[4], count; /* of all together */
    double decay;
} row;

typedef struct listing {
    row *rows;
    size_t count, total, active, parameters; /* rows; numbers, and those that a token meets; parameters */
    json_t *items;                           /* for JSON; else NULL */
    bool decays;                             /* any of them */
    bool out_of_memory;
} listing;

size_t cli_parameter_count(const lg_parameter *p) {
    size_t count = 1;
    for (int i = 0; i < p->rank; i++) count *= p->shape[i];
    return count;
}

/* The number of the block, taken out of the name; -1: it has none. */
static long take_number(const char *name, char out[NAME]) {
    const char *at = strstr(name, "block.");
    char *end;
    snprintf(out, NAME, "%s", name);
    if (!at || !isdigit((unsigned char)at[6])) return -1;
    const long number = strtol(at + 6, &end, 10);
    snprintf(out, NAME, "%.*s#%s", (int)(at + 6 - name), name, end);
    return number;
}

static row *find_row(const listing *l, const row *like) {
    for (size_t i = 0; i < l->count; i++) {
        row *r = &l->rows[i];
        const bool alike = like->first >= 0 && r->last + 1 == like->first && !strcmp(r->name, like->name);
        if (alike && r->rank == like->rank && !memcmp(r->shape, like->shape, sizeof r->shape)) return r;
    }
    return NULL;
}

static void add_row(listing *l, const lg_parameter *p) {
    row x = {.rank = p->rank, .count = cli_parameter_count(p), .decay = p->decay};
    memcpy(x.shape, p->shape, sizeof x.shape);
    x.first = x.last = take_number(p->name, x.name);
    row *there = find_row(l, &x);
    if (there) {
        there->last = x.last;
        there->count += x.count;
        return;
    }
    row *more = realloc(l->rows, (l->count + 1) * sizeof *more);
    l->out_of_memory |= !more;
    if (!more) return;
    l->rows = more;
    l->rows[l->count++] = x;
}

static void add_item(listing *l, const lg_parameter *p) {
    json_t *o = json_object();
    cli_out_text(o, "name", p->name);
    cli_out_sizes(o, "shape", p->shape, p->rank);
    cli_out_int(o, "count", (int64_t)cli_parameter_count(p));
    cli_out_real(o, "decay", p->decay);
    json_array_append_new(l->items, o);
}

static void on_parameter(void *user, const lg_parameter *p) {
    listing *l = user;
    l->total += cli_parameter_count(p);
    l->active += p->active;
    l->parameters++;
    l->decays |= p->decay > 0;
    if (l->items)
        add_item(l, p);
    else
        add_row(l, p);
}

static void print_row(lg_sheet *t, const row *r, const listing *l) {
    char shape[96] = "";
    for (int i = 0, at = 0; i < r->rank; i++)
        at += snprintf(shape + at, sizeof shape - (size_t)at, "%s%zu", i ? " x " : "", r->shape[i]);
    const char *number = strchr(r->name, '#');
    if (!number)
        lg_sheet_cell(t, "%s", r->name);
    else if (r->first == r->last)
        lg_sheet_cell(t, "%.*s%ld%s", (int)(number - r->name), r->name, r->first, number + 1);
    else
        lg_sheet_cell(t, "%.*s%ld..%ld%s", (int)(number - r->name), r->name, r->first, r->last, number + 1);
    lg_sheet_cell(t, "%s", shape);
    lg_sheet_cell(t, "%zu", r->count);
    lg_sheet_cell(t, "%.1f %%", 100 * (double)r->count / (double)l->total);
    if (l->decays) lg_sheet_cell(t, "%g", r->decay);
}

static void print_table(const listing *l) {
    printf("%zu numbers in %zu parameters", l->total, l->parameters);
    if (l->active < l->total) printf(", of which a token meets %zu", l->active);
    printf("\n\n");
    lg_sheet *t = lg_sheet_new(l->decays ? "llrrr" : "llrr");
    const char *const heads[] = {"parameter", "shape", "count", "share", "decay"};
    for (size_t i = 0; i < (l->decays ? 5 : 4); i++) lg_sheet_cell(t, "%s", heads[i]);
    for (size_t i = 0; i < l->count; i++) print_row(t, &l->rows[i], l);
    cli_sheet_print(t, stdout);
}

static void print_json(listing *l, lg_config *f) {
    json_t *o = cli_out_object("lengthen.model/1"), *choices = json_array();
    cli_out_int(o, "parameters", (int64_t)l->total);
    cli_out_int(o, "active", (int64_t)l->active);
    cli_out_text(o, "architecture", lg_config_get(f, "architecture"));
    for (size_t i = 0; i < lg_axis_count(); i++) {
        json_t *choice = json_object();
        cli_out_text(choice, "axis", lg_axis_at(i).name);
        cli_out_text(choice, "name", lg_config_get(f, lg_axis_at(i).name));
        json_array_append_new(choices, choice);
    }
    json_object_set_new(o, "choices", choices);
    json_object_set_new(o, "arrays", l->items);
    cli_out_line(o);
}

int cli_parameters_print(cli *c, lg_config *f) {
    listing l = {.items = c->json ? json_array() : NULL};
    const lg_status status = lg_inspect_model(f, on_parameter, &l);
    if (status != LG_OK) json_decref(l.items);
    if (status == LG_OK && c->json)
        print_json(&l, f);
    else if (status == LG_OK && !l.out_of_memory)
        print_table(&l);
    free(l.rows);
    if (status != LG_OK) return cli_fail_library(c, status);
    return l.out_of_memory ? cli_fail(LG_FAILED, "out of memory") : LG_OK;
}
