/* fuzz_array.c: any bytes as a file of numbers, NPY or JSON, for --q and --k of inspect: refused, or an array of the
 * size that its shape says. Each input is read twice and must fare the same. */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

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
    char path[64];
    const int fd = memfd_create("input", MFD_CLOEXEC);
    want(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    cli_array a, b;
    const int status = cli_array_read(path, &a);
    want(cli_array_read(path, &b) == status);
    if (status == LG_OK) {
        size_t count = 1;
        for (int i = 0; i < a.rank; i++) count *= a.shape[i];
        want(a.rank <= CLI_RANK && count == a.count && memcmp(a.data, b.data, count * sizeof *a.data) == 0);
    } else {
        want(!a.data && a.count == 0);
    }
    cli_array_free(&a);
    cli_array_free(&b);
    close(fd);
    return 0;
}
