/* copy.c: see copy.h. */
#include "data/copy.h"

#include <string.h>

const lg_option lg_copy_options[] = {LG_TEXT_TASK_OPTIONS("500"), LG_ALPHABET_OPTION("100"), {0}};

const char *const lg_copy_words[] = {"[SEP]", "Copy", ":", NULL};

const char *const lg_reverse_words[] = {"[SEP]", "Reverse", ":", "[NEXT]", NULL};

const lg_entry_default lg_copy_defaults[] = {{"architecture", "decoder"}, {"curriculum", "epochs"},
                                             {"metric", "exact_match"},   {"curriculum.lengths", "2..20"},
                                             {"eval.lengths", "2..40"},   {0}};

lg_record_size lg_copy_bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){2 + length, length};
}

lg_record_size lg_copy_bound_twice(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){2 + length, 2 * length + 1};
}

/* Writes word i of a list. Each word has its own random key, so words can be written in any order. */
static void write_word(const lg_dataset *d, lg_key list, int i, lg_text_writer *w) {
    lg_random r = lg_random_from(lg_key_fold(list, (uint64_t)i));
    lg_text_write(w, lg_text_task_symbol(d, lg_random_below(&r, (uint32_t)lg_text_task_alphabet(d))));
}

void lg_copy_write_list(const lg_dataset *d, lg_key list, int count, lg_text_writer *w) {
    for (int i = 0; i < count; i++) write_word(d, list, i, w);
}

void lg_copy_write_reversed(const lg_dataset *d, lg_key list, int count, lg_text_writer *w) {
    for (int i = count - 1; i >= 0; i--) write_word(d, list, i, w);
}

bool lg_copy_is_asked(lg_text_reader *source, const char *words, int length) {
    if (!lg_read_words(source, words) || source->count - source->at != length) return false;
    for (lg_text_reader x = *source; !lg_read_ended(&x);)
        if (!lg_is_symbol(lg_read_word(&x))) return false;
    return true;
}

bool lg_copy_is_reversed(lg_text_reader *target, lg_text_reader list) {
    const lg_text_reader all = list;
    for (int i = all.count - 1; i >= all.at; i--) {
        list.at = i;
        if (strcmp(lg_read_word(target), lg_read_next(&list))) return false;
    }
    return true;
}

bool lg_copy_is_repeated(lg_text_reader *x, const char *word, int times) {
    for (int i = 0; i < times; i++)
        if (strcmp(lg_read_word(x), word)) return false;
    return true;
}
