/* combinations.c: lists the models that the suites test, for scripts and for the suites.
 *
 *     combinations [SETTINGS]            lists the combinations with these settings, one per line, without experimental
 *                                        entries; COMBINATIONS=product: see pairwise.h
 *     combinations --patterns SETTINGS   lists the models with these settings whose blocks differ, one per line
 *     combinations --states              writes groups of factors and their allowed states, for the suites
 *                                        (combinations.h) */
#include "pairwise.h"

static void print(const char *settings) {
    puts(settings);
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "--states"))
        write_states(whole_space(), stdout);
    else if (argc > 2 && !strcmp(argv[1], "--patterns"))
        each_pattern(argv[2], print);
    else
        published_only = true, each_combination(argc > 1 ? argv[1] : "", print);
    return 0;
}
