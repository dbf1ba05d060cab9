/* fuzz_sweep.c: reads arbitrary bytes as a sweep file. It must be refused with a message and a place, or give a plan
 * that stays the same when it is written and read again, and that the file still describes. */
#include "base/lengths.h"
#include "config/yaml.h"
#include "folder.h"
#include "sweep/plan/grid.h"

enum { MAX_RUNS = 60 }; /* each run resolves a config */

/* Counts the values of a node of the grid. A range counts as all of its values. */
static size_t count_values(const lg_yaml_node *n) {
    lg_length_set range;
    size_t count = 0;
    if (n->kind == LG_YAML_SCALAR) {
        if (!strstr(n->text, "..") || !lg_lengths_parse(n->text, 0, INT32_MAX, &range, NULL)) return 1;
        free(range.values);
        return range.count;
    }
    for (const lg_yaml_node *e = n->first; e; e = e->next) count += n->kind == LG_YAML_MAP ? 1 : count_values(e);
    return count;
}

/* True if an upper bound on the number of runs is small. A rule can only remove runs from the product of the axes, or
 * add runs that are in the product or have labels of their own. */
static bool has_few_runs(const uint8_t *bytes, size_t size) {
    lg_arena *arena = lg_arena_new();
    lg_yaml_node *first;
    size_t runs = 1, rules = 1;
    want(arena);
    bool few = lg_yaml_tree((const char *)bytes, size, "input", arena, &first, NULL);
    for (const lg_yaml_node *n = few ? first : NULL; n; n = n->next) {
        if (!strcmp(n->key, "include") && n->kind == LG_YAML_LIST)
            for (const lg_yaml_node *rule = n->first; rule; rule = rule->next) rules++;
        if (strcmp(n->key, "grid")) continue;
        for (const lg_yaml_node *axis = n->first; axis && runs <= MAX_RUNS; axis = axis->next) {
            const size_t count = count_values(axis);
            runs *= count > 0 ? count : 1;
        }
    }
    lg_arena_free(arena);
    return few && runs * rules <= MAX_RUNS;
}

static void compare(lg_manifest *m) {
    lg_error err = {0};
    bool same;
    want(lg_manifest_write(m, folder(), &err));
    lg_manifest *again = lg_manifest_read(folder(), &err);
    want(again && again->run_count == m->run_count && !strcmp(again->title, m->title) && !strcmp(again->note, m->note));
    want(lg_manifest_same_runs(m, again, &same, &err) && same);
    want(lg_grid_same_runs(path_of("sweep.yaml"), again, &same, &err) && same);
    for (size_t i = 0; i < m->run_count; i++) want(!strcmp(m->runs[i].id, again->runs[i].id));
    lg_manifest_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lg_error err = {0};
    if (!has_few_runs(bytes, size)) return 0;
    put_file("sweep.yaml", bytes, size);
    lg_manifest *m = lg_grid_read(path_of("sweep.yaml"), NULL, &err);
    want(!m == (err.code != LG_OK) && !m == (err.text[0] != '\0'));
    if (m) compare(m);
    if (!m) want(err.code == LG_USAGE && strstr(err.text, "sweep.yaml"));
    lg_manifest_free(m);
    return 0;
}
