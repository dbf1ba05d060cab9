/* crc32c.c: see crc32c.h. Computes the checksum bit by bit, without a lookup table, because records are short and
 * few. */
#include "base/crc32c.h"

#define POLYNOMIAL 0x82f63b78u /* 0x1edc6f41 with its bits reversed */

uint32_t lg_crc32c(const void *data, size_t size) {
    const uint8_t *byte = data;
    uint32_t rest = ~0u;
    for (size_t i = 0; i < size; i++) {
        rest ^= byte[i];
        for (int bit = 0; bit < 8; bit++) rest = rest >> 1 ^ (rest & 1 ? POLYNOMIAL : 0);
    }
    return ~rest;
}
