import { bf16 } from "./bf16.ts";
import { f16 } from "./f16.ts";
import { f32 } from "./f32.ts";
import { int12 } from "./int12.ts";
import { bf16Pairs } from "./lanes/bf16-pairs.ts";
import type { SymbolStorage } from "./storage.ts";

/** The number formats of vectors over GF(q), by the word of the option `messages`; bf16Pairs: bf16 with two frames to a word. */
export const storages = { f32, f16, bf16, bf16Pairs, int12 } as const satisfies Readonly<Record<string, SymbolStorage>>;
