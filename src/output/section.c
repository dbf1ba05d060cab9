/* section.c: writes the section of doc/schemas.md about one kind of object. */
#include <string.h>

#include "output/member.h"

static const char *word_of(lg_member_type type) {
    static const char *const words[] = {
        [LG_MEMBER_TEXT] = "text",
        [LG_MEMBER_CHARACTERS] = "text",
        [LG_MEMBER_BOOL] = "true or false",
        [LG_MEMBER_INT] = "integer",
        [LG_MEMBER_INT64] = "integer",
        [LG_MEMBER_SIZE] = "integer",
        [LG_MEMBER_REAL] = "number",
        [LG_MEMBER_TEXTS] = "list of texts",
        [LG_MEMBER_INTS] = "list of integers",
        [LG_MEMBER_SIZES] = "list of integers",
        [LG_MEMBER_REALS] = "list of numbers",
        [LG_MEMBER_ROWS] = "list of objects",
        [LG_MEMBER_PAIRS] = "object: texts by name",
        [LG_MEMBER_NUMBERS] = "object: numbers by name",
        [LG_MEMBER_LISTS] = "object: lists of texts by name",
        [LG_MEMBER_ROW] = "object",
        [LG_MEMBER_ARRAY] = "array: nested lists of numbers",
    };
    return words[type];
}

static void write_members(const lg_schema *s, const char *prefix, FILE *to) {
    char inner[128];
    for (const lg_member *m = s->members; m->help; m++) {
        const bool named = m->name, spread = m->type == LG_MEMBER_PAIRS || m->type == LG_MEMBER_NUMBERS;
        if (!named && m->row) write_members(m->row, prefix, to);
        if (!named && !spread) continue;
        if (m->type == LG_MEMBER_ARRAY && !m->bare)
            fprintf(to, "| `%sshape` | list of integers | of `%s` |\n", prefix, m->name);
        if (named)
            fprintf(to, "| `%s%s` | %s", prefix, m->name, word_of(m->type));
        else
            fprintf(to, "| one member for each name | %s", m->type == LG_MEMBER_PAIRS ? "text" : "number");
        if (m->unit) fprintf(to, ", %s", m->unit);
        fprintf(to, " | %s |\n", m->help);
        if (!m->row) continue;
        snprintf(inner, sizeof inner, "%s%s%s.", prefix, m->name, m->type == LG_MEMBER_ROWS ? "[]" : "");
        write_members(m->row, inner, to);
    }
}

/* Wraps at 120 columns. */
static void write_paragraph(const char *text, FILE *to) {
    enum { COLUMNS = 120 };
    for (size_t at = 0, word; *text != '\0'; text += word) {
        const bool blank = *text == ' ';
        text += blank;
        word = strcspn(text, " ");
        const bool breaks = blank && at + 1 + word > COLUMNS;
        fprintf(to, "%s%.*s", breaks ? "\n" : blank ? " " : "", (int)word, text);
        at = breaks ? word : at + blank + word;
    }
}

void lg_schema_write_section(const lg_schema *schema, FILE *to) {
    fprintf(to, "## `%s`\n\n", schema->name);
    write_paragraph(schema->about, to);
    fputs("\n\n| member | type | what |\n|---|---|---|\n", to);
    write_members(schema, "", to);
}
