/* refusal.c: see refusal.h. */
#include "data/refusal.h"

#include <stdatomic.h>

struct lg_refusal {
    atomic_flag taken; /* set by the first thread, which alone writes the error */
    atomic_bool written;
    lg_error why;
};

lg_refusal *lg_refusal_new(lg_arena *arena) {
    return lg_arena_alloc(arena, sizeof(lg_refusal));
}

void lg_refusal_note(lg_refusal *r, lg_status code, const char *format, ...) {
    if (atomic_flag_test_and_set(&r->taken)) return;
    va_list words;
    va_start(words, format);
    lg_fail_at(&r->why, code, format, words);
    va_end(words);
    r->why.lasting = true;
    atomic_store(&r->written, true);
}

bool lg_refusal_check(const lg_refusal *r, lg_error *err) {
    return !atomic_load(&r->written) || lg_fail_like(err, &r->why, "%s", r->why.text);
}
