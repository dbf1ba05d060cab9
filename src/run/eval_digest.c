/* eval_digest.c: see eval_digest.h. */
#include "run/eval_digest.h"

#include <string.h>

#include "config/config.h"

/* eval.batch and eval.label do not change results; the other excluded options concern validations during training. */
static bool changes_results(const char *key) {
    static const char *const others[] = {"eval.batch", "eval.every", "eval.label", "eval.validation"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(key, others[i])) return false;
    return !strcmp(key, "protocol") || !strncmp(key, "eval.", 5);
}

bool lg_eval_digest(const lg_values *v, char digest[LG_DIGEST_SIZE], lg_error *err) {
    lg_arena *arena = lg_arena_new();
    const char *text = arena ? lg_identity_lines(v, changes_results, false, arena) : NULL;
    if (text) lg_digest(text, strlen(text), digest);
    lg_arena_free(arena);
    return text || lg_fail(err, LG_FAILED, "out of memory: the options of an evaluation");
}
