/* api_config.c: implements configs of lengthen.h. A config is a list of settings. Its resolved values are stored until
 * a setting changes. */
#include <stdlib.h>
#include <string.h>

#include "api/analysis.h"
#include "config/axes.h"
#include "config/context.h"
#include "data/data.h"

extern char **environ;

lg_status lg_config_new(lg_context *c, lg_config **out) {
    if (!c) return LG_USAGE;
    lg_error *err = lg_context_begin(c);
    if (!LG_GIVEN(err, out)) return err->code;
    *out = calloc(1, sizeof **out);
    if (!*out)
        lg_fail(err, LG_FAILED, "out of memory: a config");
    else
        **out = (lg_config){.context = c, .settings.custom = &c->custom};
    return err->code;
}

lg_status lg_config_copy(const lg_config *from, lg_config **out) {
    if (!from || lg_config_new(from->context, out) != LG_OK) return from ? from->context->error.code : LG_USAGE;
    lg_error *err = &from->context->error;
    if (lg_assignments_copy(&(*out)->settings, &from->settings, err)) return LG_OK;
    lg_config_free(*out);
    *out = NULL;
    return err->code;
}

void lg_config_free(lg_config *f) {
    if (!f) return;
    lg_resolved_config_free(f->resolved);
    lg_assignments_clear(&f->settings);
    free(f);
}

/* Discards the resolved config and clears the last error. */
static lg_error *change(lg_config *f) {
    lg_resolved_config_free(f->resolved);
    f->resolved = NULL;
    f->changes++;
    return lg_context_begin(f->context);
}

/* If `key` is an option that sets a test file, removes the settings of eval.lengths and eval.score that came from the
 * run directory, because another file may have other lengths. Applies only to data that has its own list of lengths. */
static void follow_test_file(lg_assignments *s, const char *key) {
    const lg_assignment *named = lg_assignments_effective(s, "data");
    const lg_data *data = named ? lg_data_find(named->value) : NULL;
    if (!data || !lg_data_is_test_file(data, key) || !data->methods->lengths) return;
    lg_assignments_drop_saved(s, "eval.lengths");
    lg_assignments_drop_saved(s, "eval.score");
}

lg_status lg_config_set(lg_config *f, const char *key, const char *value, lg_origin origin, const char *where) {
    if (!f) return LG_USAGE;
    lg_error *err = change(f);
    if (!LG_GIVEN(err, key) || !LG_GIVEN(err, value) || !LG_WITHIN(err, origin, LG_DEFAULT, LG_FLAG)) return err->code;
    if (lg_assignments_add(&f->settings, key, value, origin, where, err)) follow_test_file(&f->settings, key);
    return err->code;
}

lg_status lg_config_unset(lg_config *f, const char *key) {
    if (!f) return LG_USAGE;
    lg_error *err = change(f);
    const char *full = LG_GIVEN(err, key) ? lg_key_full_name(key) : NULL;
    if (full && lg_key_check(full, "", err)) lg_assignments_unset(&f->settings, full);
    return err->code;
}

lg_status lg_config_set_list(lg_config *f, const char *list, lg_origin origin, const char *where) {
    lg_error *err = change(f);
    lg_assignments *s = &f->settings;
    const size_t before = s->count;
    if (!lg_assignments_add_list(s, list, origin, where, err)) return err->code;
    for (size_t left = s->count - before; left > 0; left--) follow_test_file(s, s->rows[s->count - left].key);
    return err->code;
}

lg_status lg_config_load(lg_config *f, const char *path) {
    if (!f) return LG_USAGE;
    lg_error *err = change(f);
    if (LG_GIVEN(err, path)) lg_assignments_load(&f->settings, path, LG_FILE, err);
    return err->code;
}

lg_status lg_config_preset(lg_config *f, const char *name) {
    if (!f) return LG_USAGE;
    lg_error *err = change(f);
    if (LG_GIVEN(err, name)) lg_assignments_load_preset(&f->settings, name, err);
    return err->code;
}

lg_status lg_config_environment(lg_config *f) {
    if (!f) return LG_USAGE;
    lg_error *err = change(f);
    lg_assignments_add_environment(&f->settings, environ, err);
    return err->code;
}

const lg_resolved_config *lg_config_resolved(lg_config *f, lg_error *err) {
    if (!f->resolved) f->resolved = lg_assignments_resolve(&f->settings, err);
    return f->resolved;
}

static const lg_resolved_config *resolve(lg_config *f) {
    return !f ? NULL : lg_config_resolved(f, lg_context_begin(f->context));
}

lg_status lg_config_check(lg_config *f) {
    resolve(f);
    return f ? f->context->error.code : LG_USAGE;
}

size_t lg_config_count(lg_config *f) {
    const lg_resolved_config *d = resolve(f);
    return d ? lg_values_count(d->values) : 0;
}

lg_setting lg_config_at(lg_config *f, size_t i) {
    const lg_resolved_config *d = resolve(f);
    if (!d || i >= lg_values_count(d->values)) return (lg_setting){"", "", "", "", ""};
    const char *key = lg_values_option(d->values, i)->name;
    return (lg_setting){key, lg_values_text_at(d->values, i), lg_origin_name(d->origins[i]), d->locations[i],
                        d->yaml[i]};
}

const char *lg_config_get(lg_config *f, const char *key) {
    const lg_resolved_config *d = resolve(f);
    if (!d || !LG_GIVEN(&f->context->error, key)) return NULL;
    const char *name = lg_key_full_name(key);
    return !lg_values_has(d->values, name) ? NULL : lg_values_text(d->values, name);
}

const char *lg_config_alias(lg_config *f, const char *key) {
    const char *value = lg_config_get(f, key);
    const lg_assignment *r = value ? lg_assignments_effective(&f->settings, lg_key_full_name(key)) : NULL;
    if (r && r->alias) return r->alias;
    return value && lg_axis_find(lg_key_full_name(key)) ? lg_axis_known_name(f->resolved->values, lg_key_full_name(key))
                                                        : value;
}

const char *lg_config_text(lg_config *f) {
    const lg_resolved_config *d = resolve(f);
    return d ? d->text : NULL;
}

const char *lg_config_hash(lg_config *f) {
    const lg_resolved_config *d = resolve(f);
    return d ? d->hash : NULL;
}
