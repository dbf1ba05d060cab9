/* combinations.c: prints the combinations that suites walk, one a line, as settings; for scripts.
 *
 *     combinations [SETTINGS]      those that have these settings; COMBINATIONS=product: see pairwise.h
 */
#include "pairwise.h"

static void print(const char *settings) {
    puts(settings);
}

int main(int argc, char **argv) {
    each_combination(argc > 1 ? argv[1] : "", print);
    return 0;
}
