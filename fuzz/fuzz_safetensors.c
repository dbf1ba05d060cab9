/* fuzz_safetensors.c: reads arbitrary bytes as a safetensors file, which must be refused with a message or be readable
 * in full. Each input is read twice; both results must be equal. */
#include "base/safetensors.h"
#include "target.h"

/* Reads everything that the file offers. */
static void use(const lg_safetensors *s, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < lg_safetensors_count(s); i++) {
        const lg_array *a = lg_safetensors_at(s, i);
        size_t n;
        want(lg_array_bytes(a, &n));
        want((const uint8_t *)a->data >= bytes && (const uint8_t *)a->data + n <= bytes + size);
        want(lg_safetensors_find(s, a->name) == a);
        char *copy = malloc(n + 1);
        want(lg_safetensors_copy(s, a->name, a->dtype, a->rank, a->shape, copy, NULL));
        want(memcmp(copy, a->data, n) == 0);
        free(copy);
    }
    (void)lg_safetensors_note(s, "format");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lg_error first = {0}, second = {0};
    lg_safetensors *s = lg_safetensors_parse(bytes, size, "input", &first);
    lg_safetensors *again = lg_safetensors_parse(bytes, size, "input", &second);
    want((!s) == (!again) && (!s) == (first.code != LG_OK));
    want(first.code == second.code && !strcmp(first.text, second.text));
    if (s) use(s, bytes, size);
    lg_safetensors_free(s);
    lg_safetensors_free(again);
    return 0;
}
