/* masked_text.c: the user's own text for masked language models. In the source, some tokens of a window are replaced,
 * and the model predicts the original tokens. */
#include <math.h>
#include <string.h>

#include "data/own_text.h"

enum { MASKS = 0x6d61736b /* seed of the masks of evaluations */ };

typedef struct masked_text {
    lg_own_text text;
    double masking;
} masked_text;

static const lg_option options[] = {LG_OPTIONS_OWN_TEXT,
                                    {.name = "data.masking",
                                     .type = LG_REAL,
                                     .fallback = "0.15",
                                     .min = 1e-6,
                                     .max = 1,
                                     .help = "probability that a token is selected for prediction",
                                     .at = offsetof(masked_text, masking)},
                                    {0}};

/* The source vocabulary is the target vocabulary followed by [mask]. */
static bool open_masked(lg_dataset *d, lg_error *err) {
    if (!lg_own_text_open(d, err)) return false;
    const size_t size = (size_t)d->target.size;
    const char **words = lg_arena_alloc(d->arena, sizeof *words * (size + 1));
    if (!words) return lg_fail(err, LG_FAILED, "out of memory: a vocabulary");
    if (size > 0) memcpy(words, d->target.words, sizeof *words * size);
    words[size] = "[mask]";
    d->source = (lg_vocabulary){(int)size + 1, words};
    d->one_vocabulary = d->separated = false;
    d->between = NULL;
    ((lg_token_text *)d->state)->score_whole_windows = true;
    return true;
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){length, length};
}

/* Selects target token i with probability data.masking, or always if `must` is set. In the source, a selected token is
 * replaced by [mask] with probability 0.8, by a random token with probability 0.1, and otherwise unchanged (Devlin et
 * al. 2019). */
static bool mask_token(const lg_dataset *d, lg_key key, int i, bool must, lg_record *out) {
    lg_random r = lg_random_from(key);
    if (lg_random_unit(&r) >= ((const masked_text *)d->own)->masking && !must) return false;
    const double u = lg_random_unit(&r);
    if (u < 0.8)
        out->source[i] = d->target.size;
    else if (u < 0.9)
        out->source[i] = (int32_t)lg_random_below(&r, (uint32_t)d->target.size);
    return true;
}

/* In evaluation, the mask of a token depends only on its position in the split, so it is the same in windows of all
 * lengths. If no token that counts is selected, the last token is selected. */
static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    int skipped, selected = 0;
    const size_t at = lg_text_stream_place(d, split, length, index, key, &skipped);
    const bool training = split == LG_SPLIT_TRAIN;
    const lg_key masks = training ? lg_key_fold(lg_key_fold(key, (uint64_t)index), MASKS) : lg_key_root(MASKS);
    lg_text_stream_fill(d, split, 0, length, at, out);
    out->n = length;
    memcpy(out->source, out->target, sizeof *out->source * (size_t)length);
    for (int i = 0; i < length; i++) {
        const bool must = i == length - 1 && selected == 0;
        const lg_key token = lg_key_fold(masks, training ? (uint64_t)i : (uint64_t)at + (uint64_t)i);
        const bool learned = mask_token(d, token, i, must, out) && i >= skipped;
        out->learned[i] = out->counted[i] = learned;
        selected += learned;
    }
}

static const lg_entry_default defaults[] = {{"architecture", "encoder"},
                                            {"model.decode", "in_place"},
                                            {"protocol", "pass"},
                                            {"curriculum.lengths", "128"},
                                            {"eval.lengths", "64,128,256,512"},
                                            {"metric", "token_accuracy"},
                                            {0}};

static const lg_data_methods methods = {LG_OWN_TEXT_METHODS,
                                        .exact = true,
                                        .masked = true,
                                        .validates = true,
                                        .open = open_masked,
                                        .close = lg_text_stream_close,
                                        .count = lg_text_stream_count,
                                        .bound = bound,
                                        .draw = draw};

const lg_data lg_data_masked_text = {
    .name = "masked_text",
    .summary = "text from your own file with some tokens masked, for masked language models",
    .formula = "A record of length L is a window x of L tokens of data.file, as in data: text. Each token is\n"
               "selected with probability data.masking; if no token is selected, the last one is. The target is x;\n"
               "loss and metrics count only the selected tokens. In the source (what the model reads), a selected\n"
               "token is replaced by [mask] with probability 0.8, replaced by a uniformly drawn token with\n"
               "probability 0.1, and unchanged with probability 0.1.\n"
               "\"banana\", third and sixth token selected: b a [mask] a n c -> n and a are predicted\n"
               "the output layer predicts each target from the row of its source token (`model.decode: in_place`)\n"
               "or from the row of an empty token (`model.decode: parallel`)\n"
               "training: windows and masks are drawn at random\n"
               "evaluation: the last M tokens of the split (M: eval.targets), in windows that do not overlap\n"
               "(eval.stride 0). Masks depend on the position in the split, so tests at all lengths predict the\n"
               "same tokens.",
    .source = "your own file; masking: Devlin et al. 2019, BERT, section 3.1",
    .published = "Su 2021: accuracy on masked tokens at 8 times the training length: 11.54 % without log-n scaling, "
                 "13.58 % with log-n scaling",
    .aligned = true,
    .options = options,
    .own_bytes = LG_OWN(masked_text),
    .defaults = defaults,
    .chance = NAN,
    .methods = &methods,
};
