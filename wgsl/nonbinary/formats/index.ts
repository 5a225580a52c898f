import { bf16 } from "./bf16.ts";
import { f16 } from "./f16.ts";
import { f32 } from "./f32.ts";
import { int12 } from "./int12.ts";
import type { SymbolStorage } from "./storage.ts";

/** The number formats of vectors over GF(q), by the word of the option `messages`. */
export const storages = { f32, f16, bf16, int12 } as const satisfies Readonly<Record<string, SymbolStorage>>;
