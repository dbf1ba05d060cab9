/* name_order.c: compares names with numbers by value (lg_name_compare of lengthen.h). */
#include <ctype.h>
#include <string.h>

#include "api/text.h"

static int sign_of(int x) {
    return (x > 0) - (x < 0);
}

/* Compares the numbers at the start of both names and moves past them. */
static int compare_numbers(const char **a, const char **b) {
    *a += strspn(*a, "0"), *b += strspn(*b, "0");
    const size_t n = strspn(*a, "0123456789"), m = strspn(*b, "0123456789");
    const int order = n != m ? (n < m ? -1 : 1) : sign_of(memcmp(*a, *b, n));
    *a += n, *b += m;
    return order;
}

int lg_name_compare(const char *a, const char *b) {
    const char *x = a, *y = b;
    while (*x || *y) {
        const bool numbers = isdigit((unsigned char)*x) && isdigit((unsigned char)*y);
        const int order = numbers ? compare_numbers(&x, &y) : sign_of((unsigned char)*x - (unsigned char)*y);
        if (order != 0) return order;
        if (!numbers) x++, y++;
    }
    return sign_of(strcmp(a, b)); /* equal except for leading zeros, if not identical */
}
