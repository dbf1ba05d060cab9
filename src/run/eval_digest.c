/* eval_digest.c: see eval_digest.h. */
#include "run/eval_digest.h"

#include <string.h>

#include "config/config.h"
#include "config/describe.h"
#include "data/data.h"

static bool is_eval_key(const char *key) {
    return !strncmp(key, "eval.", 5);
}

/* Of the others, eval.batch changes no result, and some are about validations during training. */
static bool changes_results(const char *key) {
    static const char *const others[] = {"eval.batch", "eval.every", "eval.validation"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(key, others[i])) return false;
    return !strcmp(key, "protocol") || is_eval_key(key);
}

/* Texts were evaluated at other targets before, whatever their options say. */
static bool digest_lines(const lg_values *v, lg_key_filter wanted, lg_arena *arena, char out[LG_DIGEST_SIZE]) {
    const lg_data *data = lg_data_of(v);
    const char *text = lg_identity_lines(v, wanted, false, arena);
    if (text && data->methods->targets) text = lg_arena_printf(arena, "%stargets of all lengths alike\n", text);
    if (text) lg_digest(text, strlen(text), out);
    return text;
}

bool lg_eval_digests(const lg_values *v, char digest[LG_DIGEST_SIZE], char earlier[LG_DIGEST_SIZE], lg_error *err) {
    lg_arena *arena = lg_arena_new();
    const bool good =
        arena && digest_lines(v, changes_results, arena, digest) && digest_lines(v, is_eval_key, arena, earlier);
    lg_arena_free(arena);
    return good || lg_fail(err, LG_FAILED, "out of memory: the options of an evaluation");
}
