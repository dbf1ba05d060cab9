/* crc32c.h: the CRC-32C checksum (Castagnoli et al. 1993; RFC 3720, appendix B.4) of the records in TensorBoard event
 * files. Debian's CRC-32C libraries cannot be linked into a static program. */
#ifndef LG_BASE_CRC32C_H
#define LG_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

uint32_t lg_crc32c(const void *data, size_t size);

#endif
