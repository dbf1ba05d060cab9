/* memory_stream.c: see memory_stream.h. */
#include "base/memory_stream.h"

#include <stdlib.h>

bool lg_memory_stream_open(lg_memory_stream *s) {
    *s = (lg_memory_stream){0};
    s->to = open_memstream(&s->text, &s->size);
    return s->to;
}

/* The C library resizes the memory to its final size in fclose. If that fails, there is no text although fclose
 * succeeds. */
bool lg_memory_stream_close(lg_memory_stream *s) {
    bool good = s->to && !ferror(s->to);
    if (s->to) good = fclose(s->to) == 0 && good && s->text;
    s->to = NULL;
    if (good) return true;
    free(s->text);
    s->text = NULL;
    s->size = 0;
    return false;
}
