/* api_together.c: implements lg_choices_together and lg_rule_at of api/catalogue.h. It resolves a config with both
 * choices of a pair. If a rule refuses the config, the rule's keys show whether the rule concerns both axes
 * (rules/rules.h). */
#include <string.h>

#include "api/catalogue.h"
#include "config/axes.h"
#include "config/config.h"
#include "config/context.h"
#include "rules/rules.h"

static const lg_rule *find_rule(const char *name) {
    const lg_rule *r = lg_rules;
    while (r->name && name && strcmp(r->name, name)) r++;
    return name && r->name ? r : NULL;
}

/* Do the rule's keys include the axis or one of its options? */
static bool is_about(const lg_rule *r, const char *axis) {
    const size_t n = strlen(axis);
    for (const char *at = r->keys; *at != '\0'; at += strcspn(at, " "), at += *at == ' ')
        if (!strncmp(at, axis, n) && strchr(". ", at[n])) return true;
    return false;
}

typedef struct pair {
    const lg_axis_row *axis[2];
    const lg_entry *entry[2];
} pair;

/* Fails if one entry of the pair ignores the axis of the other entry, and thereby fixes another choice on that axis. */
static bool has_use(const pair *p, lg_error *err) {
    for (int i = 0; i < 2; i++) {
        const lg_entry *by = p->entry[i], *of = p->entry[!i];
        const lg_entry_default *d = lg_entry_default_find(by->ignored, p->axis[!i]->key);
        if (d && strcmp(d->value, of->name))
            return lg_fail(err, LG_USAGE, "%s: %s has no effect with %s: %s (use --%s %s)", p->axis[!i]->key, of->name,
                           p->axis[i]->key, by->name, p->axis[!i]->key, d->value);
    }
    return true;
}

static bool find_pair(const char *const axes[2], const char *const names[2], pair *p, lg_error *err) {
    for (int i = 0; i < 2; i++) {
        p->axis[i] = lg_axis_find(axes[i]);
        p->entry[i] = p->axis[i] ? lg_entry_find(p->axis[i]->entries, names[i]) : NULL;
        if (!p->entry[i]) return lg_fail(err, LG_USAGE, "there is no %s '%s'", axes[i], names[i]);
    }
    return true;
}

/* A third choice, tried because the pair may need it. */
typedef struct third {
    const lg_axis_row *axis; /* NULL: none */
    const lg_entry *entry;
} third;

/* Can the third choice make a difference? It can if it is on a third axis and its entry ignores neither axis of the
 * pair. */
static bool is_tried(const pair *p, const third *x) {
    for (int i = 0; i < 2; i++)
        if (p->axis[i] == x->axis || lg_entry_default_find(x->entry->ignored, p->axis[i]->key)) return false;
    return true;
}

static bool is_accepted(const pair *p, const third *x, lg_error *err) {
    lg_assignments s = {0};
    bool good = true;
    for (int i = 0; i < 2; i++) good = good && lg_assignments_override(&s, p->axis[i]->key, p->entry[i]->name, err);
    if (x->axis) good = good && lg_assignments_override(&s, x->axis->key, x->entry->name, err);
    lg_resolved_config *d = good ? lg_assignments_resolve(&s, err) : NULL;
    lg_assignments_clear(&s);
    lg_resolved_config_free(d);
    return d;
}

/* Does the violated rule concern both axes? */
static bool is_about_both(const pair *p, const lg_error *words) {
    const lg_rule *r = find_rule(words->rule);
    return r && is_about(r, p->axis[0]->key) && is_about(r, p->axis[1]->key);
}

/* Is the pair accepted together with some choice on this axis? If not, and if a violated rule concerns both axes of the
 * pair, sets *explained, and sets *words to the message of that rule. */
static bool go_with_third(const pair *p, const lg_axis_row *axis, lg_error *words, bool *explained) {
    for (const lg_entry *const *e = axis->entries; *e && !*explained; e++) {
        const third x = {axis, *e};
        if (!is_tried(p, &x)) continue;
        *words = (lg_error){0};
        if (is_accepted(p, &x, words)) return true;
        *explained = is_about_both(p, words);
    }
    return false;
}

/* Is the pair accepted, alone or together with a choice on an axis of the violated rule? */
static bool go_together(const pair *p, lg_error *words, bool *explained) {
    if (is_accepted(p, &(third){NULL, NULL}, words)) return true;
    const lg_rule *r = find_rule(words->rule);
    *explained = is_about_both(p, words);
    for (const lg_axis_row *a = lg_axes; a->key && r && !*explained; a++)
        if (is_about(r, a->key) && go_with_third(p, a, words, explained)) return true;
    return false;
}

lg_together lg_choices_together(lg_context *c, const char *const axes[2], const char *const names[2]) {
    lg_error *err = lg_context_begin(c), words = {0};
    bool explained = false;
    pair p;
    if (!find_pair(axes, names, &p, err)) return LG_TOGETHER_UNKNOWN;
    if (!has_use(&p, err)) return LG_TOGETHER_NO;
    if (go_together(&p, &words, &explained)) return LG_TOGETHER_YES;
    lg_fail_like(err, &words, "%s", words.text);
    return explained ? LG_TOGETHER_NO : LG_TOGETHER_UNKNOWN;
}

size_t lg_rule_count(void) {
    size_t count = 0;
    while (lg_rules[count].name) count++;
    return count;
}

lg_rule_info lg_rule_at(size_t i) {
    if (i >= lg_rule_count()) return (lg_rule_info){"", "", ""};
    return (lg_rule_info){lg_rules[i].name, lg_rules[i].keys, lg_rules[i].words};
}
