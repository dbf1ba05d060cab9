/* fuzz_rungs.c: reads arbitrary lines as the decisions of a sweep. They must be refused with a message, or stay the
 * same byte by byte when they are written, read and written again, and match the runs of the plan. */
#include "../test/sweeps.h"
#include "folder.h"
#include "sweep/registry/rungs.h"

enum { RUNS = 6 };

/* The caller frees the result. */
static char *write_rungs(const lg_rungs *r, const lg_manifest *m) {
    lg_error err = {0};
    want(lg_rungs_write(r, folder(), m, &err));
    return get_file("rungs.jsonl");
}

static void check_climb(const lg_rungs *r, const lg_manifest *m) {
    lg_climb climb[RUNS];
    lg_rungs_climb(r, m, climb);
    for (size_t i = 0; i < RUNS; i++) want(climb[i].level <= m->promotion.rung_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const int steps[] = {10, 20};
    made_sweep *s = sweep_make(RUNS);
    lg_arena *arena = lg_arena_new();
    lg_error err = {0};
    lg_rungs once, again;
    want(s && arena);
    s->manifest.promotion = (lg_promotion_rule){
        .kind = lg_promotion_find("halving"), .rungs = steps, .rung_count = 2, .factor = 2, .within = "task"};
    put_file("rungs.jsonl", bytes, size);
    if (lg_rungs_read(folder(), &s->manifest, arena, &once, &err)) {
        check_climb(&once, &s->manifest);
        char *first = write_rungs(&once, &s->manifest);
        want(lg_rungs_read(folder(), &s->manifest, arena, &again, &err));
        char *second = write_rungs(&again, &s->manifest);
        want(!strcmp(first, second) && once.count == again.count);
        free(first);
        free(second);
    } else {
        want(err.code == LG_CORRUPT && err.text[0] != '\0' && !strpbrk(err.text, "\n\033"));
    }
    lg_arena_free(arena);
    sweep_unmake(s);
    return 0;
}
