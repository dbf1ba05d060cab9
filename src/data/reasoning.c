/* reasoning.c: see reasoning.h. */
#include "data/reasoning.h"

#include <string.h>

int64_t lg_digits_alphabet(const lg_dataset *d) {
    (void)d;
    return 10;
}

int64_t lg_draw_between(lg_random *r, int64_t low, int64_t high) {
    return low + (int64_t)lg_random_below(r, (uint32_t)(high - low + 1));
}

void lg_write_answer(lg_text_writer *w, int64_t answer) {
    lg_text_write(w, "The answer is");
    lg_text_write_integer(w, answer);
    lg_text_append(w, ".");
}

bool lg_read_plain(lg_text_reader *x, int64_t *value, int *digits) {
    const int sign = !strcmp(lg_read_next(x), "-");
    lg_text_reader first = *x;
    first.at += sign;
    if (!lg_read_integer(x, value)) return false;
    *digits = x->at - first.at;
    return *digits == 1 ? !sign || *value != 0 : *lg_read_next(&first) != '0';
}

bool lg_reads_answer(lg_text_reader x, int64_t answer) {
    int64_t value;
    int digits;
    return lg_read_words(&x, "The answer is") && lg_read_plain(&x, &value, &digits) && value == answer &&
           lg_read_words(&x, ".") && lg_read_ended(&x);
}
