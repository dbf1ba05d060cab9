/* safetensors.h: reads and writes named arrays and a few strings in one file, in the format that PyTorch and NumPy
 * users can load.
 *
 *   | u64 N | N bytes of JSON, padded with spaces to a multiple of 8 | data, without gaps |
 *
 * JSON: {"__metadata__": {"key": "text"}, "name": {"dtype": "F32", "shape": [r, c], "data_offsets": [begin, end]}, ...}
 * The reader checks everything: a file that violates the format is LG_CORRUPT, with a message that names the file and
 * the tensor. Types: F64, I64, F32, I32, U8. */
#ifndef LG_BASE_SAFETENSORS_H
#define LG_BASE_SAFETENSORS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/file.h"

typedef enum lg_dtype { LG_F64, LG_I64, LG_F32, LG_I32, LG_U8 } lg_dtype; /* larger elements first */
#define LG_DTYPES 5

#define LG_SAFETENSORS_MAX_RANK 8

/* An array: row-major, little-endian. */
typedef struct lg_array {
    const char *name;
    lg_dtype dtype;
    int rank; /* 0: a scalar */
    size_t shape[LG_SAFETENSORS_MAX_RANK];
    const void *data; /* borrowed; may be unaligned if it points into a file */
} lg_array;

size_t lg_dtype_bytes(lg_dtype d);
/* Size in bytes of an array with this dtype, rank and shape; false if it exceeds the address space. */
bool lg_array_bytes(const lg_array *a, size_t *bytes);

typedef struct lg_note {
    const char *key, *text;
} lg_note;

/* Writes the arrays and notes (the metadata), replacing the file atomically. The bytes depend only on the arguments.
 * Data is sorted by element size, largest first, and is otherwise in the given order, so all of it is aligned. Names
 * and keys are distinct UTF-8 strings. */
bool lg_safetensors_write(const char *path, const lg_array *arrays, size_t count, const lg_note *notes,
                          size_t note_count, lg_error *err);

typedef struct lg_safetensors lg_safetensors;

lg_safetensors *lg_safetensors_read(const char *path, size_t limit, lg_error *err); /* file of at most `limit` bytes */
/* Reads only the header, whatever the size of the file: notes, but no arrays. */
lg_safetensors *lg_safetensors_read_notes(const char *path, lg_error *err);
/* Parses a whole file in memory, which must outlive the result. `where` names the source in error messages. */
lg_safetensors *lg_safetensors_parse(const void *bytes, size_t size, const char *where, lg_error *err);
void lg_safetensors_free(lg_safetensors *s); /* NULL is allowed */

/* Accessors; names and data belong to s. */
size_t lg_safetensors_count(const lg_safetensors *s);
const lg_array *lg_safetensors_at(const lg_safetensors *s, size_t i);           /* in the order of the data */
const lg_array *lg_safetensors_find(const lg_safetensors *s, const char *name); /* NULL: none */
/* The digest (lg_digest) of the data of array i. Large files are read piece by piece. */
bool lg_safetensors_digest(const lg_safetensors *s, size_t i, char out[LG_DIGEST_SIZE], lg_error *err);
const char *lg_safetensors_note(const lg_safetensors *s, const char *key); /* NULL: none */

/* Copies the array `name` to `out`. Fails with LG_CORRUPT if it is missing or has another dtype or shape. */
bool lg_safetensors_copy(const lg_safetensors *s, const char *name, lg_dtype dtype, int rank, const size_t *shape,
                         void *out, lg_error *err);

#endif
