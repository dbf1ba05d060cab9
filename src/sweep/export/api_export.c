/* api_export.c: implements the exports of lengthen.h: the plan of a sweep as a script for a cluster. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/sweep.h"
#include "base/text.h"
#include "config/values.h"
#include "sweep/export/export.h"
#include "sweep/sweep.h"

size_t lg_export_count(void) {
    size_t n = 0;
    while (lg_exports[n]) n++;
    return n;
}

lg_export_info lg_export_at(size_t i) {
    if (i >= lg_export_count()) return (lg_export_info){"", "", ""};
    return (lg_export_info){lg_exports[i]->name, lg_exports[i]->summary, lg_exports[i]->file};
}

static const lg_export *find_kind(const char *name, lg_error *err) {
    const lg_export *e = lg_export_find(name);
    char shown[LG_SHOWN];
    if (!e)
        lg_fail(err, LG_USAGE, "'%s' is not a kind of cluster (expected slurm, parallel or k8s)",
                lg_text_shown(name, shown));
    return e;
}

/* Sets an option. Errors name it as a flag, because the command line sets it that way. */
static bool set_option(lg_values *v, const char *name, const char *value, lg_error *err) {
    lg_error words = {0};
    return lg_values_set(v, name, value, &words) || lg_fail_like(err, &words, "--%s", words.text);
}

static lg_values *read_settings(const lg_export *e, const lg_export_option *settings, size_t count, lg_error *err) {
    lg_values *v = lg_export_values(e);
    if (!v) lg_fail(err, LG_FAILED, "out of memory: the options of %s", e->name);
    for (size_t i = 0; v && i < count; i++) {
        char shown[LG_SHOWN];
        const char *name = settings[i].name;
        if (lg_values_has(v, name))
            set_option(v, name, settings[i].value, err);
        else
            lg_fail(err, LG_USAGE, "%s has no option %s", e->name, lg_text_shown(settings[i].name, shown));
    }
    if (err->code == LG_OK) return v;
    lg_values_free(v);
    return NULL;
}

static char *make_text(const lg_sweep *s, const lg_export *e, const lg_values *v, lg_error *err) {
    char *dir = realpath(s->dir, NULL);
    if (!dir) {
        lg_fail(err, LG_FAILED, "%s: %s", s->dir, strerror(errno));
        return NULL;
    }
    char *text = lg_export_text(e, s->manifest, dir, v, err);
    free(dir);
    return text;
}

lg_status lg_sweep_export(lg_sweep *s, const char *name, const lg_export_option *settings, size_t count,
                          lg_text_fn write, void *user) {
    lg_error *err = lg_context_begin(s->context);
    const lg_export *e = find_kind(name, err);
    if (e && s->manifest->promotion.rung_count > 0)
        lg_fail(err, LG_USAGE,
                "%s: its rungs compare all runs, but an array task trains only its shard; train it on one machine with "
                "`lengthen sweep run`",
                s->dir);
    lg_values *v = err->code == LG_OK ? read_settings(e, settings, count, err) : NULL;
    char *text = v ? make_text(s, e, v, err) : NULL;
    if (text) write(user, text);
    free(text);
    lg_values_free(v);
    return err->code;
}
