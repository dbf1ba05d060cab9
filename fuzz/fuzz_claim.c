/* fuzz_claim.c: reads arbitrary bytes as a claim file. It must be refused with a message that names the file, or give a
 * claim that has two arms, a study, or a note about what is missing. Each input is read twice; both results must be
 * equal. */
#include <math.h>

#include "folder.h"
#include "report/claim/claim.h"

static bool read_claim(lg_arena *arena, lg_claim *out, lg_error *err) {
    return lg_claim_read(path_of("claim.yaml"), arena, out, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lg_arena *arena = lg_arena_new();
    lg_error err = {0}, again = {0};
    lg_claim a, b;
    want(arena);
    put_file("claim.yaml", bytes, size);
    if (read_claim(arena, &a, &err)) {
        want(read_claim(arena, &b, &again));
        want(a.claim && a.pair_count < 64 && a.rule.look_count <= 10);
        want(lg_claim_waits(&a) || (a.expect && (a.study || (a.a.conditions && a.b_count > 0))));
        want(!strcmp(a.claim, b.claim) && a.kind == b.kind && a.b_count == b.b_count && a.a.count == b.a.count);
    } else {
        want(err.code == LG_USAGE && strstr(err.text, "claim.yaml") && !strpbrk(err.text, "\n\033"));
        want(!read_claim(arena, &b, &again) && !strcmp(err.text, again.text));
    }
    lg_arena_free(arena);
    return 0;
}
