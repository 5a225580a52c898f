import { join } from "node:path";
import { readSnapshot, signatureOf, TRANSIENT } from "./lease-file.ts";
import { type Holder, parseHolder } from "./lease-holder.ts";

/** A lease as an observer found it. */
export interface FoundLease {
  /** Name of the lease. */
  readonly name: string;
  /** Name of its file, which differs if a take-over has renamed it. */
  readonly place: string;
  /** The JSON in the file; undefined if the file has none, or if it is no file. */
  readonly content: unknown;
  /** Undefined if the content names no process. */
  readonly holder: Holder | undefined;
  /** Time of last change by the file server's clock, in seconds. */
  readonly changed: number;
  /** Equal at two readings only if the holder gave no sign of life between them. */
  readonly signature: string;
  /** Whether a folder is in the place of the file. */
  readonly isFolder: boolean;
}

/**
 * The lease in a file of a folder; undefined for a missing file. A folder or an unreadable file is a lease without
 * content.
 */
export function findLease(folder: string, place: string): FoundLease | undefined {
  const found = readSnapshot(join(folder, place));
  if (found === undefined) return undefined;
  const content = parseJson(found.text);
  return {
    name: place.replace(TRANSIENT, ""),
    place,
    content,
    holder: parseHolder(content),
    changed: Number(found.changed / 1000n) / 1e6,
    signature: signatureOf(found),
    isFolder: found.isFolder ?? false,
  };
}

/** The JSON of a lease's file; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
