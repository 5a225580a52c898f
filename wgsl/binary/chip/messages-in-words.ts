import { part } from "../../../src/gpu/part.ts";

/** Messages in registers: a word for each edge. */
export const messagesInWords = part(
  "binary/chip/messages-in-words",
  new URL("./messages-in-words.wgsl", import.meta.url),
);
