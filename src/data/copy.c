/* copy.c: see copy.h. */
#include "data/copy.h"

#include <string.h>

const char *const lg_copy_words[] = {"[SEP]", "Copy", ":", NULL};

const lg_entry_default lg_copy_defaults[] = {{"architecture", "decoder"}, {"curriculum", "epochs"},
                                             {"metric", "exact_match"},   {"curriculum.lengths", "2..20"},
                                             {"eval.lengths", "2..40"},   {0}};

lg_record_size lg_copy_bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){2 + length, length};
}

bool lg_copy_is_asked(lg_text_reader *source, const char *words, int length) {
    if (!lg_read_words(source, words) || source->count - source->at != length) return false;
    for (lg_text_reader x = *source; !lg_read_ended(&x);)
        if (!lg_is_symbol(lg_read_word(&x))) return false;
    return true;
}

bool lg_copy_is_told(lg_text_reader *target, lg_text_reader list) {
    while (!lg_read_ended(&list))
        if (strcmp(lg_read_word(target), lg_read_word(&list))) return false;
    return true;
}

bool lg_copy_is_repeated(lg_text_reader *x, const char *word, int times) {
    for (int i = 0; i < times; i++)
        if (strcmp(lg_read_word(x), word)) return false;
    return true;
}
