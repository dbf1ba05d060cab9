/* trie.c: see trie.h. Edges are stored in a hash table with linear probing, at most half full. */
#include "metric/trie.h"

#include <stdlib.h>
#include <string.h>

typedef struct lg_trie_slot {
    uint64_t edge; /* node in the upper 32 bits, symbol in the lower 32 */
    uint32_t node, generation;
} slot;

void lg_trie_free(lg_trie *t) {
    free(t->slots);
    *t = (lg_trie){0};
}

void lg_trie_clear(lg_trie *t) {
    t->count = 0;
    t->lost = false;
    if (++t->generation > 0) return;
    for (size_t i = 0; i < t->capacity; i++) t->slots[i].generation = 0;
    t->generation = 1;
}

/* Mixes all bits (the finalizer of SplitMix64). */
static uint64_t hash(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* The slot of an edge or, if there is none, the empty slot for it. */
static slot *locate(const lg_trie *t, uint64_t edge) {
    size_t i = (size_t)hash(edge) & (t->capacity - 1);
    while (t->slots[i].generation == t->generation && t->slots[i].edge != edge) i = (i + 1) & (t->capacity - 1);
    return &t->slots[i];
}

static bool grow(lg_trie *t) {
    lg_trie larger = *t;
    larger.capacity = t->capacity > 0 ? 2 * t->capacity : 256;
    if (larger.generation == 0) larger.generation = 1;
    larger.slots = t->count < UINT32_MAX / 2 ? calloc(larger.capacity, sizeof *larger.slots) : NULL;
    if (!larger.slots) {
        t->lost = true;
        return false;
    }
    for (size_t i = 0; i < t->capacity; i++)
        if (t->slots[i].generation == t->generation) *locate(&larger, t->slots[i].edge) = t->slots[i];
    free(t->slots);
    *t = larger;
    return true;
}

static uint64_t edge_of(uint32_t node, uint32_t symbol) {
    return (uint64_t)node << 32 | symbol;
}

uint32_t lg_trie_enter(lg_trie *t, uint32_t node, uint32_t symbol) {
    if (2 * (size_t)t->count >= t->capacity && !grow(t)) return 0;
    slot *s = locate(t, edge_of(node, symbol));
    if (s->generation != t->generation) *s = (slot){edge_of(node, symbol), ++t->count, t->generation};
    return s->node;
}

uint32_t lg_trie_find(const lg_trie *t, uint32_t node, uint32_t symbol) {
    if (t->count == 0) return 0;
    const slot *s = locate(t, edge_of(node, symbol));
    return s->generation == t->generation ? s->node : 0;
}
