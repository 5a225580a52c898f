/** What the first bytes of a file show: an archive, an array, an image, or the encoding of a text. */
export type Container = keyof typeof CONTAINERS;

/** Containers by their first bytes, with the words for messages. Magics of two bytes, which random bits may begin with, are checked further. */
const CONTAINERS = {
  npy: { begin: "\x93NUMPY", words: "an array of NumPy (.npy)" },
  zip: { begin: "PK\x03\x04", words: "a zip archive (such as .npz)" },
  gzip: { begin: "\x1f\x8b\x08", words: "compressed by gzip" },
  mat: { begin: "MATLAB 5.0 MAT-file", words: "a MATLAB file" },
  mat73: { begin: "MATLAB 7.3 MAT-file", words: "a MATLAB file of version 7.3" },
  xz: { begin: "\xfd7zXZ\0", words: "compressed by xz" },
  zstd: { begin: "\x28\xb5\x2f\xfd", words: "compressed by zstd" },
  bzip2: { begin: "BZh91AY&SY", words: "compressed by bzip2" },
  "7z": { begin: "7z\xbc\xaf'\x1c", words: "a 7z archive" },
  png: { begin: "\x89PNG\r\n\x1a\n", words: "a PNG image" },
  pdf: { begin: "%PDF-", words: "a PDF document" },
  hdf5: { begin: "\x89HDF\r\n\x1a\n", words: "an HDF5 file" },
  "utf-16le": { begin: "\xff\xfe", words: "text in UTF-16" },
  "utf-16be": { begin: "\xfe\xff", words: "text in UTF-16" },
  "utf-8": { begin: "\xef\xbb\xbf", words: "text in UTF-8" },
} as const;

/** Bytes of a file that `containerOf` needs. */
export const CONTAINER_BYTES = 64;

/**
 * What a file is by its first bytes, before anything is read from it; undefined for plain bytes and for text without a byte order mark.
 * @param begin the first CONTAINER_BYTES bytes, or all of a shorter file.
 */
export function containerOf(begin: Uint8Array): Container | undefined {
  const found = (Object.keys(CONTAINERS) as Container[]).find((name) => {
    const magic = CONTAINERS[name].begin;
    return magic.length <= begin.length && [...magic].every((character, i) => character.charCodeAt(0) === begin[i]);
  });
  if (found !== "utf-16le" && found !== "utf-16be") return found;
  return isZeroBetween(begin.subarray(2), found) ? found : undefined;
}

/** Whether the first bytes have the zeros of text of numbers and Latin letters in UTF-16. */
function isZeroBetween(begin: Uint8Array, order: "utf-16le" | "utf-16be"): boolean {
  const zero = order === "utf-16le" ? 1 : 0;
  for (let i = 0; i + 1 < Math.min(begin.length, CONTAINER_BYTES); i += 2) if (begin[i + zero] !== 0) return false;
  return true;
}

/** A container in words, for messages. */
export function containerText(container: Container): string {
  return CONTAINERS[container].words;
}

/** The text of a file in UTF-8, or in UTF-16, as PowerShell writes it, also without a byte order mark: text in UTF-8 has no zeros. */
export function textOf(bytes: Uint8Array): string {
  const begin = bytes.subarray(0, CONTAINER_BYTES);
  const marked = containerOf(begin);
  const encoding = (["utf-16le", "utf-16be"] as const).find(
    (order) => order === marked || (begin.length > 1 && isZeroBetween(begin, order)),
  );
  return new TextDecoder(encoding).decode(bytes);
}
