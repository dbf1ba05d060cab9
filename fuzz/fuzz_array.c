/* fuzz_array.c: any bytes as a file of numbers, NPY or JSON, for --q and --k of inspect: refused, or an array of the
 * size that its shape says. Each input is read twice and must fare the same. */
#include "cli/ui/array.c" /* the program is no library: its source, with our words in place of its */
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
    char *text = calloc(size + 1, 1); /* a NUL behind it, as lg_read_file has one */
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
