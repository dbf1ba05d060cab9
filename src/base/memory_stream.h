/* memory_stream.h: a stream whose bytes go to memory. */
#ifndef LG_BASE_MEMORY_STREAM_H
#define LG_BASE_MEMORY_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct lg_memory_stream {
    FILE *to;   /* NULL: there is no memory */
    char *text; /* when it is closed: all bytes, and a zero behind them; to be freed; NULL: some are missing */
    size_t size;
} lg_memory_stream;

/* Is there a stream? */
bool lg_memory_stream_open(lg_memory_stream *s);
/* Did all bytes find room? Also where there is no stream, which is then false. */
bool lg_memory_stream_close(lg_memory_stream *s);

#endif
