/* fuzz_manifest.c: reads arbitrary lines as a plan with valid checksums, which anybody can compute. A plan must be
 * refused with a message, or stay the same byte by byte when it is written, read and written again. */
#include "folder.h"
#include "sweep/plan/manifest.h"

/* Writes the lines with valid checksums. The line before the checksums has the costs, and is not part of the plan. */
static void put_signed(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 256), plan[LG_DIGEST_SIZE], all[LG_DIGEST_SIZE];
    want(text);
    if (size > 0) memcpy(text, bytes, size);
    if (size == 0 || text[size - 1] != '\n') text[size++] = '\n';
    size_t costs = size - 1;
    while (costs > 0 && text[costs - 1] != '\n') costs--;
    lg_digest(text, costs, plan);
    lg_digest(text, size, all);
    size += (size_t)sprintf(text + size, "{\"plan\":\"%s\",\"checksum\":\"%s\"}\n", plan, all);
    put_file("manifest.jsonl", text, size);
    free(text);
}

static lg_manifest *read_plan(void) {
    lg_error err = {0};
    lg_manifest *m = lg_manifest_read(folder(), &err);
    want(!m == (err.code != LG_OK) && !m == (err.text[0] != '\0'));
    want(m || err.code == LG_CORRUPT || err.code == LG_USAGE); /* LG_USAGE: a plan of another version */
    return m;
}

/* The plan as a file, which the caller frees. */
static char *write_plan(lg_manifest *m) {
    lg_error err = {0};
    want(lg_manifest_write(m, folder(), &err));
    return get_file("manifest.jsonl");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    put_signed(bytes, size);
    lg_manifest *m = read_plan();
    if (!m) return 0;
    for (size_t i = 0; i < m->run_count; i++)
        for (size_t a = 0; a < m->axis_count; a++) want(strlen(lg_planned_label(m, i, a)) <= size);
    char *once = write_plan(m);
    lg_manifest *again = read_plan();
    want(again);
    char *twice = write_plan(again);
    want(!strcmp(once, twice) && again->run_count == m->run_count && !strcmp(again->title, m->title));
    bool same;
    want(lg_manifest_same_runs(m, again, &same, NULL) && same);
    free(once);
    free(twice);
    lg_manifest_free(m);
    lg_manifest_free(again);
    return 0;
}
