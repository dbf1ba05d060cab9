/* together.c: shows which choices work with a given choice. The given choice is tried with each choice on every other
 * axis, with default options (lg_choices_together). Axes without a rejected choice are skipped. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/show/show.h"
#include "cli/ui/message.h"
#include "cli/ui/out.h"
#include "cli/ui/text.h"

enum { INDENT = 2, REASON = 1100 };

static bool is_of_axis(const lg_choice *e) {
    for (size_t i = 0; i < lg_axis_count(); i++)
        if (!strcmp(lg_axis_at(i).name, e->axis)) return true;
    return false;
}

/* Whether two choices work together. */
typedef struct cli_verdict {
    lg_choice other;
    lg_together together;
    char *because; /* the reason if they do not work together; NULL: out of memory */
} verdict;

/* Tries all other choices, in the order of axes; free with free_verdicts. NULL: out of memory. */
static verdict *try_all(cli *c, const lg_choice *e, size_t *count) {
    verdict *all = calloc(lg_choice_count(), sizeof *all);
    *count = 0;
    for (size_t i = 0; all && i < lg_choice_count(); i++) {
        const lg_choice other = lg_choice_at(i);
        if (!is_of_axis(&other) || !strcmp(other.axis, e->axis)) continue;
        const lg_together together = lg_choices_together(c->context, (const char *const[]){e->axis, other.axis},
                                                         (const char *const[]){e->name, other.name});
        char *because = together == LG_TOGETHER_NO ? strdup(lg_error_text(c->context)) : NULL;
        all[(*count)++] = (verdict){other, together, because};
    }
    return all;
}

static void free_verdicts(verdict *all, size_t count) {
    for (size_t i = 0; i < count; i++) free(all[i].because);
    free(all);
}

/* The number of rejected choices on an axis; NULL: on all axes. */
static size_t count_refused(const verdict *all, size_t count, const char *axis) {
    size_t refused = 0;
    for (size_t i = 0; i < count; i++)
        refused += all[i].together == LG_TOGETHER_NO && (!axis || !strcmp(all[i].other.axis, axis));
    return refused;
}

/* ---- text ---- */

static void print_words(const char *text) {
    printf("%*s", INDENT, "");
    cli_text_wrap(stdout, text, INDENT, 2 * INDENT, cli_columns(stdout));
}

/* Are two reasons equal except for the other choice's name? */
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

/* Rejected choices of one axis with the same reason, printed as one paragraph: "mask full, bca: each shows ...". */
typedef struct refusals {
    const lg_choice *shown; /* the choice that `show` describes */
    char names[1200], reason[REASON], first[64];
} refusals;

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* If `prefix`, directly followed by `name`, stands at `at` in the text as whole words, returns the length of the two
 * together; otherwise returns 0. */
static size_t mentioned(const char *text, const char *at, const char *prefix, const char *name) {
    const size_t before = strlen(prefix), n = before + strlen(name);
    if (at > text && (is_word(at[-1]) || at[-1] == '.')) return 0;
    return !strncmp(at, prefix, before) && !strncmp(at + before, name, n - before) && !is_word(at[n]) ? n : 0;
}

/* Several listed choices have the same reason, which names one of them. Returns the words that replace this name; the
 * first n characters of `reason` are the text before it. */
static const char *one_of_these(const char *reason, size_t n) {
    static const char *const objects_of[] = {"not ", "with ", "apply "};
    for (size_t i = 0; i < sizeof objects_of / sizeof *objects_of; i++) {
        const size_t length = strlen(objects_of[i]);
        if (n >= length && !strncmp(reason + n - length, objects_of[i], length)) return "any of these";
    }
    return n == 0 ? "each" : "each of these";
}

/* Copies a reason to `out`. "AXIS: NAME" of the listed choice and of the shown choice becomes "AXIS NAME". A listed
 * choice at the beginning becomes "it". If several choices are listed, their names become the words of one_of_these. */
static void write_reason(const char *text, const lg_choice *shown, const lg_choice *listed, bool several, char *out,
                         size_t capacity) {
    char listed_axis[64], shown_axis[64];
    snprintf(listed_axis, sizeof listed_axis, "%s: ", listed->axis);
    snprintf(shown_axis, sizeof shown_axis, "%s: ", shown->axis);
    size_t at = 0;
    for (const char *next = text; *next && at < capacity;) {
        size_t n = mentioned(text, next, listed_axis, listed->name);
        if (n == 0 && several) n = mentioned(text, next, "", listed->name);
        const bool is_listed = n > 0;
        if (!is_listed) n = mentioned(text, next, shown_axis, shown->name);
        const lg_choice *x = is_listed ? listed : shown;
        if (n == 0)
            at += (size_t)snprintf(out + at, capacity - at, "%c", *next++);
        else if (is_listed && (several || next == text))
            at += (size_t)snprintf(out + at, capacity - at, "%s", several ? one_of_these(out, at) : "it");
        else
            at += (size_t)snprintf(out + at, capacity - at, "%s %s", x->axis, x->name);
        next += n;
    }
}

