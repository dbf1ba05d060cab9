/* eval_config.c: see eval_config.h. */
#include "run/eval_config.h"

#include <string.h>

#include "config/block_resolve.h"
#include "config/describe.h"
#include "data/data.h"
#include "evaluate/advice.h"
#include "run/data_files.h"

static bool is_of_axis(const char *key, const char *const *axes) {
    for (; *axes; axes++) {
        const size_t n = strlen(*axes);
        if (!strncmp(key, *axes, n) && (key[n] == '\0' || key[n] == '.')) return true;
    }
    return false;
}

static bool is_changeable(const lg_option *o) {
    static const char *const axes[] = {"positions", "mask", "scale", NULL};
    return is_of_axis(o->name, axes) || o->in_evaluation || !lg_key_is_identity(o->name);
}

/* True if the option names a data file that was also read in training. Its path may change; its digest is checked
 * elsewhere. */
static bool is_data_file(const lg_values *now, const char *key, const lg_run_dir *run) {
    return *lg_values_text(now, key) != '\0' && lg_data_files_has(run, key);
}

/* True if two values of a key lead to the same training. */
static bool is_trained_alike(const char *key, const char *was, const char *now) {
    const lg_axis_row *axis = lg_axis_find(key);
    return !strcmp(was, now) || (axis && lg_axis_has_patterns(axis) && lg_patterns_train_alike(axis, was, now));
}

bool lg_eval_changes_check(const lg_values *trained, const lg_values *now, const lg_run_dir *run, const char *who,
                           lg_error *err) {
    const lg_data *data = lg_data_of(now);
    const char *test_files = data->methods->test_files;
    for (size_t i = 0; i < lg_values_count(now); i++) {
        const char *key = lg_values_option(now, i)->name;
        if (is_changeable(lg_values_option(now, i)) || lg_data_is_test_file(data, key)) continue;
        const char *was = lg_values_has(trained, key) ? lg_values_text(trained, key) : NULL;
        if ((!was || !is_trained_alike(key, was, lg_values_text(now, key))) && !is_data_file(now, key, run))
            return lg_fail_keys(err, key,
                                "%s was trained with %s: %s, which cannot be changed; eval.*, metric, protocol, "
                                "%s%spositions, mask, scale, and RoPE extensions (such as encoding.scaling) can%s",
                                who, key, !was ? "(not read)" : was, test_files ? test_files : "",
                                test_files ? ", " : "",
                                !strcmp(key, "train.seed") ? " (--eval.seed changes the test sequences)" : "");
    }
    return true;
}

/* ---- eval.with ---- */

/* True if eval.with may set this key. Options of the run itself, such as lengths and metric, must be set outside of
 * eval.with, where they are recorded. */
static bool may_set(const lg_values *trained, const char *key) {
    static const char *const axes[] = {"positions", "mask", "scale", "protocol", NULL};
    const lg_option *o = lg_key_option(key);
    const bool brought = !lg_values_has(trained, key) && !strncmp(key, "eval.", 5); /* another protocol has it */
    return strcmp(key, "eval.with") && (is_of_axis(key, axes) || brought || (o && o->in_evaluation));
}

static bool check_keys(const lg_assignments *s, size_t first, const lg_values *trained, lg_error *err) {
    for (size_t i = first; i < s->count; i++)
        if (!may_set(trained, s->rows[i].key) && lg_key_option(s->rows[i].key))
            return lg_fail(err, LG_USAGE,
                           "eval.with: %s cannot be set here (expected options of positions, mask, scale or protocol, "
                           "or RoPE extensions such as encoding.scaling)",
                           s->rows[i].key);
    return true;
}

/* The settings of the config, overridden by those of eval.with. */
static bool add_settings(lg_assignments *s, const lg_resolved_config *trained, lg_error *err) {
    const char *with = lg_text(trained->values, "eval.with");
    s->custom = lg_values_custom(trained->values);
    if (!lg_assignments_read(s, trained->text, strlen(trained->text), "config", err)) return false;
    const size_t first = s->count;
    return lg_assignments_add_list(s, with, LG_FILE, "eval.with", err) && check_keys(s, first, trained->values, err) &&
           lg_assignments_override(s, "eval.with", "", err);
}

/* Fails because the model cannot be evaluated with eval.with, for the reason `words`. Always false. */
static bool fail_like(const lg_resolved_config *trained, const lg_error *words, lg_error *err) {
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
    if (add_settings(&s, trained, &words)) *out = lg_assignments_resolve(&s, &words);
    lg_assignments_clear(&s);
    if (*out) return true;
    return fail_like(trained, &words, err);
}

bool lg_eval_session_plan(lg_session *h, const lg_context *c, const lg_resolved_config *trained,
                          const lg_resolved_config *tested, lg_error *err) {
    lg_error words = {0};
    return (lg_session_new_single(h, c, tested->values, true, &words) &&
            lg_session_check_lengths(h, tested, false, true, &words)) ||
           fail_like(trained, &words, err);
}

/* Warns if frequencies for longer sequences are chosen but have no effect: with encoding.extension 1 they equal the
 * trained frequencies. longrope is excluded, because its factors have an effect even with extension 1. */
static void warn_of_no_extension(lg_context *c, const lg_values *v) {
    if (!lg_values_has(v, "encoding.extension")) return; /* only rope has this option; others have frequencies, too */
    const char *how = lg_text(v, "encoding.frequencies");
    if (!strcmp(how, "trained") || !strcmp(how, "longrope") || *lg_text(v, "encoding.frequency") != '\0') return;
    if (lg_real(v, "encoding.extension") > 1 || lg_bool(v, "encoding.dynamic")) return;
    lg_context_say(c, LG_WARNING,
                   "encoding.frequencies: %s has no effect while encoding.extension is 1 (use --encoding.extension 4 "
                   "for sequences 4 times as long as in training)",
                   how);
}

/* Warns if an evaluation option contains a training length that differs from the run's. The option's default is the
 * training length of a paper. */
static void warn_of_trained(lg_context *c, const lg_values *trained, const lg_values *tested, const char *choice,
                            const char *key, int longest) {
    if (longest == 0 || !lg_values_has(tested, key) || lg_int(tested, key) == longest) return;
    if (lg_values_has(trained, choice) && !strcmp(lg_text(trained, choice), lg_text(tested, choice))) return;
    lg_context_say(c, LG_WARNING, "%s is %d, but the longest training sequences have %d tokens (use --%s %d)", key,
                   (int)lg_int(tested, key), longest, key, longest);
}

void lg_eval_advise(lg_context *c, const lg_trainer *t, const lg_values *trained, const lg_values *tested) {
    lg_error words = {0};
    lg_description then, now;
    lg_describe(trained, NULL, &then);
    lg_describe(tested, trained, &now);
    if (!lg_evaluation_is_fair(t, &then, &now, &words)) lg_context_say(c, LG_WARNING, "%s", words.text);
    warn_of_no_extension(c, tested);
    const int longest = lg_longest_trained(t, &then);
    warn_of_trained(c, trained, tested, "encoding.frequencies", "encoding.trained", longest);
    warn_of_trained(c, trained, tested, "scale", "scale.keys", longest);
}

void lg_warn_of_leak(lg_context *c, const char *dir, const char *option) {
    lg_context_say(c, LG_WARNING,
                   "%s: %s selects by test scores (eval.validation: test), which biases the test scores of this run "
                   "upwards; --eval.validation validation selects by held-out records at the training lengths",
                   dir, option);
}
