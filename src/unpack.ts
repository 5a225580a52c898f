import { inflateSync } from "fflate";
import { CONTAINER_BYTES, containerOf } from "./container.ts";
import { InputError } from "./errors.ts";

/**
 * Unpacks a gzip file of one member (RFC 1952).
 * @param most largest number of bytes that is unpacked.
 * @throws InputError if it is damaged, by its CRC-32 and its length, or larger.
 */
export function gunzip(bytes: Uint8Array, file: string, most: number): Uint8Array {
  const damaged = new InputError("is no .gz file of one member, or a damaged one: gunzip tells more", { file });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (containerOf(bytes.subarray(0, CONTAINER_BYTES)) !== "gzip" || bytes.length < 18) throw damaged;
  const flags = bytes[3];
  let start = 10;
  if (flags & 4) start += 2 + view.getUint16(start, true);
  // A file name and a comment, which end with a zero.
  for (const flag of [8, 16]) if (flags & flag) start = bytes.indexOf(0, start) + 1 || bytes.length;
  if (flags & 2) start += 2;
  const end = bytes.length - 8;
  if (start > end) throw damaged;
  const [crc, size] = [view.getUint32(end, true), view.getUint32(end + 4, true)];
  if (size > most) throw new InputError(`unpacks to ${size} bytes: at most ${most} are read`, { file });
  const found = inflated(bytes.subarray(start, end), size);
  if (found === undefined || crc32(found) !== crc) throw damaged;
  return found;
}

/** A member of a zip archive, unpacked when it is read. */
export type ZipMembers = ReadonlyMap<string, () => Uint8Array>;

/**
 * The members of a zip archive by their names, from its central directory.
 * @param most largest number of bytes that all members together unpack to.
 * @throws InputError if the directory is damaged or names a member twice; on reading a member, if it is damaged, by its CRC-32 and its
 * length, or if it exceeds `most`, before that is allocated.
 */
export function zipMembers(bytes: Uint8Array, file: string, most: number): ZipMembers {
  const damaged = new InputError("is no .npz file, or a damaged one: it cannot be unpacked", { file });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const u16 = (at: number) => view.getUint16(at, true);
  const u32 = (at: number) => view.getUint32(at, true);
  const hasAt = (at: number, length: number, signature: number) => at + length <= bytes.length && u32(at) === signature;
  let end = bytes.length - END_BYTES;
  while (end >= 0 && !(u32(end) === END && end + END_BYTES + u16(end + 20) === bytes.length)) end--;
  if (end < 0) throw damaged;
  const members = new Map<string, () => Uint8Array>();
  let total = 0;
  let at = u32(end + 16);
  for (let count = u16(end + 10); count > 0; count--) {
    if (!hasAt(at, ENTRY_BYTES, ENTRY)) throw damaged;
    const [flags, method, crc, packed, size, header] = [
      u16(at + 8),
      u16(at + 10),
      u32(at + 16),
      u32(at + 20),
      u32(at + 24),
      u32(at + 42),
    ];
    const after = at + ENTRY_BYTES + u16(at + 28);
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, after));
    if (members.has(name)) throw new InputError(`holds "${name}" twice: it is damaged`, { file });
    members.set(name, () => {
      total += size;
      if (total > most || packed > bytes.length || (method === STORED && packed !== size)) {
        const claim = `"${name}" claims ${size} bytes from ${packed}`;
        throw new InputError(`${claim}: at most ${most} bytes are unpacked from one file`, { file });
      }
      if (flags & 1) throw new InputError(`"${name}" is encrypted: save it without a password`, { file });
      if (!hasAt(header, LOCAL_BYTES, LOCAL)) throw damaged;
      const start = header + LOCAL_BYTES + u16(header + 26) + u16(header + 28);
      if (start + packed > bytes.length || (method !== STORED && method !== DEFLATED)) throw damaged;
      const content = bytes.subarray(start, start + packed);
      const found = method === STORED ? content : inflated(content, size);
      if (found !== undefined && crc32(found) === crc) return found;
      throw new InputError(`"${name}" is damaged: its length or its CRC-32 is wrong`, { file });
    });
    at = after + u16(at + 30) + u16(at + 32);
  }
  if (at !== end) throw damaged;
  return members;
}

/** Signatures and fixed lengths of the records of a zip archive (APPNOTE.TXT, 4.3). */
const [LOCAL, LOCAL_BYTES] = [0x04034b50, 30];
const [ENTRY, ENTRY_BYTES] = [0x02014b50, 46];
const [END, END_BYTES] = [0x06054b50, 22];
const [STORED, DEFLATED] = [0, 8];

/** Deflate packs at most this number of bytes into one (RFC 1951: 258 bytes in two bits), so that greater claims are not allocated. */
const DEFLATE_RATIO = 1032;

/** Unpacks deflated bytes; undefined if they are damaged or do not unpack to `size` bytes. fflate checks neither length nor checksum. */
function inflated(bytes: Uint8Array, size: number): Uint8Array | undefined {
  if (size > DEFLATE_RATIO * bytes.length) return undefined;
  try {
    const found = inflateSync(bytes, { out: new Uint8Array(size) });
    return found.length === size ? found : undefined;
  } catch {
    return undefined;
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 of gzip and zip (RFC 1952, section 8). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 255];
  return ~crc >>> 0;
}
