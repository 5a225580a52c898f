import type { Code } from "../code/code.ts";
import { codeRate, rateZeroError } from "../code/rate-matching.ts";

/** The properties of a code that a channel may depend on. */
export interface ChannelCode {
  /** Size of the field. */
  readonly q: number;
  /**
   * The rate k/n of the sent symbols, with the true k. Only channels that depend on the rate call it: finding k may
   * take an elimination.
   */
  rate(): number;
}

/** The properties of this code that a channel may depend on. The rate is above 0, else an InputError. */
export function channelCode(code: Code): ChannelCode {
  return {
    q: code.matrix.field.q,
    rate() {
      const rate = codeRate(code);
      if (rate === 0) throw rateZeroError(code);
      return rate;
    },
  };
}
