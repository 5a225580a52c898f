import { createHash } from "node:crypto";
import { PartFile } from "../../node/disk/part-file.ts";
import { csvLine } from "../../simulation/csv.ts";
import type { BlockResult } from "./journal-records.ts";
import { VERDICT, type VerdictHeader } from "./messages/headers.ts";
import type { Seal } from "./messages/record-kind.ts";
import { RecordWriter } from "./messages/record-writer.ts";

/** Sums over blocks. */
export interface BlockTotals {
  readonly blocks: number;
  /** Corrected, with Alice's hash. */
  readonly verified: number;
  /** The decoder converged, but to bits with another hash. */
  readonly wrong: number;
  /** Sifted bits of verified blocks. */
  readonly keyBits: number;
  /** Bits that were wrong in verified blocks. */
  readonly corrected: number;
  readonly iterations: number;
}

/** A finished block: its index, its sifted bits and its result. */
export interface IndexedResult {
  readonly block: number;
  readonly length: number;
  readonly result: BlockResult;
}

/** Blocks written at once. */
const AT_ONCE = 4096;

/** The fields of a verdict besides the result of each block. */
export type VerdictFacts = Pick<VerdictHeader, "stream" | "blocks" | "attempt" | "hashKey" | "hash">;

/**
 * Writes the decoding end's verdict for the reference end.
 * @param results of all blocks; it may be called several times.
 * @param seal makes the tag that the file ends with.
 * @returns the header and the id of the file.
 * @throws InputError if it cannot be written.
 */
export function writeVerdict(
  path: string,
  facts: VerdictFacts,
  results: () => Iterable<IndexedResult>,
  seal?: Seal,
): { readonly header: VerdictHeader; readonly id: string } {
  const mask = createHash("sha256");
  let kept = 0;
  let bits = 0;
  for (const group of groups(results())) {
    mask.update(verdictBytes(group));
    for (const { result, length } of group) {
      if (!result.verified) continue;
      kept++;
      bits += length;
    }
  }
  const header = { ...facts, kept, bits, mask: mask.digest("hex") };
  const file = RecordWriter.create(path, VERDICT, header);
  try {
    for (const group of groups(results())) file.append(verdictBytes(group));
    file.finish(seal);
  } finally {
    file.discard();
  }
  return { header, id: file.id };
}

function verdictBytes(group: readonly IndexedResult[]): Uint8Array {
  return Uint8Array.from(group, ({ result }) => (result.verified ? 1 : 0));
}

/**
 * Writes a CSV file with a line for each block; for values without the number of wrong bits, which did not exist before
 * decoding.
 * @throws InputError if it cannot be written.
 */
export function writeReport(path: string, results: Iterable<IndexedResult>, ofValues: boolean): void {
  // The number of wrong bits in each block is secret.
  const file = new PartFile(path, true, 0o600);
  const write = (lines: readonly (readonly string[])[]) =>
    file.write(new TextEncoder().encode(lines.map((line) => `${csvLine(line)}\n`).join("")));
  try {
    const columns = ["block", "bits", "result", "iterations", "corrected", "qber"].slice(0, ofValues ? 4 : undefined);
    write([columns]);
    for (const group of groups(results)) write(group.map((result) => reportLine(result).slice(0, columns.length)));
    file.finish();
  } finally {
    file.discard();
  }
}

/** The number of wrong bits is known for verified blocks only. */
function reportLine({ block, length, result }: IndexedResult): string[] {
  const { verified, converged, iterations, corrected } = result;
  const found = verified ? [String(corrected), String(corrected / length)] : ["", ""];
  return [
    String(block),
    String(length),
    verified ? "verified" : converged ? "wrong" : "failed",
    String(iterations),
    ...found,
  ];
}

function* groups<T>(items: Iterable<T>): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
