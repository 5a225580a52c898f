import { f16 } from "./f16.ts";
import { f32 } from "./f32.ts";
import { int8 } from "./int8.ts";
import { int12 } from "./int12.ts";
import type { Lanes } from "./lanes.ts";
import { byte } from "./steps/byte.ts";
import { int11 } from "./steps/int11.ts";

/** The number formats of posteriors and messages, by the word of the option `messages`. */
export const messageFormats = { f32, f16, int12, int11, byte, int8 } as const satisfies Readonly<Record<string, Lanes>>;
