/* npy.h: one array in a file, as numpy.save writes it and numpy.load reads it. */
#ifndef LG_BASE_NPY_H
#define LG_BASE_NPY_H

#include "base/array.h"
#include "base/error.h"

/* Writes the array (any type of lg_dtype) as NPY 1.0, replacing the file at once. */
bool lg_npy_write(const char *path, const lg_array *a, lg_error *err);

/* An array that was read, its elements as doubles. */
typedef struct lg_npy {
    int rank;
    size_t shape[LG_MOST_RANK];
    size_t count; /* product of shape */
    double *data; /* row-major; owned */
} lg_npy;

/* Reads NPY 1.0 to 3.0: float64, float32, int64, int32, uint8, little-endian, row-major. Another order or type is
 * LG_USAGE, a broken file LG_CORRUPT. int64 elements beyond 2^53 are refused, since a double cannot hold them. */
bool lg_npy_read(const char *path, size_t limit, lg_npy *out, lg_error *err);
bool lg_npy_parse(const void *bytes, size_t size, const char *where, lg_npy *out, lg_error *err);
void lg_npy_free(lg_npy *a);

#endif
