/* target.h: what all fuzz targets share. tools/fuzz.sh builds the targets with libFuzzer and sanitizers, and runs
 * them. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Aborts if a condition does not hold: libFuzzer keeps the input. */
static inline void want(bool truth) {
    if (!truth) abort();
}

#endif
