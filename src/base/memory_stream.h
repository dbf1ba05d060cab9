/* memory_stream.h: an output stream that writes to memory. */
#ifndef LG_BASE_MEMORY_STREAM_H
#define LG_BASE_MEMORY_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct lg_memory_stream {
    FILE *to;   /* NULL: out of memory */
    char *text; /* after closing: all bytes and a NUL, to be freed; NULL: memory ran out */
    size_t size;
} lg_memory_stream;

/* False: out of memory. */
bool lg_memory_stream_open(lg_memory_stream *s);
/* Closes the stream. True: all bytes were stored. False: some were not, or there was no stream. */
bool lg_memory_stream_close(lg_memory_stream *s);

#endif
