import type { FormatOracle } from "../formats.ts";
import { halfNumber, wholeSteps } from "./arithmetic.ts";

/** A number format of whole steps: LLR of a step, and largest magnitudes in steps. */
interface HalfSteps {
  readonly llr: number;
  readonly channel: number;
  readonly message: number;
  readonly posterior: number;
}

/** Oracle of whole steps that are stored as binary16 numbers, two to a word. Differences are not clipped. */
export function halfSteps({ llr, channel, message, posterior }: HalfSteps): FormatOracle {
  const arithmetic = wholeSteps(llr, { channel, posterior });
  return {
    arithmetic: () => arithmetic,
    interleave: 2,
    number: (word, lane) => halfNumber((word >>> (16 * lane)) & 0xffff),
    steps: () => ({ llr, incoming: posterior + message, outgoing: message }),
  };
}
