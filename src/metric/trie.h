/* trie.h: a tree of symbol sequences: two sequences share a node if and only if they are equal. A lookup takes constant
 * time and never relies on a hash alone. */
#ifndef LG_METRIC_TRIE_H
#define LG_METRIC_TRIE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lg_trie_slot;

/* Must be zeroed before first use. Node 0 is the root, the empty sequence. */
typedef struct lg_trie {
    struct lg_trie_slot *slots; /* [capacity]: hash table of edges, by node and symbol */
    size_t capacity;            /* a power of two, or 0 */
    uint32_t count;             /* number of nodes except the root; also the index of the last node */
    uint32_t generation;        /* slots with another generation are treated as empty */
    bool lost;                  /* memory ran out and nodes are missing; check once at the end */
} lg_trie;

void lg_trie_free(lg_trie *t);
void lg_trie_clear(lg_trie *t); /* removes all nodes except the root, in constant time */
/* Returns the node of `node`'s sequence plus one symbol; creates that node if there is none. Returns the root if out of
 * memory. */
uint32_t lg_trie_enter(lg_trie *t, uint32_t node, uint32_t symbol);
uint32_t lg_trie_find(const lg_trie *t, uint32_t node, uint32_t symbol); /* returns the root if there is no such node */

#endif
