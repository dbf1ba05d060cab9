/* fuzz_text.c: reads arbitrary bytes as a training text, by bytes, characters and words. It must be refused with a
 * message or give tokens of its vocabulary. Tokens of bytes and characters, written again, must give the same text. A
 * byte order mark at the start of the input is not part of the text. */
#include "data/token_text.h"
#include "data/vocabulary.h"
#include "folder.h"

static bool open_text(lg_token_text *t, lg_dataset *d, const char *name, lg_unit unit) {
    char path[300];
    lg_error err = {0};
    snprintf(path, sizeof path, "%s", path_of(name));
    const lg_text_form form = {.option = "data.file",
                               .unit = unit,
                               .line_ends = true,
                               .least = 1,
                               .files = {[LG_SPLIT_TRAIN] = {"data.file", path, 0},
                                         [LG_SPLIT_TEST] = {"data.file", NULL, 0.25},
                                         [LG_SPLIT_VALIDATION] = {"data.file", NULL, 0}}};
    *t = (lg_token_text){0};
    *d = (lg_dataset){.arena = lg_arena_new()};
    want(d->arena);
    const bool good = lg_token_text_open(t, d, &form, &err);
    want(good == (err.code == LG_OK) && good == (err.text[0] == '\0'));
    return good;
}

static void close_text(lg_token_text *t, lg_dataset *d) {
    lg_token_text_free(t);
    lg_arena_free(d->arena);
}

/* The training split as text, which the caller frees. */
static char *write_text(const lg_token_text *t, lg_unit unit, size_t *size) {
    const lg_token_run *r = &t->splits[LG_SPLIT_TRAIN];
    char *text = NULL;
    FILE *to = open_memstream(&text, size);
    want(to);
    for (size_t i = 0; i < r->size; i++) {
        char meant[LG_CHARACTER_NAME];
        const int32_t id = lg_token_at(r, i);
        want(id >= 0 && id < t->vocabulary.size);
        const char *word = t->vocabulary.words[id];
        want(*word != '\0');
        if (unit != LG_UNIT_WORD) fwrite(meant, 1, lg_character_of_name(word, meant), to);
    }
    want(fclose(to) == 0);
    return text;
}

static size_t mark_of(const uint8_t *bytes, size_t size, lg_unit unit) {
    return unit != LG_UNIT_BYTE && size >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
}

static void check_unit(const uint8_t *bytes, size_t size, lg_unit unit) {
    const size_t mark = mark_of(bytes, size, unit);
    lg_token_text t;
    lg_dataset d;
    size_t written;
    put_file("text", bytes, size);
    if (open_text(&t, &d, "text", unit)) {
        char *text = write_text(&t, unit, &written);
        if (unit != LG_UNIT_WORD) want(written <= size - mark && !memcmp(text, bytes + mark, written));
        free(text);
    }
    close_text(&t, &d);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    check_unit(bytes, size, LG_UNIT_BYTE);
    check_unit(bytes, size, LG_UNIT_CHARACTER);
    check_unit(bytes, size, LG_UNIT_WORD);
    return 0;
}
