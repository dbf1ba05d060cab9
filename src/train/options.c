/* options.c: the options train.*, optimizer.decay* and eval.*. See settings.h. */
#include "train/settings.h"

#include <string.h>

#define TRAIN(member) .at = offsetof(lg_train_settings, member)
const lg_option lg_train_options[] = {
    {"train.steps", LG_INT, "10000", 1, 1e12, NULL, "optimizer steps", TRAIN(steps)},
    {"train.lr", LG_REAL, "0.001", 0, 100, NULL, "learning rate", TRAIN(lr)},
    {"train.batch", LG_INT, "128", 1, 65536, NULL, "sequences of a training step, all of one length", TRAIN(batch)},
    {"train.clip", LG_REAL, "1", 0, 1e9, NULL, "largest global norm of the gradient; 0: no clipping", TRAIN(clip)},
    {"optimizer.decay", LG_REAL, "0", 0, 1, NULL, "decoupled weight decay per step, times the learning rate",
     TRAIN(decay)},
    {"optimizer.decay_on", LG_NAME, "all", 0, 0, "all all_but_biases matrices matrices_and_embeddings",
     "what decays: all parameters; all but biases and numbers of encodings; matrices: no gains either, nor tables of "
     "tokens and positions; these and the table of tokens",
     TRAIN(decay_on)},
    {"train.until", LG_TEXT, "none", 0, 0, NULL,
     "a score at which training ends: METRIC>=NUMBER, as 'token_accuracy>=0.99' or 'perplexity<=20', of the "
     "validations "
     "(eval.every); none: never",
     TRAIN(until)},
    {"train.patience", LG_INT, "0", 0, 1e9, NULL,
     "training ends after so many validations (eval.every) without a better score in the metric; 0: never",
     TRAIN(patience)},
    {"train.time", LG_TEXT, "none", 0, 0, NULL,
     "training ends after so much time of it, over all processes: 90s, 30m, 2h; none: never. How many steps that is "
     "depends on the machine, and so do all results",
     TRAIN(time)},
    {"train.init", LG_TEXT, "none", 0, 0, NULL,
     "a run (its last model) or a file like model.safetensors, whose parameters training begins with where names and "
     "shapes are the same; the optimizer begins anew",
     TRAIN(init)},
    {0},
};

#define EVAL(member) .at = offsetof(lg_eval_settings, member)
const lg_option lg_eval_options[] = {
    {"eval.lengths", LG_LENGTHS, "1..100", 1, LG_LENGTH_MAX, NULL, "lengths n to evaluate", EVAL(lengths)},
    {"eval.sequences", LG_INT, "500", 1, 10000000, NULL,
     "sequences for each length; text: so many times the shortest length are the target tokens that are scored at "
     "every length (see eval.targets)",
     EVAL(sequences)},
    {"eval.seed", LG_INT, "1", 0, 9007199254740991, NULL, "seed of all random numbers of evaluation", EVAL(seed)},
    {"eval.position_samples", LG_INT, "1", 1, 1000000, NULL,
     "position samples for each length; the sequences are divided among them; token accuracy is the mean over them",
     EVAL(position_samples)},
    {"eval.batch", LG_INT, "512", 1, 1000000, NULL, "sequences held in memory at once; changes no result", EVAL(batch)},
    {"eval.dropout", LG_BOOL, "false", 0, 0, NULL,
     "leave dropout on, as the released program of Ruoss et al. 2023 does", EVAL(dropout)},
    {"eval.targets", LG_INT, "0", 0, 1e15, NULL,
     "text: target tokens that are scored, the same at every length: the last ones of the test split; 0: "
     "eval.sequences times the shortest length, or as many as the longest one has room before",
     EVAL(targets)},
    {"eval.stride", LG_INT, "0", 0, LG_LENGTH_MAX, NULL,
     "text: target tokens that each window scores, its last ones; the windows before it end so many tokens earlier. 1: "
     "sliding windows; the longest length or more: windows that do not overlap; 0: the shortest length, so that at "
     "every length T each target is predicted from at least T less that length",
     EVAL(stride)},
    {"eval.validation", LG_NAME, "validation", 0, 0, "test validation",
     "records of the validations during training: those of the validation split at the lengths of training (up to 40 "
     "of them), or those of the test split at eval.lengths, which then must not choose a model",
     EVAL(validation)},
    {"eval.checkpoint", LG_NAME, "last", 0, 0, "last best",
     "which parameters of a run are evaluated: the last ones, or those that scored best in the validations",
     EVAL(checkpoint)},
    {"eval.max_tokens", LG_INT, "0", 0, LG_LENGTH_MAX, NULL,
     "greedy decoding: tokens of source and answer together, after which an answer that has not ended is cut off; 0: "
     "as many as the target has",
     EVAL(max_tokens)},
    {"eval.score", LG_NAME, "first-ood..max", 0, 0, "first-ood..max paper-exact all",
     "lengths over which the metric is averaged to the score: all evaluated lengths beyond the training lengths; these "
     "but the first, as the example script of Ruoss et al. 2023; or all",
     EVAL(score)},
    {"eval.score_above", LG_INT, "0", 0, LG_LENGTH_MAX, NULL,
     "lengths above this one are beyond training to eval.score, so that models trained on other lengths have scores "
     "over the same; 0: the longest training length",
     EVAL(score_above)},
    {.name = "eval.with",
     .type = LG_TEXT,
     .fallback = "",
     .help = "options with which the trained model is evaluated in place of those that it is trained with, as 'mask: "
             "window, mask.width: 40': of positions, mask, scale, and of encodings in longer sequences",
     .in_evaluation = true,
     EVAL(with)},
    {"eval.average", LG_NAME, "lengths", 0, 0, "lengths examples",
     "what weighs alike in a score: lengths, or the examples that are evaluated at them, of which finite data sets "
     "have more at some lengths than at others",
     EVAL(average)},
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
