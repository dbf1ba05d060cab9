/* fuzz_pairs.c: reads arbitrary bytes as a file of pairs. They must be refused with a message, or be the same when they
 * are written as fields or as objects, and read again. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "data/pair_reader.h"
#include "target.h"

/* A growing text. */
typedef struct copy {
    char *text;
    size_t size;
    FILE *to;
    bool json;
} copy;

static bool write_pair(void *user, const lg_pair *p, lg_error *err) {
    copy *c = user;
    (void)err;
    want(p->line >= 1 && p->length >= 0 && p->length <= LG_LENGTH_MAX && p->source.size > 0);
    const int length = p->length > 0 ? p->length : 1;
    if (c->json) {
        json_t *o = json_pack("{s:s%, s:s%, s:i}", "source", p->source.text, p->source.size, "target", p->target.text,
                              p->target.size, "length", length);
        want(o && json_dumpf(o, c->to, JSON_COMPACT) == 0);
        json_decref(o);
        fputc('\n', c->to);
        return true;
    }
    fprintf(c->to, "%.*s\t%.*s\t%d\n", (int)p->source.size, p->source.text, (int)p->target.size, p->target.text,
            length);
    return true;
}

/* Writes the pairs of a text as fields or as objects, after its byte order mark. */
static copy write_all(const char *text, size_t size, const char *name, bool json, lg_error *err) {
    copy c = {.json = json};
    c.to = open_memstream(&c.text, &c.size);
    want(c.to);
    fputs("\xef\xbb\xbf", c.to);
    lg_unread_members unread = {.count = 0};
    const bool good = lg_pairs_parse(text, size, name, write_pair, &c, &unread, err);
    want(unread.count <= LG_UNREAD_NAMES && (unread.count == LG_UNREAD_NAMES || !unread.more));
    for (int i = 0; i < unread.count; i++) want(unread.line[i] >= 1 && strlen(unread.name[i]) < LG_SHOWN);
    want(fclose(c.to) == 0 && good == (err->code == LG_OK) && good == (err->text[0] == '\0'));
    return c;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lg_error first = {0}, second = {0};
    char *text = malloc(size + 1);
    want(text);
    if (size > 0) memcpy(text, bytes, size);
    text[size] = '\0';
    copy fields = write_all(text, size, "input", false, &first),
         objects = write_all(text, size, "input", true, &second);
    want(first.code == second.code && !strcmp(first.text, second.text));
    if (first.code == LG_OK) {
        copy again = write_all(objects.text, objects.size, "input.jsonl", false, &first);
        want(first.code == LG_OK && again.size == fields.size && !memcmp(again.text, fields.text, again.size));
        free(again.text);
        again = write_all(fields.text, fields.size, "input.tsv", true, &first);
        want(first.code == LG_OK && again.size == objects.size && !memcmp(again.text, objects.text, again.size));
        free(again.text);
    }
    free(fields.text);
    free(objects.text);
    free(text);
    return 0;
}
