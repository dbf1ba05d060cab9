/* registry.c: the lists of masks, scales, normalisers, blocks and encodings, made from their .def files. */
#include <string.h>

#include "nn/block.h"
#include "nn/encoding.h"
#include "nn/mask.h"
#include "nn/normaliser.h"
#include "nn/scale.h"

#define MASK(name) extern const lg_mask lg_mask_##name;
#include "nn/masks.def"
#undef MASK
#define MASK(name) &lg_mask_##name,
const lg_mask *const lg_masks[] = {
#include "nn/masks.def"
    NULL};
#undef MASK

#define SCALE(name) extern const lg_scale lg_scale_##name;
#include "nn/scales.def"
#undef SCALE
#define SCALE(name) &lg_scale_##name,
const lg_scale *const lg_scales[] = {
#include "nn/scales.def"
    NULL};
#undef SCALE

#define NORMALISER(name) extern const lg_normaliser lg_normaliser_##name;
#include "nn/normalisers.def"
#undef NORMALISER
#define NORMALISER(name) &lg_normaliser_##name,
const lg_normaliser *const lg_normalisers[] = {
#include "nn/normalisers.def"
    NULL};
#undef NORMALISER

#define BLOCK(name) extern const lg_block lg_block_##name;
#include "nn/blocks.def"
#undef BLOCK
#define BLOCK(name) &lg_block_##name,
const lg_block *const lg_blocks[] = {
#include "nn/blocks.def"
    NULL};
#undef BLOCK

#define ENCODING(name) extern const lg_encoding lg_encoding_##name;
#include "nn/encodings.def"
#undef ENCODING
#define ENCODING(name) &lg_encoding_##name,
const lg_encoding *const lg_encodings[] = {
#include "nn/encodings.def"
    NULL};
#undef ENCODING

/* Each list is an array of pointers to records that begin with LG_ENTRY. */
static const lg_entry *find(const lg_entry *const *list, const char *name) {
    for (; *list; list++)
        if (!strcmp((*list)->name, name)) return *list;
    return NULL;
}

const lg_mask *lg_mask_find(const char *name) {
    return (const lg_mask *)find((const lg_entry *const *)lg_masks, name);
}

const lg_scale *lg_scale_find(const char *name) {
    return (const lg_scale *)find((const lg_entry *const *)lg_scales, name);
}

const lg_normaliser *lg_normaliser_find(const char *name) {
    return (const lg_normaliser *)find((const lg_entry *const *)lg_normalisers, name);
}

const lg_block *lg_block_find(const char *name) {
    return (const lg_block *)find((const lg_entry *const *)lg_blocks, name);
}

const lg_encoding *lg_encoding_find(const char *name) {
    return (const lg_encoding *)find((const lg_entry *const *)lg_encodings, name);
}
