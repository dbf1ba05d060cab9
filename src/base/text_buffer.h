/* text_buffer.h: an output stream that writes to memory. */
#ifndef LG_BASE_TEXT_BUFFER_H
#define LG_BASE_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct lg_text_buffer {
    FILE *to;   /* NULL: out of memory */
    char *text; /* after closing: all bytes and a NUL, to be freed; NULL: memory ran out */
    size_t size;
} lg_text_buffer;

/* False: out of memory. */
bool lg_text_buffer_open(lg_text_buffer *s);
/* Closes the stream. True: all bytes were stored. False: some were not, or there was no stream. */
bool lg_text_buffer_close(lg_text_buffer *s);

#endif
