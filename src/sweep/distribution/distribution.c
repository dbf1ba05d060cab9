/* distribution.c: the table of distributions, made from distributions.def. */
#include "sweep/distribution/distribution.h"

#define DISTRIBUTION(name) extern const lg_distribution lg_distribution_##name;
#include "sweep/distribution/distributions.def"
#undef DISTRIBUTION

const lg_distribution *const lg_distributions[] = {
#define DISTRIBUTION(name) &lg_distribution_##name,
#include "sweep/distribution/distributions.def"
#undef DISTRIBUTION
    NULL};

const lg_distribution *lg_distribution_find(const char *name) {
    return lg_entry_find(lg_distributions, name);
}

const char *lg_distribution_names(const lg_grid_file *f) {
    const char *all = "";
    for (size_t i = 0; lg_distributions[i] && all; i++)
        all = lg_arena_printf(f->arena, "%s%s%s", all, i > 0 ? ", " : "", lg_distributions[i]->name);
    return all ? all : "others";
}
