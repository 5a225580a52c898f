import type { Code } from "../code/code.ts";
import { codeRate } from "../code/rate-matching.ts";

/** What a channel may want to know of the code whose symbols go over it. */
export interface ChannelCode {
  /** Size of the field. */
  readonly q: number;
  /** The rate k/n with the true k, of symbols sent. Only channels that depend on it ask: finding k may take an elimination. */
  rate(): number;
}

/** What a channel may want to know of this code. */
export function channelCode(code: Code): ChannelCode {
  return { q: code.matrix.field.q, rate: () => codeRate(code) };
}
