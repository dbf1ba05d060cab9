/* test_crc32c.c: the examples of RFC 3720, appendix B.4, and the usual check value of "123456789". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/crc32c.h"

static void published_sums(void **state) {
    uint8_t zeros[32] = {0}, ones[32], up[32], down[32];
    (void)state;
    memset(ones, 0xff, sizeof ones);
    for (uint8_t i = 0; i < 32; i++) {
        up[i] = i;
        down[i] = (uint8_t)(31 - i);
    }
    assert_int_equal(lg_crc32c(zeros, 32), 0x8a9136aa);
    assert_int_equal(lg_crc32c(ones, 32), 0x62a8ab43);
    assert_int_equal(lg_crc32c(up, 32), 0x46dd794e);
    assert_int_equal(lg_crc32c(down, 32), 0x113fdb5c);
    assert_int_equal(lg_crc32c("123456789", 9), 0xe3069283);
    assert_int_equal(lg_crc32c("", 0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(published_sums)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
