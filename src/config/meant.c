/* meant.c: suggests choices or option values for unknown names. */
#include <stdio.h>
#include <string.h>

#include "api/catalogue.h"
#include "api/text.h"
#include "config/axes.h"

enum { NAMES = 512, NAMED = 4 };

/* Lists all names on an axis, with aliases last. NULL: on all axes. Returns the number of names. */
static size_t names_on(const char *axis, const char *names[NAMES]) {
    size_t count = 0;
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        for (const lg_entry *const *e = a->entries; *e && (!axis || !strcmp(a->key, axis)) && count < NAMES; e++)
            names[count++] = (*e)->name;
    for (const lg_second_name_row *s = lg_second_names; s->name && count < NAMES; s++)
        if (!axis || !strcmp(s->axis, axis)) names[count++] = s->name;
    return count;
}

void lg_choice_list(const char *axis, char *to, size_t size) {
    const char *names[NAMES];
    const size_t count = names_on(axis, names);
    size_t at = 0;
    for (size_t i = 0; i < count && at < size; i++)
        at += (size_t)snprintf(to + at, size - at, "%s%s", i > 0 ? ", " : "", names[i]);
}

static bool is_among(const char *const *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

/* Suggests the names that begin with `name`: "did you mean 'parity_check' or 'parity_text'?" Returns false if there are
 * none. */
static bool say_longer(const char *const *names, size_t count, const char *name, char *to, size_t size) {
    const char *longer[NAMED + 1];
    size_t n = 0, at;
    for (size_t i = 0; i < count && n <= NAMED; i++)
        if (!strncmp(names[i], name, strlen(name)) && !is_among(longer, n, names[i])) longer[n++] = names[i];
    if (n == 0 || *name == '\0') return false;
    at = (size_t)snprintf(to, size, "did you mean ");
    for (size_t i = 0; i < n && i < NAMED && at < size; i++)
        at += (size_t)snprintf(to + at, size - at, "%s'%s'", i == 0 ? "" : i + 1 == n ? " or " : ", ", longer[i]);
    if (at < size) snprintf(to + at, size - at, "%s?", n > NAMED ? ", ..." : "");
    return true;
}

bool lg_choice_elsewhere(const char *key, const char *name, char *to, size_t size) {
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        if (strcmp(a->key, key) && lg_entry_find(a->entries, lg_axis_first_name(a->key, name)))
            return snprintf(to, size, "it is a choice of %s: --%s %s", a->key, a->key, name), true;
    return false;
}

bool lg_choice_meant(const char *axis, const char *name, char *to, size_t size) {
    const char *names[NAMES], *other = lg_other_choice(axis, name);
    const size_t count = names_on(axis, names);
    if (other) return snprintf(to, size, "here it is %s", other), true;
    if (say_longer(names, count, name, to, size) || (axis && lg_choice_elsewhere(axis, name, to, size))) return true;
    const char *near = axis ? lg_nearest(name, names, count) : NULL;
    return near && snprintf(to, size, "did you mean '%s'?", near);
}

bool lg_row_check(const lg_option *o, const char *value, lg_error *err) {
    char choices[400], elsewhere[200];
    size_t at = o->type == LG_NAME ? (size_t)snprintf(choices, sizeof choices, "%s", o->choices) : 0;
    lg_option all = *o;
    lg_error words = {0};
    for (const lg_second_name_row *s = lg_second_names; at > 0 && s->name && at < sizeof choices; s++)
        if (!strcmp(s->axis, o->name)) at += (size_t)snprintf(choices + at, sizeof choices - at, " %s", s->name);
    if (at > 0) all.choices = choices;
    if (lg_option_check(&all, value, &words)) return true;
    const bool is = at > 0 && lg_choice_elsewhere(o->name, value, elsewhere, sizeof elsewhere);
    return lg_fail_like(err, &words, "%s%s%s", words.text, is ? "; " : "", is ? elsewhere : "");
}
