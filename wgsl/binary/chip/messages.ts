import type { Part } from "../../../src/gpu/part.ts";

/** Messages in registers: a word for each edge. */
export const messagesInWords: Part = { name: "binary/chip/messages-in-words" };

/** Messages in registers: a word for two edges, of numbers within ±127. */
export const messagesInBytes: Part = { name: "binary/chip/messages-in-bytes" };
