/* papers.c: `lengthen show --bibtex`: prints the BibTeX records of the papers that a source cites. In papers.bib, a
 * comment before each record contains the citation as sources write it, "% Su et al. 2021". An empty line follows each
 * record. */
#include "cli/show/papers.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/embed.h"
#include "cli/ui/print.h"

LG_EMBED(cli_papers, "src/cli/show/papers.bib");

typedef struct row {
    const char *cited, *record;
    char key[64];
} row;
static const lg_member members[] = {
    LG_MEMBER(row, cited, "cited", "citation, as in `source`"),
    LG_MEMBER(row, key, "key", "key of the BibTeX record"),
    LG_MEMBER(row, record, "bibtex", "BibTeX record"),
    {0},
};
const lg_schema cli_schema_paper = {
    .name = "lengthen.paper/1",
    .about = "`show --bibtex`: one row per paper.",
    .members = members,
};

static void put_paper(const char *cited, const char *record) {
    const char *key = strchr(record, '{') + 1;
    row r = {cited, record, ""};
    snprintf(r.key, sizeof r.key, "%.*s", (int)strcspn(key, ","), key);
    cli_row_put(&cli_schema_paper, &r);
}

/* Copies the record at `at` with the comment before it, and returns the start of the next record's comment. */
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
        put_paper(cited, record);
        if (!c->json) fputs(record, stdout);
        printed++;
    }
    return printed;
}
