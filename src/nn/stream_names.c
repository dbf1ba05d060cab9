/* stream_names.c: the names that a choice of a stream can have (nn/positional.h). */
#include "nn/positional.h"

#define ENCODING(name) " " #name
const char lg_stream_encodings[] = "same"
#include "nn/encodings.def"
    ;
const char lg_cross_encodings[] =
#include "nn/encodings.def"
    ;
#undef ENCODING

#define POSITIONS(name) " " #name
const char lg_stream_samplers[] = "same"
#include "nn/positions.def"
    ;
#undef POSITIONS
