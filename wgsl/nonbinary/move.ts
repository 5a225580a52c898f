import type { KernelConstants } from "../../src/gpu/kernel.ts";

/** Words that an invocation loads before it stores the first. */
const TOGETHER = 16;

/** @param messageRows number of words of a slot's messages, of `variables` variable nodes. */
export function moveConstants(variables: number, messageRows: number): KernelConstants {
  return { TOGETHER, MESSAGE_ROWS: messageRows, ROWS: Math.ceil(messageRows / variables) };
}
