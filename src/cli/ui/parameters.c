/* parameters.c: prints the parameters of a model. Parameters of consecutive blocks with the same name and shape share a
 * row of the table: block.0..4.attention.query. */
#include "cli/ui/parameters.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/print.h"

/* ---- one parameter ---- */

static const lg_member parameter_members[] = {
    LG_MEMBER(cli_parameter, name, "name", "parameter name", .heading = "parameter"),
    LG_LIST(cli_parameter, sizes, rank, "shape", "parameter shape"),
    LG_MEMBER(cli_parameter, words, NULL, "", .heading = "shape"),
    LG_MEMBER(cli_parameter, count, "count", "number of elements", .heading = "count"),
    LG_MEMBER(cli_parameter, decay, "decay", "weight decay of the parameter"),
    {0},
};
const lg_schema cli_schema_parameter = {.size = sizeof(cli_parameter), .members = parameter_members};

void cli_parameter_fill(cli_parameter *p, const lg_parameter *from) {
    *p = (cli_parameter){.rank = from->rank, .count = 1, .sizes = p->shape, .decay = from->decay};
    snprintf(p->name, sizeof p->name, "%s", from->name);
    for (int i = 0, at = 0; i < p->rank; i++) {
        p->shape[i] = from->shape[i], p->count *= p->shape[i];
        at += snprintf(p->words + at, sizeof p->words - (size_t)at, "%s%zu", i ? " x " : "", p->shape[i]);
    }
}

/* ---- all of a model ---- */

typedef struct choice {
    const char *axis, *name;
} choice;

static const lg_member choice_members[] = {
    LG_MEMBER(choice, axis, "axis", "name of the axis"),
    LG_MEMBER(choice, name, "name", "choice on that axis"),
    {0},
};
static const lg_schema choice_schema = {.size = sizeof(choice), .members = choice_members};

typedef struct model {
    size_t numbers, active; /* active: numbers used per token */
    const char *architecture;
    choice *choices;
    cli_parameter *all;
    size_t choice_count, count;
    bool decays; /* does any parameter have weight decay? */
    bool out_of_memory;
} model;

static const lg_member model_members[] = {
    LG_MEMBER(model, numbers, "parameters", "number of parameters"),
    LG_MEMBER(model, active, "active", "number of active parameters per token, with one expert"),
    LG_MEMBER(model, architecture, "architecture", "name of the architecture"),
    LG_ROWS(model, choices, choice_count, "choices", "choice on each axis", &choice_schema),
    LG_ROWS(model, all, count, "arrays", "parameter arrays, in the order of checkpoints", &cli_schema_parameter),
    {0},
};
const lg_schema cli_schema_model = {
    .name = "lengthen.model/1",
    .about = "`inspect model`: one row.",
    .members = model_members,
};

static void on_parameter(void *user, const lg_parameter *p) {
    model *m = user;
    cli_parameter *more = realloc(m->all, (m->count + 1) * sizeof *more);
    m->out_of_memory |= !more;
    if (!more) return;
    m->all = more;
    cli_parameter_fill(&m->all[m->count], p);
    m->numbers += m->all[m->count++].count;
    m->active += p->active;
    m->decays |= p->decay > 0;
}

static void put_model(model *m, lg_config *f) {
    m->architecture = lg_config_get(f, "architecture");
    for (size_t i = 0; i < m->count; i++) m->all[i].sizes = m->all[i].shape;
    for (size_t i = 0; i < m->choice_count; i++)
        m->choices[i] = (choice){lg_axis_at(i).name, lg_config_get(f, lg_axis_at(i).name)};
    cli_row_put(&cli_schema_model, m);
}

/* ---- table ---- */

/* Parameters of the same shape whose names differ only in the block's number. */
typedef struct group {
    cli_parameter all; /* its count is the total of the group */
    char name[160];    /* the common name, with # in place of the block's number */
    long first, last;  /* block numbers; -1: the name has none */
    double share;
    bool decays;
} group;

static const lg_member group_members[] = {
    LG_ROW(group, all, NULL, "", &cli_schema_parameter),
    LG_MEMBER(group, share, NULL, "", .heading = "share", .format = "%.1f %%", .scale = 100),
    LG_MEMBER(group, all.decay, NULL, "", .heading = "decay", .format = "%g", .when = LG_WHEN(group, decays)),
    {0},
};
static const lg_schema group_schema = {.members = group_members};

/* Replaces the block's number in the name with #. */
static group group_of(const cli_parameter *p) {
    group g = {.all = *p, .first = -1, .last = -1};
    const char *at = strstr(p->name, "block.");
    char *end;
    snprintf(g.name, sizeof g.name, "%s", p->name);
    if (!at || !isdigit((unsigned char)at[6])) return g;
    g.first = g.last = strtol(at + 6, &end, 10);
    snprintf(g.name, sizeof g.name, "%.*s#%s", (int)(at + 6 - p->name), p->name, end);
    return g;
}

static void add_to_groups(group *groups, size_t *count, const cli_parameter *p) {
    const group x = group_of(p);
    for (group *g = groups; g < groups + *count; g++) {
        const bool alike = x.first >= 0 && g->last + 1 == x.first && !strcmp(g->name, x.name);
        if (!alike || strcmp(g->all.words, p->words)) continue;
        g->last = x.last;
        g->all.count += p->count;
        return;
    }
    groups[(*count)++] = x;
}

/* Sets the name to "block.0..4.attention.query". */
static void name_group(group *g) {
    char *number = strchr(g->name, '#');
    if (!number || g->first == g->last) return;
    snprintf(g->all.name, sizeof g->all.name, "%.*s%ld..%ld%s", (int)(number - g->name), g->name, g->first, g->last,
             number + 1);
}

static void print_table(const model *m, group *groups) {
    char text[160], active[64] = "";
    size_t count = 0;
    if (m->active < m->numbers) snprintf(active, sizeof active, ", %zu active per token", m->active);
    snprintf(text, sizeof text, "%zu parameters in %zu arrays%s", m->numbers, m->count, active);
    cli_legend(text);
    cli_line();
    for (size_t i = 0; i < m->count; i++) add_to_groups(groups, &count, &m->all[i]);
    cli_rows rows = cli_rows_begin(&group_schema);
    for (group *g = groups; g < groups + count; g++) {
        name_group(g);
        g->share = (double)g->all.count / (double)m->numbers;
        g->decays = m->decays;
        cli_rows_put(&rows, g);
    }
    cli_rows_end(&rows, LG_OK);
}

int cli_parameters_print(cli *c, lg_config *f) {
    model m = {.choice_count = lg_axis_count()};
    const lg_status status = lg_inspect_model(f, on_parameter, &m);
    group *groups = calloc(m.count + 1, sizeof *groups);
    m.choices = calloc(m.choice_count, sizeof *m.choices);
    m.out_of_memory |= !groups || !m.choices;
    if (status == LG_OK && !m.out_of_memory) cli_is_table() ? print_table(&m, groups) : put_model(&m, f);
    free(groups);
    free(m.choices);
    free(m.all);
    if (status != LG_OK) return cli_fail_library(c, status);
    return m.out_of_memory ? cli_fail(LG_FAILED, "out of memory") : LG_OK;
}
