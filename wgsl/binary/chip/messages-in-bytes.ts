import { part } from "../../../src/gpu/part.ts";

/** Messages in registers: a word for two edges, of numbers within ±127. */
export const messagesInBytes = part(
  "binary/chip/messages-in-bytes",
  new URL("./messages-in-bytes.wgsl", import.meta.url),
);
