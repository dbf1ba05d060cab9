/* documents.c: see documents.h. */
#include "nn/stream/documents.h"

#include "nn/axes/architecture.h"
#include "nn/axes/mask.h"
#include "nn/axes/position.h"

#include <stdio.h>
#include <string.h>

const lg_positional *lg_documents_numbered(const lg_model *m) {
    for (int i = 0; i < 2; i++)
        if (m->positional[i]->sampler.entry->documents) return m->positional[i];
    return NULL;
}

const lg_chosen_mask *lg_documents_masked(const lg_model *m) {
    for (int i = 0; i < m->pattern.count; i++)
        if (m->pattern.choices[i].mask.entry->documents) return &m->pattern.choices[i].mask;
    return NULL;
}

bool lg_model_reads_documents(const lg_model *m) {
    return !m->architecture.entry->cells && (lg_documents_numbered(m) || lg_documents_masked(m));
}

void lg_documents_begin(const int32_t *tokens, int32_t separator, int T, int32_t *begin) {
    for (int t = 0; t < T; t++) begin[t] = lg_document_begins(tokens, separator, t) ? t : begin[t - 1];
}

static int32_t find_word(const lg_vocabulary *v, const char *word) {
    for (int32_t id = 0; id < v->size; id++)
        if (!strcmp(v->words[id], word)) return id;
    return -1;
}

/* Separators can be found if only sources are read, or if sources and targets share a vocabulary. */
static bool check_ids(const lg_model *m, const char *key, lg_error *err) {
    const lg_dataset *d = m->data;
    char keys[48];
    snprintf(keys, sizeof keys, "%s data", key);
    return d->one_vocabulary || !lg_architecture_is_autoregressive(&m->architecture) ||
           lg_fail_keys(err, keys,
                        "%s: document needs one vocabulary of sources and targets, but data: %s has two (use --data "
                        "text, or --%s %s)",
                        key, d->entry->name, key, strcmp(key, "mask") ? "standard" : "causal");
}

static bool find_separator(const lg_model *m, const char *key, const lg_own *own, int32_t *out, lg_error *err) {
    const lg_dataset *d = m->data;
    char option[48];
    snprintf(option, sizeof option, "%s.separator", key);
    const char *set = ((const lg_document_options *)own)->separator;
    const char *word = *set ? set : d->unit == LG_UNIT_WORD ? "<eos>" : "\\n";
    *out = -1;
    if (d->missing) return true; /* without a vocabulary there are no records */
    if (!check_ids(m, key, err)) return false;
    *out = find_word(&d->source, word);
    if (*out >= 0) return true;
    char keys[64];
    snprintf(keys, sizeof keys, "%s %s data", option, key);
    return lg_fail_keys(err, keys,
                        "%s: '%s'%s is no token of data: %s (expected one of its %d tokens, as `lengthen sample` "
                        "writes them)",
                        option, word, *set ? "" : ", the default,", d->entry->name, d->source.size);
}

/* Finds the separators for the stream that the head reads, under each choice of the pattern. */
static bool find_separators(lg_model *m, lg_error *err) {
    for (int i = 0; i < m->pattern.count; i++) {
        lg_positional *p = m->positional[lg_stream_number(LG_STREAM_OWN, i)];
        if (p->sampler.entry->documents && !find_separator(m, p->positions_key, &p->sampler.own, &p->separator, err))
            return false;
    }
    return true;
}

bool lg_documents_find(lg_model *m, lg_error *err) {
    m->separator = -1;
    if (!lg_model_reads_documents(m)) return true;
    const lg_chosen_mask *mask = lg_documents_masked(m);
    return find_separators(m, err) && (!mask || find_separator(m, "mask", &mask->own, &m->separator, err));
}
