/* product.h: whether suites visit all combinations, or a part of them. */
#ifndef TEST_PRODUCT_H
#define TEST_PRODUCT_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* COMBINATIONS=product in the environment: `make product`. */
static inline bool is_product(void) {
    const char *way = getenv("COMBINATIONS");
    return way && !strcmp(way, "product");
}

#endif
