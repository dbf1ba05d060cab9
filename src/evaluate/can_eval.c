/* can_eval.c: checks that a model can be evaluated and validated with its options. */
#include <stdlib.h>

#include "decode/generate.h"
#include "evaluate/answer_scorer.h"
#include "evaluate/evaluate.h"
#include "evaluate/segments.h"
#include "evaluate/targets.h"
#include "nn/stream/memory.h"

/* Checks that the test split has records of all lengths in the list. */
static bool check_tested(const lg_dataset *d, const lg_length_list *tested, lg_error *err) {
    lg_error words = {0};
    size_t i = 0;
    while (i < tested->count && lg_dataset_has(d, LG_SPLIT_TEST, tested->values[i], &words)) i++;
    if (i == tested->count) return true;
    const int longest = lg_dataset_longest(d, LG_SPLIT_TEST, tested->values[i]);
    if (words.code != LG_USAGE || longest == 0) return lg_fail_like(err, &words, "%s", words.text);
    if (longest > tested->values[i])
        return lg_fail_keys(err, "eval.lengths", "%s; remove it from --lengths", words.text);
    return lg_fail_keys(err, "eval.lengths", "%s; use --lengths up to %d", words.text, longest);
}

bool lg_trainer_can_eval(const lg_trainer *t, lg_error *err) {
    const lg_length_list *tested = &t->eval.lengths;
    const int longest = tested->values[tested->count - 1], kept = t->protocol.entry->evaluate ? lg_segments_kept(t) : 0;
    if (!lg_trainer_can_decode(t, err)) return false;
    if (t->of_texts && !lg_answer_scorer_suits(t->model->data, err)) return false;
    if (kept > 0 && !lg_segments_check(t, longest, err)) return false;
    if (!lg_model_supports_length(t->model, longest, err)) return lg_blame(err, "eval.lengths");
    return check_tested(t->model->data, tested, err) && lg_trainer_check_targets(t, LG_SPLIT_TEST, longest, err);
}

bool lg_trainer_can_validate(const lg_trainer *t, lg_error *err) {
    const lg_dataset *d = t->model->data;
    const char *hint = d->entry->methods->validation_option;
    size_t count;
    if (lg_validation_split(&t->eval) == LG_SPLIT_TEST) return true;
    int *lengths = lg_curriculum_validated(d, &count);
    if (!lengths) return lg_fail(err, LG_FAILED, "out of memory: the training lengths");
    const int longest = count > 0 ? lengths[count - 1] : 0;
    free(lengths);
    if (longest > 0) return lg_trainer_check_targets(t, LG_SPLIT_VALIDATION, longest, err);
    return lg_fail_keys(err, "eval.validation eval.every data.validation data",
                        "eval.validation: %s has no validation records of the training lengths (use %s%s"
                        "--eval.validation test)",
                        d->entry->name, hint ? hint : "", hint ? ", or " : "");
}
