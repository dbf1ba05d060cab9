/* fuzz_npy.c: any bytes as an NPY file: refused in words, or an array of the size that its shape says. Each input is
 * read twice and must fare the same. Build with clang -fsanitize=fuzzer,address,undefined. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lg_error first = {0}, second = {0};
    lg_npy a, b;
    const bool ok = lg_npy_parse(bytes, size, "input", &a, &first);
    if (lg_npy_parse(bytes, size, "input", &b, &second) != ok || ok != (first.code == LG_OK)) abort();
    if (first.code != second.code || strcmp(first.text, second.text) != 0) abort();
    size_t count = 1;
    for (int i = 0; i < a.rank; i++) count *= a.shape[i];
    if (ok && (count != a.count || memcmp(a.data, b.data, count * sizeof *a.data) != 0)) abort();
    lg_npy_free(&a);
    lg_npy_free(&b);
    return 0;
}
