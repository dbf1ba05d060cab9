/* array.h: an array as files hold it: row-major, little-endian, of a known type. Shared by the file formats. */
#ifndef LG_BASE_ARRAY_H
#define LG_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

typedef enum lg_dtype { LG_F64, LG_I64, LG_F32, LG_I32, LG_U8 } lg_dtype; /* larger elements first */
#define LG_DTYPES 5

#define LG_MOST_RANK 8

typedef struct lg_array {
    const char *name; /* NULL in formats without names */
    lg_dtype dtype;
    int rank; /* 0: a scalar */
    size_t shape[LG_MOST_RANK];
    const void *data; /* borrowed; may be unaligned when it points into a file's bytes */
} lg_array;

size_t lg_dtype_bytes(lg_dtype d);
/* Bytes of an array with this type, rank and shape; false when that is more than memory can hold. */
bool lg_array_bytes(const lg_array *a, size_t *bytes);

#endif
