/* crc32c.h: the cyclic redundancy check of Castagnoli et al. 1993, as iSCSI has it (RFC 3720, appendix B.4): what the
 * records of an event file are checked with. Debian's libraries that have it cannot be linked into a static program. */
#ifndef LG_BASE_CRC32C_H
#define LG_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

uint32_t lg_crc32c(const void *data, size_t size);

#endif
