/* fuzz_config.c: feeds arbitrary bytes to the reader of config files (libFuzzer). The reader must refuse them with a
 * message or resolve them, and the canonical text of a resolved config must resolve to itself. */
#include "config/config.h"
#include "target.h"

#define NAME "fuzz.yaml"

/* Reads and resolves a config; NULL with a message in err. */
static lg_resolved_config *resolve(const char *text, size_t size, lg_error *err) {
    lg_assignments s = {0};
    lg_resolved_config *d = lg_assignments_read(&s, text, size, NAME, err) ? lg_assignments_resolve(&s, err) : NULL;
    if (!d) want(err->code != LG_OK && err->text[0] != '\0');
    if (err->code == LG_USAGE && s.count == 0) want(!strncmp(err->text, NAME, strlen(NAME))); /* the reader's message */
    lg_assignments_clear(&s);
    return d;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lg_error err = {0};
    lg_resolved_config *once = resolve((const char *)bytes, size, &err);
    if (!once) return 0;
    lg_resolved_config *again = resolve(once->text, strlen(once->text), &err);
    want(again && !strcmp(once->text, again->text) && !strcmp(once->hash, again->hash));
    lg_resolved_config_free(once);
    lg_resolved_config_free(again);
    return 0;
}