static void print_refusals(const char *axis, refusals *r) {
    char text[sizeof r->names + 2 * REASON + 64], reason[2 * REASON] = "";
    const lg_choice listed = {.axis = axis, .name = r->first};
    if (*r->names == '\0') return;
    write_reason(r->reason, r->shown, &listed, strchr(r->names, ','), reason, sizeof reason);
    snprintf(text, sizeof text, "%s %s: %s", axis, r->names, reason);
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

/* Prints the choices on an axis that work with the given one: "mask causal, window". */
static void print_with(const verdict *all, size_t count, const char *axis) {
    char text[4100];
    const size_t head = (size_t)snprintf(text, sizeof text, "%s ", axis);
    size_t at = head;
    for (size_t i = 0; i < count && at < sizeof text; i++)
        if (all[i].together == LG_TOGETHER_YES && !strcmp(all[i].other.axis, axis))
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", at > head ? ", " : "", all[i].other.name);
    if (at > head) print_words(text);
}

static void print_without(const verdict *all, size_t count, const lg_choice *e, const char *axis) {
    refusals r = {.shown = e, .names = ""};
    for (size_t i = 0; i < count; i++)
        if (all[i].together == LG_TOGETHER_NO && !strcmp(all[i].other.axis, axis))
            add_refusal(axis, all[i].other.name, all[i].because ? all[i].because : "", &r);
    print_refusals(axis, &r);
}

static void print_all(const verdict *all, size_t count, const lg_choice *e) {
    const size_t refused = count_refused(all, count, NULL);
    printf("\n%sworks with%s\n", cli_bold(stdout), cli_plain(stdout));
    for (size_t i = 0; i < lg_axis_count(); i++)
        if (count_refused(all, count, lg_axis_at(i).name) > 0) print_with(all, count, lg_axis_at(i).name);
    print_words(refused > 0 ? "every choice of the other axes, with default options"
                            : "every choice of every axis, with default options");
    if (refused > 0) printf("\n%sdoes not work with%s\n", cli_bold(stdout), cli_plain(stdout));
    for (size_t i = 0; i < lg_axis_count(); i++) print_without(all, count, e, lg_axis_at(i).name);
}

void cli_show_together(cli *c, const lg_choice *e) {
    size_t count;
    if (!is_of_axis(e) || c->args.positional_count > 1) return;
    verdict *all = try_all(c, e, &count);
    print_all(all, count, e);
    free_verdicts(all, count);
}

/* ---- data ---- */

static const lg_member refusal_members[] = {
    LG_MEMBER(verdict, other.axis, "axis", "axis of the other choice"),
    LG_MEMBER(verdict, other.name, "name", "name of the other choice"),
    LG_MEMBER(verdict, because, "because", "why the combination is refused"),
    {0},
};
static const lg_schema refusal_schema = {.size = sizeof(verdict), .members = refusal_members};
static const lg_member members[] = {
    LG_LIST(cli_together, with, axes, "works_with",
            "choices that can be combined with this one, by axis; only if `show` has a single name"),
    LG_ROWS(cli_together, without, refused, "not_with",
            "choices that cannot be combined with this one; only if `show` has a single name", &refusal_schema),
    {0},
};
const lg_schema cli_schema_together = {.members = members};

static void list_with(const verdict *all, size_t count, const lg_choice *e, cli_together *x) {
    const char **names = x->names;
    for (size_t i = 0; i < lg_axis_count(); i++) {
        lg_named_list *list = &x->with[x->axes];
        *list = (lg_named_list){lg_axis_at(i).name, names, 0};
        if (!strcmp(list->name, e->axis)) continue;
        for (size_t k = 0; k < count; k++)
            if (all[k].together == LG_TOGETHER_YES && !strcmp(all[k].other.axis, list->name))
                names[list->count++] = all[k].other.name;
        names += list->count;
        x->axes++;
    }
}

cli_together cli_together_of(cli *c, const lg_choice *e) {
    size_t count;
    if (!is_of_axis(e) || c->args.positional_count > 1) return (cli_together){0};
    cli_together x = {.known = true, .without = try_all(c, e, &count)};
    x.with = calloc(lg_axis_count() + 1, sizeof *x.with);
    x.names = calloc(count + 1, sizeof *x.names);
    if (x.with && x.names && x.without)
        list_with(x.without, count, e, &x);
    else
        cli_out_lose();
    for (size_t i = 0; i < count; i++)
        if (x.without[i].together == LG_TOGETHER_NO) x.without[x.refused++] = x.without[i];
    return x;
}

void cli_together_free(cli_together *x) {
    free_verdicts(x->without, x->refused);
    free(x->with);
    free(x->names);
}
