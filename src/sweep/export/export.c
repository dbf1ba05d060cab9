/* export.c: the table of clusters, made from exports.def, and their shared parts: the number of array tasks, their
 * times, and checks that texts in a script cannot become commands. */
#include "sweep/export/export.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_buffer.h"
#include "base/text.h"

#define EXPORT(name) extern const lg_export lg_export_##name;
#include "api/text.h"
#include "lengthen/core.h"
#include "sweep/export/exports.def"
#undef EXPORT

const lg_export *const lg_exports[] = {
#define EXPORT(name) &lg_export_##name,
#include "config/values.h"
#include "sweep/export/exports.def"
#undef EXPORT
    NULL};

const lg_export *lg_export_find(const char *name) {
    return lg_entry_find(lg_exports, name);
}

lg_values *lg_export_values(const lg_export *e) {
    lg_values *v = lg_values_new();
    if (v && lg_values_add(v, e->options)) return v;
    lg_values_free(v);
    return NULL;
}

/* ---- array tasks ---- */

/* The number of array tasks: at least one, and at most one per run. */
static size_t count_tasks(const lg_manifest *m, double seconds, const lg_values *v) {
    const double asked = (double)lg_int(v, "tasks"), fit = ceil(seconds / (60 * lg_real(v, "minutes")));
    const double count = fmin(asked > 0 ? asked : fit, (double)m->run_count);
    return count > 1 ? (size_t)count : 1;
}

static lg_array_tasks split_runs(const lg_manifest *m, const char *dir, const lg_values *v) {
    double total = 0, longest = 0;
    for (size_t i = 0; i < m->run_count; i++) {
        total += m->runs[i].cost;
        longest = fmax(longest, m->runs[i].cost);
    }
    total /= (double)lg_int(v, "cpus");
    lg_array_tasks p = {.manifest = m, .dir = dir, .count = count_tasks(m, total, v)};
    p.seconds = total / (double)p.count;
    p.longest = fmax(p.seconds, longest);
    return p;
}

/* ---- checks ---- */

/* Templates contain values unquoted, in directives, lists and quotation marks, so characters that would need quoting
 * are refused. */
static bool check_texts(const lg_values *v, lg_error *err) {
    static const char *const allowed = "_.,:/@%+=~-";
    char shown[LG_SHOWN];
    for (size_t i = 0; i < lg_values_count(v); i++) {
        const lg_option *o = lg_values_option(v, i);
        const char *text = o->type == LG_TEXT ? lg_text(v, o->name) : "";
        while (isalnum((unsigned char)*text) || (*text && strchr(allowed, *text))) text++;
        if (*text)
            return lg_fail(err, LG_USAGE, "--%s: '%s' cannot be used in a script (expected letters, digits and %s)",
                           o->name, lg_text_shown(lg_text(v, o->name), shown), allowed);
    }
    return true;
}

/* Refuses directory names with control characters, because a line break would end the comment or directive that
 * contains the name. Also refuses characters that the cluster would replace. */
static bool check_dir(const lg_export *e, const char *dir, lg_error *err) {
    char shown[LG_SHOWN];
    if (lg_text_has_control(dir, ""))
        return lg_fail(err, LG_USAGE, "%s: a directory name with control characters cannot be used in a script",
                       lg_text_shown(dir, shown));
    const char *at = e->replaced ? strpbrk(dir, e->replaced) : NULL;
    return !at || lg_fail(err, LG_USAGE, "%s: %s would replace %c in the directory name; rename the directory",
                          lg_text_shown(dir, shown), e->name, *at);
}

/* ---- the text ---- */

static char *fail_memory(const lg_export *e, lg_error *err) {
    lg_fail(err, LG_FAILED, "out of memory: %s", e->file);
    return NULL;
}

char *lg_export_text(const lg_export *e, const lg_manifest *m, const char *dir, const lg_values *v, lg_error *err) {
    lg_text_buffer s;
    if (!check_texts(v, err) || !check_dir(e, dir, err) || (e->check && !e->check(dir, v, err))) return NULL;
    const lg_array_tasks tasks = split_runs(m, dir, v);
    if (lg_text_buffer_open(&s)) lg_export_fill(s.to, e, &tasks, v);
    return lg_text_buffer_close(&s) ? s.text : fail_memory(e, err);
}
