/* papers.c: see papers.h. papers.bib has the records in the order of the citations: a comment with the citation as
 * sources have it, "% Su et al. 2021", the record, and an empty line before the next one. */
#include "cli/show/papers.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/embed.h"
#include "cli/ui/out.h"

LG_EMBED(cli_papers, "src/cli/show/papers.bib");

static void print_json(const char *cited, const char *record) {
    const char *key = strchr(record, '{') + 1;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(key, ","), key);
    json_t *o = cli_out_object("lengthen.paper/1");
    cli_out_text(o, "cited", cited);
    cli_out_text(o, "key", name);
    cli_out_text(o, "bibtex", record);
    cli_out_line(o);
}

/* Copies the record at `at`, with its comment, and returns where the next one begins. */
static const char *copy_record(const char *at, char *text, size_t capacity) {
    const char *end = strstr(at, "\n}\n");
    assert(!strncmp(at, "% ", 2) && end && end - at + 3 < (long)capacity);
    end += strlen("\n}\n");
    snprintf(text, capacity, "%.*s", (int)(end - at), at);
    return end + (*end == '\n');
}

int cli_print_papers(cli *c, const char *source) {
    int printed = 0;
    char text[1024];
    for (const char *at = cli_papers; *at;) {
        at = copy_record(at, text, sizeof text);
        char *record = strchr(text, '\n'), *cited = text + strlen("% ");
        *record++ = '\0';
        if (!strstr(source, cited)) continue;
        if (c->json)
            print_json(cited, record);
        else
            fputs(record, stdout);
        printed++;
    }
    return printed;
}
