/* eval_config.c: see eval_config.h. */
#include "run/eval_config.h"

#include <string.h>

#include "data/data.h"
#include "train/advice.h"

static bool is_changeable(const lg_option *o) {
    const char *key = o->name;
    static const char *const axes[] = {"positions", "mask", "scale"};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        const size_t n = strlen(axes[i]);
        if (!strncmp(key, axes[i], n) && (key[n] == '\0' || key[n] == '.')) return true;
    }
    return o->in_evaluation || !lg_key_is_identity(key);
}

bool lg_eval_changes_check(const lg_values *trained, const lg_values *now, const char *who, lg_error *err) {
    const char *test_file = lg_data_of(now)->methods->test_file;
    for (size_t i = 0; i < lg_values_count(now); i++) {
        const char *key = lg_values_option(now, i)->name;
        if (is_changeable(lg_values_option(now, i)) || (test_file && !strcmp(key, test_file))) continue;
        const char *was = lg_values_has(trained, key) ? lg_values_text(trained, key) : NULL;
        if (!was || strcmp(was, lg_values_text(now, key)))
            return lg_fail_keys(
                err, key,
                "%s: it was trained with %s: %s, which cannot be changed now; eval.*, metric, %s%spositions, mask and "
                "scale can",
                who, key, !was ? "(not read)" : was, test_file ? test_file : "", test_file ? ", " : "");
    }
    return true;
}

/* The settings of the config, and above them those of eval.with. */
static bool add_settings(lg_assignments *s, const lg_resolved_config *trained, lg_arena *arena, lg_error *err) {
    const char *with = lg_arena_printf(arena, "{%s}", lg_text(trained->values, "eval.with"));
    if (!with) return lg_fail(err, LG_FAILED, "out of memory: the config of an evaluation");
    s->custom = lg_values_custom(trained->values);
    return lg_assignments_read(s, trained->text, strlen(trained->text), "config", err) &&
           lg_assignments_read(s, with, strlen(with), "eval.with", err) &&
           lg_assignments_override(s, "eval.with", "", err);
}

bool lg_eval_with_fail(const lg_resolved_config *trained, const lg_error *words, lg_error *err) {
    lg_error reason = {0};
    if (words->code != LG_USAGE) return lg_fail_like(err, words, "%s", words->text);
    const bool located = !strncmp(words->text, "eval.with", strlen("eval.with"));
    lg_fail_keys(&reason, "eval.with", "%s%s", located ? "" : "eval.with: ", words->text);
    return lg_resolved_config_fail(trained, &reason, err);
}

bool lg_eval_config(const lg_resolved_config *trained, lg_resolved_config **out, lg_error *err) {
    lg_assignments s = {0};
    lg_error words = {0};
    *out = NULL;
    if (*lg_text(trained->values, "eval.with") == '\0') return true;
    lg_arena *arena = lg_arena_new();
    if (!arena) return lg_fail(err, LG_FAILED, "out of memory: the config of an evaluation");
    if (add_settings(&s, trained, arena, &words)) *out = lg_assignments_resolve(&s, &words);
    if (*out && !lg_eval_changes_check(trained->values, (*out)->values, "eval.with", &words)) {
        lg_resolved_config_free(*out);
        *out = NULL;
    }
    lg_assignments_clear(&s);
    lg_arena_free(arena);
    if (*out) return true;
    return lg_eval_with_fail(trained, &words, err);
}

void lg_eval_advise(lg_context *c, const lg_values *v) {
    lg_error words = {0};
    if (!lg_evaluation_is_fair(v, &words)) lg_context_say(c, LG_WARNING, "%s", words.text);
}
