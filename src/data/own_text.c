/* own_text.c: see own_text.h. */
#include "data/own_text.h"

/* The file of a split: a separate file, or a part of the training file. */
static struct lg_text_file file_of(const char *option, const char *path, double fraction) {
    return (struct lg_text_file){option, *path == '\0' ? NULL : path, fraction};
}

bool lg_own_text_open(lg_dataset *d, lg_error *err) {
    static const lg_unit units[] = {
        [LG_TOKENS_BYTES] = LG_UNIT_BYTE, [LG_TOKENS_CHARACTERS] = LG_UNIT_CHARACTER, [LG_TOKENS_WORDS] = LG_UNIT_WORD};
    const lg_own_text *x = d->own;
    const lg_text_form form = {
        .option = "data.file",
        .unit = units[x->tokens],
        .line_ends = x->line_ends,
        .least = x->least_uses,
        .most = x->vocabulary,
        .files = {[LG_SPLIT_TRAIN] = {"data.file", x->file, 0},
                  [LG_SPLIT_TEST] = file_of("data.test_file", x->test_file, x->test_fraction),
                  [LG_SPLIT_VALIDATION] = file_of("data.validation_file", x->validation_file, x->validation_fraction)}};
    if (lg_text_stream_open(d, &form, err)) return true;
    return err->code == LG_USAGE ? lg_blame(err, "data.file data.test_fraction data.tokens") : false;
}

bool lg_own_text_is_spelled(const void *own) {
    return ((const lg_own_text *)own)->tokens != LG_TOKENS_WORDS;
}
