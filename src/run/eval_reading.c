/* eval_reading.c: see eval_reading.h. */
#include "run/eval_reading.h"

#include "config/describe.h"
#include "data/targets.h"
#include "run/eval_config.h"

/* Number of remembered rows of earlier segments, as in lg_segments_kept; 0: the model remembers no rows, but only a
 * store of keys and values (memorizing.size). */
static int remembered(const lg_values *v) {
    const int64_t own = lg_int(v, "eval.memory");
    return (int)(own > 0 ? own : lg_values_has(v, "architecture.memory") ? lg_int(v, "architecture.memory") : 0);
}

static const char *describe_reading(const lg_values *v, lg_arena *arena) {
    size_t count;
    const int *lengths = lg_lengths(v, "eval.lengths", &count);
    const int64_t set = lg_int(v, "eval.stride"), stride = set > 0 ? set : lengths[0];
    const int64_t wanted = lg_targets_wanted(lg_int(v, "eval.targets"), lg_int(v, "eval.sequences"), lengths[0]);
    if (lg_values_has(v, "eval.memory") && remembered(v) == 0)
        return lg_arena_printf(arena, "segments, a store of %lld, %lld targets",
                               (long long)lg_int(v, "memorizing.size"), (long long)wanted);
    if (lg_values_has(v, "eval.memory"))
        return lg_arena_printf(arena, "segments, memory %d%s, %lld targets", remembered(v),
                               lg_bool(v, "eval.same_span") ? ", longer before short segments" : "", (long long)wanted);
    if (stride >= lengths[count - 1])
        return lg_arena_printf(arena, "windows without overlap, %lld targets", (long long)wanted);
    return lg_arena_printf(arena, "windows, stride %lld%s, %lld targets", (long long)stride,
                           stride > lengths[0] ? " (shorter windows: stride = length)" : "", (long long)wanted);
}

bool lg_eval_reading(const lg_resolved_config *d, lg_arena *arena, const char **out) {
    lg_error words = {0};
    lg_resolved_config *tested = NULL;
    *out = "";
    if (!lg_data_of(d->values)->methods->targets) return true;
    if (!lg_eval_config(d, &tested, &words)) return !lg_error_is_shortage(&words);
    *out = describe_reading(tested ? tested->values : d->values, arena);
    lg_resolved_config_free(tested);
    return *out;
}
