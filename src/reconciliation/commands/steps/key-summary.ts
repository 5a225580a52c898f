import { formatCount, formatRate } from "../../../report/format.ts";
import { keyHashCollision } from "../../files/keys/key-hash.ts";
import { keyId, type VerdictHeader, verdictBits } from "../../files/messages/headers.ts";
import type { Row } from "./summary-rows.ts";

/** Numbers of verified and failed blocks, and the key of the verified blocks. */
export interface KeySummary {
  readonly verified: number;
  readonly failed: number;
  readonly bits: number;
  /** The key's id, equal at both ends. */
  readonly id: string;
  /** ε_cor: upper bound of the probability that the ends deliver different keys. */
  readonly correctness: number;
  /** Whether the key has its final name. Otherwise it waits for the other end's confirmation. */
  readonly delivered: boolean;
  /** Public bits of verdicts: one for each block, and the bits of the key's hash. */
  readonly verdictBits: number;
}

/** The summary of the key from a verdict. */
export function keySummary(
  { id, header }: { readonly id: string; readonly header: VerdictHeader },
  delivered: boolean,
): KeySummary {
  const { kept, blocks, bits } = header;
  return {
    verified: kept,
    failed: blocks - kept,
    bits,
    id: keyId(id),
    correctness: keyHashCollision(bits),
    delivered: delivered && bits > 0,
    verdictBits: verdictBits(header),
  };
}

/** Lines of a summary about a key. @param wrong failed blocks in which the decoder converged to wrong bits, if known. */
export function keyRows(key: KeySummary | undefined, wrong = 0): Row[] {
  if (key === undefined) return [];
  const byHash = wrong === 0 ? "" : `, ${formatCount(wrong)} of them by the hash alone`;
  const verified =
    key.failed === 0 ? "all" : `${formatCount(key.verified)}; ${formatCount(key.failed)} failed${byHash}`;
  const state =
    key.delivered || key.bits === 0 ? "" : ", pending until ldpc key accept reads the other end's confirmation";
  const rows: Row[] = [
    ["verified", verified],
    ["key", `${formatCount(key.bits)} bits${state}`],
  ];
  if (key.bits === 0) return rows;
  return [
    ...rows,
    ["key id", `${key.id}: the same at both ends`],
    ["ε_cor", `${formatRate(key.correctness)}, that the keys differ all the same`],
  ];
}

/** Advice if no block could be verified. */
export function nothingVerified(key: KeySummary): string {
  return `none of ${formatCount(key.failed)} blocks could be verified: the error rate is higher than the code corrects, or the data do not belong together; look at a lower rate of the code, more iterations in --decoder, and whether both files begin with the same bit`;
}
