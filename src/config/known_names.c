/* known_names.c: finds the alias for a choice with its current options: "yarn" for rope with YaRN's options. */
#include <string.h>

#include "config/axes.h"
#include "config/config.h"

/* Returns the number of settings of an alias, if all of them hold and at least one option differs from its default.
 * Otherwise returns 0. */
static int count_holding(const lg_second_name_row *s, const lg_values *v) {
    int count = 0;
    bool other = false;
    for (const lg_entry_default *m = s->means; m->key; m++, count++) {
        if (!lg_values_has(v, m->key) || strcmp(lg_values_text(v, m->key), m->value)) return 0;
        const lg_option *o = lg_key_option(m->key);
        other |= count > 0 && o && strcmp(o->fallback, m->value);
    }
    return other ? count : 0;
}

const lg_second_name_row *lg_second_name_of(const lg_values *v, const char *axis) {
    const lg_second_name_row *best = NULL;
    int most = 0;
    for (const lg_second_name_row *s = lg_second_names; s->name; s++) {
        const int count = strcmp(s->axis, axis) ? 0 : count_holding(s, v);
        if (count > most) best = s, most = count;
    }
    return best;
}

const char *lg_axis_known_name(const lg_values *v, const char *axis) {
    const lg_second_name_row *s = lg_second_name_of(v, axis);
    return s ? s->name : lg_values_text(v, axis);
}
