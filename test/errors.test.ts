import { expect, it } from "vitest";
import { InputError } from "../src/errors.ts";

it("An InputError shows a terminal no character of a file that it would act on", () => {
  const error = new InputError('"\u001b[31m\u202e\nldpc: ok" stands where n should be', {
    file: "a\nb.alist",
    line: 2,
  });
  const reason = '"\\u{1b}[31m\\u{202e}\\u{a}ldpc: ok" stands where n should be';
  expect([error.message, error.reason]).toEqual([`a\\u{a}b.alist:2: ${reason}`, reason]);
  // Some messages are made of others.
  expect(new InputError(error.reason).message).toBe(reason);
});

it("An InputError is no longer than a screen takes", () => {
  expect(new InputError(`"${"9".repeat(1e6)}" is no number`).message.length).toBeLessThan(20_000);
});
