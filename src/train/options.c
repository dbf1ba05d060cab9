/* options.c: the options train.*, optimizer.decay* and eval.*. See settings.h. */
#include "train/settings.h"

#include <string.h>

#define TRAIN(member) .at = offsetof(lg_train_settings, member)
const lg_option lg_train_options[] = {
    {"train.steps", LG_INT, "10000", 1, 1e12, NULL, "optimizer steps", TRAIN(steps)},
    {"train.lr", LG_REAL, "0.001", 0, 100, NULL, "learning rate", TRAIN(lr)},
    {"train.batch", LG_INT, "128", 1, 65536, NULL,
     "number of sequences in a training step; all have the same length, except with curriculum: epochs", TRAIN(batch)},
    {"train.clip", LG_REAL, "1", 0, 1e9, NULL, "clip the global norm of the gradient to this value; 0: no clipping",
     TRAIN(clip)},
    {"optimizer.decay", LG_REAL, "0", 0, 1, NULL, "decoupled weight decay per step, multiplied by the learning rate",
     TRAIN(decay)},
    {"optimizer.decay_on", LG_NAME, "all", 0, 0, "all all_but_biases matrices matrices_and_embeddings",
     "parameters with weight decay: all: all parameters; all_but_biases: all but biases and the parameters of "
     "encodings; matrices: matrices except token and position embeddings; matrices_and_embeddings: matrices and "
     "token embeddings",
     TRAIN(decay_on)},
    {"train.until", LG_TEXT, "none", 0, 0, NULL,
     "stop when a validation (eval.every) reaches this score: METRIC>=NUMBER or "
     "METRIC<=NUMBER, such as 'token_accuracy>=0.99' or 'perplexity<=20'; none: never",
     TRAIN(until)},
    {"train.patience", LG_INT, "0", 0, 1e9, NULL,
     "stop after N validations (eval.every) in a row without a better score; 0: never", TRAIN(patience)},
    {"train.time", LG_TEXT, "none", 0, 0, NULL,
     "stop after this training time, summed over restarts: 90s, 30m, 2h; none: never. The "
     "number of steps, and so the result, then depends on the machine",
     TRAIN(time)},
    {"train.init", LG_TEXT, "none", 0, 0, NULL,
     "initialize parameters from the last model of a run, or from a file such as model.safetensors; only parameters "
     "with matching names and shapes, without the optimizer state",
     TRAIN(init)},
    {0},
};

#define EVAL(member) .at = offsetof(lg_eval_settings, member)
const lg_option lg_eval_options[] = {
    {"eval.lengths", LG_LENGTHS, "1..100", 1, LG_LENGTH_MAX, NULL, "lengths to evaluate", EVAL(lengths)},
    {"eval.sequences", LG_INT, "500", 1, 10000000, NULL,
     "sequences evaluated at each length; for text, see eval.targets", EVAL(sequences)},
    {"eval.seed", LG_INT, "1", 0, 9007199254740991, NULL, "random seed of evaluation", EVAL(seed)},
    {"eval.position_samples", LG_INT, "1", 1, 1000000, NULL,
     "position samples at each length; the sequences are divided among them, and token "
     "accuracy is the mean over samples",
     EVAL(position_samples)},
    {"eval.batch", LG_INT, "512", 1, 1000000, NULL, "sequences evaluated at once; affects memory, not results",
     EVAL(batch)},
    {"eval.dropout", LG_BOOL, "false", 0, 0, NULL,
     "keep dropout on in evaluation, as the released code of Ruoss et al. 2023 does", EVAL(dropout)},
    {"eval.targets", LG_INT, "0", 0, 1e15, NULL,
     "text: score the last N target tokens of the test split, at every length; 0: N is eval.sequences times the "
     "shortest length, or less if the split is so short that the longest length needs some of these tokens as context",
     EVAL(targets)},
    {"eval.stride", LG_INT, "0", 0, LG_LENGTH_MAX, NULL,
     "text: each window scores its last N target tokens, and windows advance by N; 1: sliding windows; the longest "
     "length or more: windows do not overlap; 0: N is the shortest length, so that at length T every target has at "
     "least T - N tokens of context",
     EVAL(stride)},
    {"eval.validation", LG_NAME, "validation", 0, 0, "test validation",
     "data for validation during training: validation: the validation split, at up to 40 of the training lengths; "
     "test: the test split at eval.lengths, which should not select a model or stop training",
     EVAL(validation)},
    {"eval.checkpoint", LG_NAME, "last", 0, 0, "last best",
     "checkpoint to evaluate: the last one, or the one with the best validation score", EVAL(checkpoint)},
    {"eval.max_tokens", LG_INT, "0", 0, LG_LENGTH_MAX, NULL,
     "greedy decoding: cut an answer off once source and answer together have N tokens; 0: once the answer is as long "
     "as the target",
     EVAL(max_tokens)},
    {"eval.score", LG_NAME, "first-ood..max", 0, 0, "first-ood..max paper-exact all",
     "lengths that the score averages over: first-ood..max: all evaluated lengths beyond the training lengths; "
     "paper-exact: the same lengths without the shortest, as in the example script of Ruoss et al. 2023; all: all "
     "evaluated lengths",
     EVAL(score)},
    {"eval.score_above", LG_INT, "0", 0, LG_LENGTH_MAX, NULL,
     "count lengths above N as beyond training, so that models trained on different lengths are scored over the same "
     "lengths; 0: the longest training length",
     EVAL(score_above)},
    {.name = "eval.with",
     .type = LG_TEXT,
     .fallback = "",
     .help = "options that replace training options in the evaluation, such as 'mask: window, mask.width: 40': "
             "options of positions, mask and scale, and options of encodings that extend the context",
     .in_evaluation = true,
     EVAL(with)},
    {"eval.average", LG_NAME, "lengths", 0, 0, "lengths examples",
     "average a score over lengths (with equal weights) or over examples (finite data sets have more examples at some "
     "lengths)",
     EVAL(average)},
    {"eval.label", LG_TEXT, "", 0, 0, NULL,
     "name of this evaluation, such as ensemble-3; claims can select runs by this name; it does not affect "
     "results",
     .since = "0.4.0", EVAL(label)},
    {0},
};

lg_split lg_validation_split(const lg_eval_settings *e) {
    return e->validation == LG_VALIDATION_TEST ? LG_SPLIT_TEST : LG_SPLIT_VALIDATION;
}

bool lg_has_validations(const lg_train_settings *t, int64_t every) {
    return every > 0 && every <= t->steps;
}

const char *lg_validations_choose(const lg_train_settings *t, const lg_eval_settings *e, int i) {
    const struct {
        const char *option;
        bool chooses;
    } readers[] = {{"train.until", strcmp(t->until, "none")},
                   {"train.patience", t->patience > 0},
                   {"eval.checkpoint", e->checkpoint == LG_CHECKPOINT_BEST}};
    for (size_t k = 0; k < sizeof readers / sizeof *readers; k++)
        if (readers[k].chooses && i-- == 0) return readers[k].option;
    return NULL;
}
