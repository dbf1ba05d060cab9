/* array.c: sizes of arrays. Shapes come from files, so no product may overflow unseen. */
#include "base/array.h"

#include <stdint.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the file formats are little-endian, and copied as they are");

size_t lg_dtype_bytes(lg_dtype d) {
    static const size_t bytes[LG_DTYPES] = {[LG_F64] = 8, [LG_I64] = 8, [LG_F32] = 4, [LG_I32] = 4, [LG_U8] = 1};
    return bytes[d];
}

/* Overflow counts even where another side is 0: such a shape is a mistake, not an empty array. */
bool lg_array_bytes(const lg_array *a, size_t *bytes) {
    size_t product = lg_dtype_bytes(a->dtype);
    bool empty = false;
    for (int i = 0; i < a->rank; i++) {
        if (a->shape[i] == 0)
            empty = true;
        else if (__builtin_mul_overflow(product, a->shape[i], &product))
            return false;
    }
    *bytes = empty ? 0 : product;
    return product <= PTRDIFF_MAX;
}
