/* copy_cmc2x.c: any words, copied twice. */
#include "data/copy.h"

#include <string.h>

static const char *const words[] = {"[SEP]", "Copy", ":", "[NEXT]", NULL};

static lg_record_size size(int length) {
    return (lg_record_size){LG_COPY_FIRST + length, 2 * length + 1};
}

static void compose(const lg_dataset *d, lg_split split, int length, int64_t index, lg_text_writer *source,
                    lg_text_writer *target) {
    const lg_key key = lg_text_task_key(d, split, length, index);
    lg_text_write(source, "Copy:");
    lg_text_task_write_symbols(d, key, length, source);
    lg_text_task_write_symbols(d, key, length, target);
    lg_text_write(target, "[NEXT]");
    lg_text_task_write_symbols(d, key, length, target);
}

static bool judge(const lg_dataset *d, const lg_record *r) {
    return lg_copy_is_asked(d, r) && lg_copy_is_told(d, r, 0) &&
           !strcmp(lg_word_at(d, r->target, r->length), "[NEXT]") && lg_copy_is_told(d, r, r->length + 1);
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS, LG_ALPHABET_OPTION("100"), {0}};

const lg_text_task lg_text_task_copy_cmc2x = {
    .name = "copy_cmc2x",
    .summary = "n words, copied twice",
    .formula = "Copy: 7 K b [SEP] 7 K b [NEXT] 7 K b </s>\n"
               "7 K b -> 7 K b [NEXT] 7 K b\n"
               "w62 -> w62 [NEXT] w62\n"
               "Each word is any of the alphabet.\n" LG_COPY_EXAMPLES,
    .source = LG_COPY_SOURCE,
    .options = options,
    .defaults = lg_copy_defaults,
    .chance = 0,
    .methods = &lg_text_task_methods,
    .words = words,
    .separator = "[SEP]",
    .alphabet = lg_alphabet_option,
    .size = size,
    .compose = compose,
    .judge = judge,
};
