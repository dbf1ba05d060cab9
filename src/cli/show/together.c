/* together.c: what goes with a choice, with the default options of all: each choice of each other axis is tried beside
 * it (lg_choices_together). Axes on which nothing is refused are left out. */
#include <stdio.h>
#include <string.h>

#include "cli/show/show.h"
#include "cli/ui/message.h"
#include "cli/ui/out.h"
#include "cli/ui/text.h"

enum { INDENT = 2, REASON = 1100 };

/* Goes choice i together with it? The reason why not, without where it was set. */
static lg_together judge(cli *c, const lg_choice *e, const lg_choice *other, char reason[REASON]) {
    const lg_together together = lg_choices_together(c->context, (const char *const[]){e->axis, other->axis},
                                                     (const char *const[]){e->name, other->name});
    snprintf(reason, REASON, "%s", together == LG_TOGETHER_NO ? lg_error_text(c->context) : "");
    return together;
}

/* ---- for people ---- */

static void print_words(const char *text) {
    printf("%*s", INDENT, "");
    cli_text_wrap(stdout, text, INDENT, 2 * INDENT, cli_columns(stdout));
}

/* Reasons differ in the name of the other choice alone: is it the same? */
static bool is_same_reason(const char *a, const char *a_name, const char *b, const char *b_name) {
    while (*a && *b) {
        const size_t n = strlen(a_name), m = strlen(b_name);
        if (!strncmp(a, a_name, n) && !strncmp(b, b_name, m))
            a += n, b += m;
        else if (*a++ != *b++)
            return false;
    }
    return *a == *b;
}

/* What is refused on one axis, choices with one reason in one paragraph: "mask full, bca: ...". */
typedef struct refusals {
    char names[1200], reason[REASON], first[64];
} refusals;

static void print_refusals(const char *axis, refusals *r) {
    char text[sizeof r->names + REASON + 64];
    if (*r->names == '\0') return;
    snprintf(text, sizeof text, "%s %s: %s", axis, r->names, r->reason);
    print_words(text);
    *r->names = '\0';
}

static void add_refusal(const char *axis, const char *name, const char *reason, refusals *r) {
    if (*r->names && !is_same_reason(r->reason, r->first, reason, name)) print_refusals(axis, r);
    const size_t at = strlen(r->names);
    if (at == 0) {
        snprintf(r->reason, sizeof r->reason, "%s", reason);
        snprintf(r->first, sizeof r->first, "%s", name);
    }
    snprintf(r->names + at, sizeof r->names - at, "%s%s", at > 0 ? ", " : "", name);
}

/* The choices of an axis that go with it, if some do not. refused: prints those instead, with reasons. */
static size_t print_axis(cli *c, const lg_choice *e, const char *axis, bool refused) {
    char reason[REASON], names[4000] = "";
    refusals r = {.names = ""};
    size_t count = 0;
    for (size_t i = 0; i < lg_choice_count(); i++) {
        const lg_choice other = lg_choice_at(i);
        if (strcmp(other.axis, axis)) continue;
        const lg_together together = judge(c, e, &other, reason);
        const size_t at = strlen(names);
        count += together == LG_TOGETHER_NO;
        if (together == LG_TOGETHER_NO && refused) add_refusal(axis, other.name, reason, &r);
        if (together == LG_TOGETHER_YES)
            snprintf(names + at, sizeof names - at, "%s%s", at > 0 ? ", " : "", other.name);
    }
    char text[4100];
    snprintf(text, sizeof text, "%s %s", axis, names);
    if (count > 0 && !refused && *names) print_words(text);
    print_refusals(axis, &r);
    return count;
}

static void print_all(cli *c, const lg_choice *e) {
    size_t refused = 0;
    printf("\n%sworks with%s\n", cli_bold(stdout), cli_plain(stdout));
    for (size_t i = 0; i < lg_axis_count(); i++)
        if (strcmp(lg_axis_at(i).name, e->axis)) refused += print_axis(c, e, lg_axis_at(i).name, false);
    print_words(refused > 0 ? "and, with default options, all choices of other axes"
                            : "with default options, all choices of all axes");
    if (refused > 0) printf("\n%snot with%s\n", cli_bold(stdout), cli_plain(stdout));
    for (size_t i = 0; i < lg_axis_count() && refused > 0; i++)
        if (strcmp(lg_axis_at(i).name, e->axis)) print_axis(c, e, lg_axis_at(i).name, true);
}

/* ---- for programs ---- */

static void put_axis(cli *c, const lg_choice *e, const char *axis, json_t *with, json_t *without) {
    char reason[REASON];
    json_t *names = json_array();
    for (size_t i = 0; i < lg_choice_count(); i++) {
        const lg_choice other = lg_choice_at(i);
        if (strcmp(other.axis, axis)) continue;
        const lg_together together = judge(c, e, &other, reason);
        if (together == LG_TOGETHER_YES) json_array_append_new(names, json_string(other.name));
        if (together != LG_TOGETHER_NO) continue;
        json_t *row = json_object();
        cli_out_text(row, "axis", axis);
        cli_out_text(row, "name", other.name);
        cli_out_text(row, "because", reason);
        json_array_append_new(without, row);
    }
    json_object_set_new(with, axis, names);
}

static void put_all(cli *c, const lg_choice *e, json_t *out) {
    json_t *with = json_object(), *without = json_array();
    for (size_t i = 0; i < lg_axis_count(); i++)
        if (strcmp(lg_axis_at(i).name, e->axis)) put_axis(c, e, lg_axis_at(i).name, with, without);
    json_object_set_new(out, "works_with", with);
    json_object_set_new(out, "not_with", without);
}

static bool is_of_axis(const lg_choice *e) {
    for (size_t i = 0; i < lg_axis_count(); i++)
        if (!strcmp(lg_axis_at(i).name, e->axis)) return true;
    return false;
}

void cli_show_together(cli *c, const lg_choice *e, json_t *out) {
    if (!is_of_axis(e) || c->args.positional_count > 1) return;
    if (out)
        put_all(c, e, out);
    else
        print_all(c, e);
}
