/// <reference types="vite/client" />
import type { Arithmetic } from "./binary/arithmetic.ts";
import type { WholeSteps } from "./binary/check-nodes.ts";
import type { Options } from "./rule-oracle.ts";

/** Oracle of a number format of binary decoders: the default export of `formats/NAME.ts`. NAME is a value of the option `messages`. */
export interface FormatOracle {
  /** Rounding from the definition in the paper or standard. */
  readonly arithmetic: (options: Options) => Arithmetic;
  /** Number of frames that share a 32-bit word. */
  readonly interleave: 1 | 2 | 4;
  /** The number in a lane of a word: an LLR, or whole steps of one (doc/design/decoding.md). */
  readonly number: (word: number, lane: number) => number;
  /** The whole steps in which messages count, if they do. */
  readonly steps?: (options: Options) => WholeSteps;
}

const modules = import.meta.glob<{ readonly default: FormatOracle }>("./formats/*.ts", { eager: true });

/** @throws Error if the format has no oracle. Another format's oracle never replaces it. */
export function formatOracle(messages: string): FormatOracle {
  const found = modules[`./formats/${messages}.ts`];
  if (found === undefined)
    throw new Error(`there is no oracle for messages=${messages}: write test/oracle/formats/${messages}.ts`);
  return found.default;
}
