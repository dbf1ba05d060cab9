/* product.h: determines whether suites visit the whole product of combinations or only a part. */
#ifndef TEST_PRODUCT_H
#define TEST_PRODUCT_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* True if the environment contains COMBINATIONS=product, which `make product` sets. */
static inline bool is_product(void) {
    const char *way = getenv("COMBINATIONS");
    return way && !strcmp(way, "product");
}

#endif
