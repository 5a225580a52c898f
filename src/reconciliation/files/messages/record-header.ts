import { crc32 } from "node:zlib";
import { InputError } from "../../../errors.ts";
import { fitted, jsonValue } from "../../../json.ts";
import { printable } from "../../../printable.ts";
import { canonicalJson, sha256Hex } from "../../../simulation/task.ts";
import type { RecordKind } from "./record-kind.ts";

/** Version of the layout and the headers of these files. */
const VERSION = 2;
/** A header line is no longer, and its JSON no deeper. */
export const HEADER_BYTES = 2 ** 14;
/** The byte that ends a header line. */
export const LINE_END = 10;

/** A header with its derived values. */
export interface HeaderLine<Header> {
  readonly header: Header;
  /** SHA-256 of the header, 64 hexadecimal digits: names the file. */
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly crc: number;
}

/** The id of a file of records with this header. It does not depend on the records. */
export function recordFileId<Header extends object>(kind: RecordKind<Header>, header: Header): string {
  return headerLine(kind, header).id;
}

export function headerLine<Header extends object>(kind: RecordKind<Header>, header: Header): HeaderLine<Header> {
  const content = { format: kind.format, version: VERSION, ...header };
  const id = sha256Hex(canonicalJson(content));
  const bytes = new TextEncoder().encode(`${JSON.stringify({ ...content, checksum: id })}\n`);
  return { header, id, bytes, crc: crc32(bytes) };
}

/** @param start the first bytes of the file, enough for a header. */
export function readHeader<Header extends object>(
  start: Uint8Array,
  kind: RecordKind<Header>,
  file: string,
): HeaderLine<Header> {
  const notOne = () => new InputError(`is not a ${kind.name} of ldpc key, or its beginning is damaged`, { file });
  const end = start.indexOf(LINE_END);
  let content: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(start.subarray(0, Math.max(0, end)));
    content = jsonValue(text, { file }, HEADER_BYTES);
  } catch {
    throw notOne();
  }
  if (typeof content !== "object" || content === null || !("format" in content)) throw notOne();
  const { format, version, checksum: id, ...rest } = content as Record<string, unknown>;
  if (id !== sha256Hex(canonicalJson({ format, version, ...rest }))) {
    throw new InputError(`its header (bytes 0 to ${end}) is damaged: get the ${kind.name} again`, { file });
  }
  if (format !== kind.format) {
    throw new InputError(`is a file of ${printable(String(format))}, not a ${kind.name}`, { file });
  }
  if (version !== VERSION) {
    throw new InputError(
      `has version ${printable(String(version))} of the ${kind.name}; this program reads version ${VERSION}`,
      { file },
    );
  }
  const result = fitted(rest, kind.schema);
  if (result.misfit !== undefined) {
    const { path, message } = result.misfit;
    const fault = printable([...path, message].join(": "));
    throw new InputError(`its header does not fit itself: ${fault}`, { file });
  }
  const bytes = start.slice(0, end + 1);
  return { header: result.content, id, bytes, crc: crc32(bytes) };
}
