/* entries.c: the lists of all axes except sublayers, generated from their .def files. */
#include "nn/axes/architecture.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/block.h"
#include "nn/axes/cell.h"
#include "nn/axes/encoding.h"
#include "nn/axes/head.h"
#include "nn/axes/initialisation.h"
#include "nn/axes/mask.h"
#include "nn/axes/mixer.h"
#include "nn/axes/norm.h"
#include "nn/axes/position.h"
#include "nn/axes/projection.h"
#include "nn/axes/residual.h"
#include "nn/axes/scale.h"
#include "nn/axes/store.h"

#define ARCHITECTURE(name) extern const lg_architecture lg_architecture_##name;
#include "nn/axes/architectures.def"
#undef ARCHITECTURE
#define ARCHITECTURE(name) &lg_architecture_##name,
const lg_architecture *const lg_architectures[] = {
#include "nn/axes/architectures.def"
    NULL};
#undef ARCHITECTURE

#define POSITIONS(name) extern const lg_position_sampler lg_position_##name;
#include "nn/axes/positions.def"
#undef POSITIONS
#define POSITIONS(name) &lg_position_##name,
const lg_position_sampler *const lg_positions[] = {
#include "nn/axes/positions.def"
    NULL};
#undef POSITIONS

#define PROJECTION(name) extern const lg_projection lg_projection_##name;
#include "nn/axes/projections.def"
#undef PROJECTION
#define PROJECTION(name) &lg_projection_##name,
const lg_projection *const lg_projections[] = {
#include "nn/axes/projections.def"
    NULL};
#undef PROJECTION

#define ENCODING(name) extern const lg_encoding lg_encoding_##name;
#include "nn/axes/encodings.def"
#undef ENCODING
#define ENCODING(name) &lg_encoding_##name,
const lg_encoding *const lg_encodings[] = {
#include "nn/axes/encodings.def"
    NULL};
#undef ENCODING

#define MASK(name) extern const lg_mask lg_mask_##name;
#include "nn/axes/masks.def"
#undef MASK
#define MASK(name) &lg_mask_##name,
const lg_mask *const lg_masks[] = {
#include "nn/axes/masks.def"
    NULL};
#undef MASK

#define SCALE(name) extern const lg_scale lg_scale_##name;
#include "nn/axes/scales.def"
#undef SCALE
#define SCALE(name) &lg_scale_##name,
const lg_scale *const lg_scales[] = {
#include "nn/axes/scales.def"
    NULL};
#undef SCALE

#define ATTENTION_FUNCTION(name) extern const lg_attention_function lg_attention_function_##name;
#include "nn/axes/attention_functions.def"
#undef ATTENTION_FUNCTION
#define ATTENTION_FUNCTION(name) &lg_attention_function_##name,
const lg_attention_function *const lg_attention_functions[] = {
#include "nn/axes/attention_functions.def"
    NULL};
#undef ATTENTION_FUNCTION

#define RESIDUAL(name) extern const lg_residual lg_residual_##name;
#include "nn/axes/residuals.def"
#undef RESIDUAL
#define RESIDUAL(name) &lg_residual_##name,
const lg_residual *const lg_residuals[] = {
#include "nn/axes/residuals.def"
    NULL};
#undef RESIDUAL

#define BLOCK(name) extern const lg_block lg_block_##name;
#include "nn/axes/blocks.def"
#undef BLOCK
#define BLOCK(name) &lg_block_##name,
const lg_block *const lg_blocks[] = {
#include "nn/axes/blocks.def"
    NULL};
#undef BLOCK

#define NORM(name) extern const lg_norm lg_norm_##name;
#include "nn/axes/norms.def"
#undef NORM
#define NORM(name) &lg_norm_##name,
const lg_norm *const lg_norms[] = {
#include "nn/axes/norms.def"
    NULL};
#undef NORM

#define MIXER(name) extern const lg_mixer lg_mixer_##name;
#include "nn/axes/mixers.def"
#undef MIXER
#define MIXER(name) &lg_mixer_##name,
const lg_mixer *const lg_mixers[] = {
#include "nn/axes/mixers.def"
    NULL};
#undef MIXER

#define INITIALISATION(name) extern const lg_initialisation lg_initialisation_##name;
#include "nn/axes/initialisations.def"
#undef INITIALISATION
#define INITIALISATION(name) &lg_initialisation_##name,
const lg_initialisation *const lg_initialisations[] = {
#include "nn/axes/initialisations.def"
    NULL};
#undef INITIALISATION

#define HEAD(name) extern const lg_head lg_head_##name;
#include "nn/axes/heads.def"
#undef HEAD
#define HEAD(name) &lg_head_##name,
const lg_head *const lg_heads[] = {
#include "nn/axes/heads.def"
    NULL};
#undef HEAD

#define CELL(name) extern const lg_cell lg_cell_##name;
#include "nn/axes/cells.def"
#undef CELL
#define CELL(name) &lg_cell_##name,
const lg_cell *const lg_cells[] = {
#include "nn/axes/cells.def"
    NULL};
#undef CELL

#define STORE(name) extern const lg_store lg_store_##name;
#include "nn/axes/stores.def"
#undef STORE
#define STORE(name) &lg_store_##name,
const lg_store *const lg_stores[] = {
#include "nn/axes/stores.def"
    NULL};
#undef STORE
