/* fixed_length.c: restricts a config to one length; see fixed_length.h. */
#include "bench/fixed_length.h"

#include <stdio.h>
#include <string.h>

#include "config/values.h"

/* Sets a curriculum of one length; for text segments, sets only their length. */
static bool fix_length(lg_assignments *s, const lg_values *v, const char *length, lg_error *err) {
    if (!strcmp(lg_text(v, "curriculum"), "segments"))
        return lg_assignments_override(s, "curriculum.lengths", length, err);
    return lg_assignments_override(s, "curriculum", "fixed", err) &&
           lg_assignments_override(s, "curriculum.length", length, err);
}

lg_resolved_config *lg_config_at_length(const lg_config *f, int length, lg_error *err) {
    lg_assignments s = {0};
    char text[16];
    snprintf(text, sizeof text, "%d", length);
    bool good = lg_assignments_copy(&s, &f->settings, err);
    if (good && length > 0)
        good = fix_length(&s, f->resolved->values, text, err) && lg_assignments_override(&s, "eval.lengths", text, err);
    lg_resolved_config *d = good ? lg_assignments_resolve(&s, err) : NULL;
    lg_assignments_clear(&s);
    return d;
}
