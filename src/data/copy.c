/* copy.c: see copy.h. */
#include "data/copy.h"

#include <string.h>

const char *const lg_copy_words[] = {"[SEP]", "Copy", ":", NULL};

const lg_entry_default lg_copy_defaults[] = {{"architecture", "decoder"}, {"curriculum", "epochs"},
                                             {"metric", "exact_match"},   {"curriculum.lengths", "2..20"},
                                             {"eval.lengths", "2..40"},   {0}};

lg_record_size lg_copy_size(int length) {
    return (lg_record_size){LG_COPY_FIRST + length, length};
}

bool lg_copy_is_asked(const lg_dataset *d, const lg_record *r) {
    if (strcmp(lg_word_at(d, r->source, 0), "Copy") || strcmp(lg_word_at(d, r->source, 1), ":")) return false;
    for (int i = 0; i < r->length; i++)
        if (!lg_is_symbol(lg_word_at(d, r->source, LG_COPY_FIRST + i))) return false;
    return true;
}

bool lg_copy_is_told(const lg_dataset *d, const lg_record *r, int first) {
    for (int i = 0; i < r->length; i++)
        if (strcmp(lg_word_at(d, r->target, first + i), lg_word_at(d, r->source, LG_COPY_FIRST + i))) return false;
    return true;
}

bool lg_copy_is_repeated(const lg_dataset *d, const int32_t *ids, int count, const char *word) {
    for (int i = 0; i < count; i++)
        if (strcmp(lg_word_at(d, ids, i), word)) return false;
    return true;
}
