/* fuzz_array.c: reads arbitrary bytes as an NPY or JSON array, the input of inspect's --q and --k. The reader must
 * refuse them or return an array with the size of its shape. Each input is read twice; both results must be equal. */
#include "cli/ui/array.c" /* not a library: include its source */
#include "target.h"

int cli_fail(int status, const char *format, ...) {
    (void)format;
    return status;
}

int cli_fail_library(cli *c, int status) {
    (void)c;
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *text = calloc(size + 1, 1); /* a NUL after the text, as from lg_read_file */
    want(text);
    if (size > 0) memcpy(text, bytes, size);
    cli_array a, b;
    const int status = read_array(&(file){"input", text, size, 0}, &a);
    want(read_array(&(file){"input", text, size, 0}, &b) == status);
    if (status == LG_OK) {
        size_t count = 1;
        for (int i = 0; i < a.rank; i++) count *= a.shape[i];
        want(a.rank <= CLI_RANK && count == a.count && memcmp(a.data, b.data, count * sizeof *a.data) == 0);
    } else {
        want(!a.data && a.count == 0);
    }
    cli_array_free(&a);
    cli_array_free(&b);
    free(text);
    return 0;
}
