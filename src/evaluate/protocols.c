/* protocols.c: the list of protocols, made from protocols.def. */
#include "evaluate/protocols.h"

#define PROTOCOL(name) extern const lg_protocol lg_protocol_##name;
#include "evaluate/protocols.def"
#undef PROTOCOL

const lg_protocol *const lg_protocols[] = {
#define PROTOCOL(name) &lg_protocol_##name,
#include "evaluate/protocols.def"
#undef PROTOCOL
    NULL};

const lg_protocol *lg_protocol_find(const char *name) {
    return lg_entry_find(lg_protocols, name);
}
