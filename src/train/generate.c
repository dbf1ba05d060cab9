/* generate.c: what a model says after prompts, by greedy decoding. */
#include "nn/stepping.h"
#include "train/state.h"

bool lg_trainer_can_decode(const lg_trainer *t, lg_error *err) {
    const lg_model *m = t->model;
    const int64_t tokens = lg_int(t->runtime.values, "eval.max_tokens");
    if (tokens == 0) return true;
    if (m->data->end < 0)
        return lg_fail_keys(err, "eval.max_tokens data",
                            "eval.max_tokens: data: %s has no token that ends its targets (use --eval.max_tokens 0)",
                            m->data->entry->name);
    const lg_sequence_layout longest =
        m->architecture->layout(m, (lg_record_size){1, tokens > 2 ? (int)tokens - 1 : 1}, false);
    return lg_model_can_step(m, &longest, err) || lg_blame(err, "eval.max_tokens");
}
