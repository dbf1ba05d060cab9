/* trie.h: sequences of symbols as nodes of a tree: two sequences have one node if and only if they are the same. A node
 * is found in constant time, and nothing is compared by a hash alone. */
#ifndef LG_METRIC_TRIE_H
#define LG_METRIC_TRIE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lg_trie_slot;

/* Zeros to begin with. Node 0 is the root, the empty sequence. */
typedef struct lg_trie {
    struct lg_trie_slot *slots; /* [capacity], a hash table of edges by node and symbol */
    size_t capacity;            /* a power of two, or 0 */
    uint32_t count;             /* nodes but the root; the last one has this number */
    uint32_t generation;        /* slots of others are empty */
    bool lost;                  /* memory was missing: nodes are not there. Check it once, at the end */
} lg_trie;

void lg_trie_free(lg_trie *t);
void lg_trie_clear(lg_trie *t); /* all but the root, in constant time */
/* The node of a node's sequence and one symbol more; made if there is none. The root if memory is missing. */
uint32_t lg_trie_enter(lg_trie *t, uint32_t node, uint32_t symbol);
uint32_t lg_trie_find(const lg_trie *t, uint32_t node, uint32_t symbol); /* the root if there is none */

#endif
