/* options.c: the options of training and of evaluation. */
#include <string.h>

#include "train/decay.h"
#include "train/train.h"

const lg_option lg_train_options[] = {
    {"train.steps", LG_INT, "10000", 1, 1e12, NULL, "optimizer steps"},
    {"train.lr", LG_REAL, "0.001", 0, 100, NULL, "learning rate"},
    {"train.batch", LG_INT, "128", 1, 65536, NULL, "sequences of a training step, all of one length"},
    {"train.clip", LG_REAL, "1", 0, 1e9, NULL, "largest global norm of the gradient; 0: no clipping"},
    {"optimizer.decay", LG_REAL, "0", 0, 1, NULL, "decoupled weight decay per step, times the learning rate"},
    {"optimizer.decay_on", LG_NAME, "all", 0, 0, LG_DECAY_CHOICES,
     "what decays: all parameters; all but biases and numbers of encodings; matrices: no gains either, nor tables of "
     "tokens and positions; these and the table of tokens",
     "0.2.0"},
    {"train.until", LG_TEXT, "none", 0, 0, NULL,
     "a score at which training ends: METRIC>=NUMBER, as 'token_accuracy>=0.99' or 'perplexity<=20', of the "
     "validations "
     "(eval.every); none: never",
     "0.2.0"},
    {"train.patience", LG_INT, "0", 0, 1e9, NULL,
     "training ends after so many validations (eval.every) without a better score in the metric; 0: never", "0.2.0"},
    {"train.time", LG_TEXT, "none", 0, 0, NULL,
     "training ends after so much time of it, over all processes: 90s, 30m, 2h; none: never. How many steps that is "
     "depends on the machine, and so do all results",
     "0.2.0"},
    {"train.init", LG_TEXT, "none", 0, 0, NULL,
     "a run (its last model) or a file like model.safetensors, whose parameters training begins with where names and "
     "shapes are the same; the optimizer begins anew",
     "0.2.0"},
    {0},
};

const lg_option lg_eval_options[] = {
    {"eval.lengths", LG_LENGTHS, "1..100", 1, LG_LENGTH_MAX, NULL, "lengths n to evaluate"},
    {"eval.sequences", LG_INT, "500", 1, 10000000, NULL,
     "sequences for each length; text: so many times the shortest length are the target tokens that are scored at "
     "every length (see eval.targets)"},
    {"eval.seed", LG_INT, "1", 0, 9007199254740991, NULL, "seed of all random numbers of evaluation"},
    {"eval.position_samples", LG_INT, "1", 1, 1000000, NULL,
     "position samples for each length; the sequences are divided among them; token accuracy is the mean over them"},
    {"eval.batch", LG_INT, "512", 1, 1000000, NULL, "sequences held in memory at once; changes no result"},
    {"eval.dropout", LG_BOOL, "false", 0, 0, NULL,
     "leave dropout on, as the released program of Ruoss et al. 2023 does"},
    {"eval.targets", LG_INT, "0", 0, 1e15, NULL,
     "text: target tokens that are scored, the same at every length: the last ones of the test split; 0: "
     "eval.sequences times the shortest length, or as many as the longest one has room before",
     "0.2.0"},
    {"eval.stride", LG_INT, "0", 0, LG_LENGTH_MAX, NULL,
     "text: target tokens that each window scores, its last ones; the windows before it end so many tokens earlier. 1: "
     "sliding windows; the longest length or more: windows that do not overlap; 0: the shortest length, so that at "
     "every length T each target is predicted from at least T less that length",
     "0.2.0"},
    {"eval.validation", LG_NAME, "validation", 0, 0, "test validation",
     "records of the validations during training: those of the validation split at the lengths of training (up to 40 "
     "of them), or those of the test split at eval.lengths, which then must not choose a model",
     "0.2.0"},
    {"eval.checkpoint", LG_NAME, "last", 0, 0, "last best",
     "which parameters of a run are evaluated: the last ones, or those that scored best in the validations", "0.2.0"},
    {"eval.max_tokens", LG_INT, "0", 0, LG_LENGTH_MAX, NULL,
     "greedy decoding: tokens of source and answer together, after which an answer that has not ended is cut off; 0: "
     "as many as the target has",
     "0.2.0"},
    {"eval.score", LG_NAME, "first-ood..max", 0, 0, "first-ood..max paper-exact all",
     "lengths over which the metric is averaged to the score: all evaluated lengths beyond the training lengths; these "
     "but the first, as the example script of Ruoss et al. 2023; or all"},
    {"eval.score_above", LG_INT, "0", 0, LG_LENGTH_MAX, NULL,
     "lengths above this one are beyond training to eval.score, so that models trained on other lengths have scores "
     "over the same; 0: the longest training length",
     "0.2.0"},
    {.name = "eval.with",
     .type = LG_TEXT,
     .fallback = "",
     .help = "options with which the trained model is evaluated in place of those that it is trained with, as 'mask: "
             "window, mask.width: 40': of positions, mask, scale, and of encodings in longer sequences",
     .since = "0.2.0",
     .in_evaluation = true},
    {"eval.average", LG_NAME, "lengths", 0, 0, "lengths examples",
     "what weighs alike in a score: lengths, or the examples that are evaluated at them, of which finite data sets "
     "have more at some lengths than at others",
     "0.2.0"},
    {0},
};

bool lg_has_validations(const lg_values *v) {
    const int64_t every = lg_int(v, "eval.every");
    return every > 0 && every <= lg_int(v, "train.steps");
}

const char *lg_validations_choose(const lg_values *v, int i) {
    static const char *const readers[][2] = {
        {"train.until", "none"}, {"train.patience", "0"}, {"eval.checkpoint", "last"}, {NULL}};
    for (int k = 0; readers[k][0]; k++)
        if (strcmp(lg_values_text(v, readers[k][0]), readers[k][1]) && i-- == 0) return readers[k][0];
    return NULL;
}

lg_split lg_validation_split(const lg_values *v) {
    return !strcmp(lg_text(v, "eval.validation"), lg_split_name(LG_SPLIT_VALIDATION)) ? LG_SPLIT_VALIDATION
                                                                                      : LG_SPLIT_TEST;
}
