/* text_buffer.c: see text_buffer.h. */
#include "base/text_buffer.h"

#include <stdlib.h>

bool lg_text_buffer_open(lg_text_buffer *s) {
    *s = (lg_text_buffer){0};
    s->to = open_memstream(&s->text, &s->size);
    return s->to;
}

/* The C library resizes the memory to its final size in fclose. If that fails, there is no text although fclose
 * succeeds. */
bool lg_text_buffer_close(lg_text_buffer *s) {
    bool good = s->to && !ferror(s->to);
    if (s->to) good = fclose(s->to) == 0 && good && s->text;
    s->to = NULL;
    if (good) return true;
    free(s->text);
    s->text = NULL;
    s->size = 0;
    return false;
}
