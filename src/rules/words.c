/* words.c: see words.h. */
#include "rules/words.h"

#include <stdio.h>
#include <string.h>

#include "nn/axes/mask.h"
#include "nn/axes/position.h"

typedef struct text {
    char *out;
    size_t size, at;
} text;

static void put(text *t, const char *words, size_t n) {
    for (size_t i = 0; i < n && t->at + 1 < t->size; i++) t->out[t->at++] = words[i];
    t->out[t->at] = '\0';
}

static void put_text(text *t, const char *words) {
    put(t, words, strlen(words));
}

/* Compares a name of `size` bytes with a string. */
static bool is(const char *name, size_t size, const char *other) {
    return strlen(other) == size && !memcmp(name, other, size);
}

/* ---- choices ---- */

/* The chosen entry of an axis; NULL: no such axis. */
static const void *entry_of(const lg_scene *s, const char *axis, size_t size) {
    const lg_model *m = s->m;
    const lg_description *d = s->d;
    const struct {
        const char *axis;
        const void *entry;
    } rows[] = {{"encoding", s->p->encoding.entry},
                {"positions", s->p->sampler.entry},
                {"mask", m->mask.entry},
                {"scale", m->scale.entry},
                {"attention", m->attention_function.entry},
                {"architecture", m->architecture.entry},
                {"projection", m->projection.entry},
                {"residual", m->residual.entry},
                {"block", m->block.entry},
                {"norm", m->norm.entry},
                {"mixer", m->mixer.entry},
                {"initialisation", m->initialisation.entry},
                {"head", m->head.entry},
                {"cell", m->cell.entry},
                {"store", m->store.entry},
                {"data", d->data.entry},
                {"curriculum", d->curriculum.entry},
                {"protocol", d->protocol.entry},
                {"metric", d->metric},
                {"optimizer", d->optimizer.entry},
                {"schedule", d->schedule.entry}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is(axis, size, rows[i].axis)) return rows[i].entry;
    return NULL;
}

/* Writes the key of an axis; for encodings and positions, the key in the current stream, such as "encoder.encoding". */
static void put_key(text *t, const lg_scene *s, const char *axis, size_t size) {
    if (is(axis, size, "encoding"))
        put_text(t, s->p->encoding_key);
    else if (is(axis, size, "positions"))
        put_text(t, s->p->positions_key);
    else
        put(t, axis, size);
}

static bool put_choice(text *t, const lg_scene *s, const char *name, size_t size) {
    static const char key[] = ".key";
    const size_t tail = sizeof key - 1;
    const bool both = size > 0 && name[size - 1] == ':';
    const bool is_key = size > tail && !memcmp(name + size - tail, key, tail);
    const size_t axis = size - (both ? 1 : is_key ? tail : 0);
    const lg_entry *entry = entry_of(s, name, axis);
    if (!entry) return false;
    if (both || is_key) put_key(t, s, name, axis);
    if (both) put_text(t, ": ");
    if (!is_key) put_text(t, entry->name);
    return true;
}

/* ---- other placeholders ---- */

static bool put_word(text *t, const lg_scene *s, const char *name, size_t size) {
    const char letter[] = {s->layer->letter, '\0'};
    char longest[16] = "", distances[96] = "";
    const lg_length_list *trained = &s->d->data.settings.trained;
    const lg_positional *alone = is(name, size, "distances") ? lg_scene_distances_alone(s) : NULL;
    if (trained->count > 0) snprintf(longest, sizeof longest, "%d", trained->values[trained->count - 1]);
    if (alone) snprintf(distances, sizeof distances, "%s: %s", alone->positions_key, alone->sampler.entry->name);
    const lg_encoding *embedded = is(name, size, "embedded") ? lg_scene_embedded_in_some(s) : NULL;
    const char *word = is(name, size, "mask.causal")        ? lg_mask_causal_flag(&s->m->mask)
                       : is(name, size, "memory")           ? s->m->memory > 0 ? "architecture.memory" : "eval.memory"
                       : is(name, size, "pattern")          ? lg_scene_differing_axis(s)
                       : is(name, size, "sublayer")         ? letter
                       : is(name, size, "sublayer.summary") ? s->layer->summary
                       : is(name, size, "longest")          ? longest
                       : alone                              ? distances
                       : embedded                           ? ((const lg_entry *)embedded)->name
                                                            : NULL;
    if (word) put_text(t, word);
    return word;
}

/* Writes the value of an option, truncated to 80 bytes. */
static void put_value(text *t, const lg_scene *s, const char *name, size_t size, lg_rule_value value,
                      const void *user) {
    enum { LONGEST = 80 };
    char key[64] = "";
    text full = {key, sizeof key, 0};
    const size_t axis = strcspn(name, ".}");
    put_key(&full, s, name, axis);
    put(&full, name + axis, size - axis);
    const char *words = value ? value(user, key) : NULL;
    put(t, words ? words : "...", strnlen(words ? words : "...", LONGEST));
}

void lg_rule_write(const lg_rule *r, const lg_scene *s, lg_rule_value value, const void *user, char *out,
                   size_t size) {
    text t = {out, size, 0};
    for (const char *at = r->words; *at != '\0';) {
        const size_t plain = strcspn(at, "{");
        put(&t, at, plain);
        at += plain;
        if (*at == '\0') break;
        const char *name = at + 1;
        const size_t length = strcspn(name, "}");
        if (!put_word(&t, s, name, length) && !put_choice(&t, s, name, length))
            put_value(&t, s, name, length, value, user);
        at = name + length + 1;
    }
}

void lg_rule_write_keys(const lg_rule *r, const lg_scene *s, char *out, size_t size) {
    text t = {out, size, 0};
    if (r->scope == LG_OF_MODEL) put_text(&t, r->keys);
    for (const char *at = r->scope == LG_OF_MODEL ? "" : r->keys; *at != '\0';) {
        const size_t length = strcspn(at, " "), axis = strcspn(at, ". ");
        put_key(&t, s, at, axis);
        put(&t, at + axis, length - axis);
        at += length;
        if (*at == ' ') put(&t, at++, 1);
    }
}
