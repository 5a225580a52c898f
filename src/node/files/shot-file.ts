import { unpackedName } from "../../code/formats/read-code.ts";
import { InputError } from "../../errors.ts";
import { gunzip } from "../../unpack.ts";
import { readBoundedBytes, writeNewFile } from "../disk/disk.ts";

/** Formats of shots by the ending of a file, as Stim names them. */
const SHOT_ENDINGS = [".b8", ".01"] as const;
type ShotEnding = (typeof SHOT_ENDINGS)[number];

const SHOTS_BYTES = 2 ** 30;

/** Bytes of a shot of so many bits. */
export const shotStride = (bits: number): number => Math.ceil(bits / 8);

/** The format of a file's ending. @throws InputError for another ending. */
export function shotEnding(path: string): ShotEnding {
  const found = SHOT_ENDINGS.find((ending) => path.toLowerCase().endsWith(ending));
  if (found !== undefined) return found;
  throw new InputError(`its name ends in ${SHOT_ENDINGS.join(" or ")}, the formats of shots`, { file: path });
}

/**
 * The shots of a file, which .gz behind the ending says to be packed: .b8, ⌈bits/8⌉ bytes a shot, the first bit the lowest; or .01, a line of the characters 0 and 1 a shot.
 * @param bits of a shot. @param what they are, for errors: `detectors`.
 * @returns [shot][⌈bits/8⌉] as in .b8.
 * @throws InputError with the line, if there is one, for shots of another length or other characters.
 */
export function readShots(path: string, bits: number, what: string): Uint8Array {
  const name = unpackedName(path);
  const ending = shotEnding(name);
  const read = readBoundedBytes(path, SHOTS_BYTES);
  // By its name alone: packed shots may begin with any bytes.
  const bytes = name === path ? read : gunzip(read, path, SHOTS_BYTES);
  return ending === ".b8" ? packedShots(bytes, bits, what, path) : textShots(bytes, bits, what, path);
}

/** @throws InputError for bytes that are no whole shots, or bits behind the last of a shot. @param file undefined for shots from elsewhere. */
export function packedShots(bytes: Uint8Array, bits: number, what: string, file?: string): Uint8Array {
  const stride = shotStride(bits);
  if (bytes.length % stride !== 0) {
    const message = `has ${bytes.length} bytes, and shots of ${bits} ${what} have ${stride} bytes each: it is of another model`;
    throw new InputError(message, { file });
  }
  const padding = bits % 8 === 0 ? 0 : 0xff & (0xff << (bits % 8));
  for (let at = stride - 1; at < bytes.length; at += stride) {
    if ((bytes[at] & padding) === 0) continue;
    const message = `shot ${Math.floor(at / stride)} has bits behind its ${bits} ${what}: it is of another model`;
    throw new InputError(message, { file });
  }
  return bytes;
}

function textShots(bytes: Uint8Array, bits: number, what: string, file: string): Uint8Array {
  const lines = new TextDecoder().decode(bytes).split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  const stride = shotStride(bits);
  const packed = new Uint8Array(lines.length * stride);
  for (const [shot, whole] of lines.entries()) {
    const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
    if (line.length !== bits || /[^01]/.test(line)) {
      const fault = line.length === bits ? "other characters than 0 and 1" : `${line.length} characters`;
      throw new InputError(`has ${fault}, and a shot is a line of ${bits} ${what}`, { file, line: shot + 1 });
    }
    for (let k = 0; k < bits; k++) if (line[k] === "1") packed[shot * stride + (k >> 3)] |= 1 << (k & 7);
  }
  return packed;
}

/** Writes shots in the format of the file's ending. @param packed [shot][⌈bits/8⌉]. @throws InputError as `writeNewFile`. */
export function writeShots(path: string, packed: Uint8Array, bits: number, force: boolean): void {
  if (shotEnding(path) === ".b8") {
    writeNewFile(path, packed, force);
    return;
  }
  const stride = shotStride(bits);
  const lines: string[] = [];
  for (let at = 0; at < packed.length; at += stride) {
    lines.push(`${Array.from({ length: bits }, (_, k) => (packed[at + (k >> 3)] >> (k & 7)) & 1).join("")}\n`);
  }
  writeNewFile(path, lines.join(""), force);
}
