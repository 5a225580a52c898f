/// <reference types="vite/client" />
import type { Arithmetic } from "./binary/arithmetic.ts";
import type { Options } from "./rule-oracle.ts";

/** What a number format of binary decoders is compared with: the default export of `formats/NAME.ts`, NAME a word of `messages`. */
export interface FormatOracle {
  /** How it rounds, from the paper's or the standard's definition. */
  readonly arithmetic: (options: Options) => Arithmetic;
  /** Frames that share a word. */
  readonly interleave: 1 | 2 | 4;
  /** The number in a lane of a word, an LLR or whole steps of one (doc/design/decoding.md). */
  readonly number: (word: number, lane: number) => number;
}

const modules = import.meta.glob<{ readonly default: FormatOracle }>("./formats/*.ts", { eager: true });

/** @throws Error if the format has no oracle: no other's stands in for it. */
export function formatOracle(messages: string): FormatOracle {
  const found = modules[`./formats/${messages}.ts`];
  if (found === undefined)
    throw new Error(`there is no oracle for messages=${messages}: write test/oracle/formats/${messages}.ts`);
  return found.default;
}
