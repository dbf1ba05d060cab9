/* warnings.c: prints warnings on stderr, repeated ones once. */
#include "cli/ui/warnings.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

struct cli_warning {
    char *text;
    size_t times;
};

/* Returns NULL if memory runs out; the warning is then not kept. */
static struct cli_warning *add_warning(cli_warnings *w, const char *text) {
    if (w->count == w->capacity) {
        struct cli_warning *more = realloc(w->list, (2 * w->capacity + 8) * sizeof *more);
        if (!more) return NULL;
        w->list = more, w->capacity = 2 * w->capacity + 8;
    }
    char *copy = strdup(text);
    if (!copy) return NULL;
    w->list[w->count] = (struct cli_warning){.text = copy};
    return &w->list[w->count++];
}

void cli_warn(cli *c, const char *text) {
    cli_warnings *w = &c->warnings;
    size_t i = 0;
    while (i < w->count && strcmp(w->list[i].text, text)) i++;
    struct cli_warning *found = i < w->count ? &w->list[i] : add_warning(w, text);
    if (!found || found->times++ == 0) cli_note(c, "warning: %s", text);
}

void cli_warnings_end(cli *c) {
    cli_warnings *w = &c->warnings;
    for (size_t i = 0; i < w->count; i++) {
        if (w->list[i].times > 1) cli_note(c, "warning, %zu times: %s", w->list[i].times, w->list[i].text);
        free(w->list[i].text);
    }
    free(w->list);
    *w = (cli_warnings){0};
}
