/* fuzz_translation.c: reads arbitrary bytes as both files of a parallel text, and splits its lines into words and, if
 * the bytes are also a valid file of merges, into subwords. The program must refuse the input with a message, or the
 * pieces of a line, joined, must be its words. */
#include <stdio.h>

#include "base/error.h"
#include "data/bpe.h"
#include "data/parallel_text.h"
#include "data/subwords.h"
#include "target.h"

/* Checks that the pieces of a text, joined, are the text. Ignores the joiners of pieces and the blanks of the text. */
static void compare_pieces(const lg_subwords *s, const char *text, bool joined) {
    lg_pieces p = {0};
    want(lg_subwords_split(s, text, strlen(text), &p, NULL));
    const char *piece = p.text;
    for (int i = 0; i < p.count; i++, piece += strlen(piece) + 1) {
        text += strspn(text, " ");
        const size_t size = strlen(piece), n = strcspn(text, " ");
        const bool goes_on = joined && size > 2 && !strcmp(piece + size - 2, LG_BPE_JOINER) && size - 2 < n;
        want(!strncmp(piece, text, goes_on ? size - 2 : size));
        text += goes_on ? size - 2 : size;
    }
    want(text[strspn(text, " ")] == '\0');
    lg_pieces_free(&p);
}

static void read_all(const char *text, size_t size, lg_error *of_lines, lg_error *of_codes) {
    const lg_named_text file = {"input", text, size};
    lg_parallel_text t = {0};
    const bool good = lg_parallel_text_add_lines(&t, &file, &file, of_lines);
    want(good == (of_lines->code == LG_OK) && (!good || t.read == t.empty + t.too_long + (int64_t)t.count));
    const bool codes = lg_bpe_is_codes(text);
    lg_subwords *s = codes ? lg_subwords_read(LG_UNIT_WORD, text, size, "input", of_codes) : NULL;
    if (!s) s = lg_subwords_read(LG_UNIT_WORD, NULL, 0, "", NULL);
    want(s);
    for (size_t i = 0; i < t.count; i++)
        compare_pieces(s, t.text + t.pairs[i].source, codes && of_codes->code == LG_OK);
    lg_subwords_free(s);
    lg_parallel_text_free(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lg_error lines[2] = {{0}}, codes[2] = {{0}};
    char *text = malloc(size + 1);
    want(text);
    if (size > 0) memcpy(text, bytes, size);
    text[size] = '\0';
    for (int i = 0; i < 2; i++) read_all(text, size, &lines[i], &codes[i]);
    want(lines[0].code == lines[1].code && !strcmp(lines[0].text, lines[1].text));
    want(codes[0].code == codes[1].code && !strcmp(codes[0].text, codes[1].text));
    free(text);
    return 0;
}
