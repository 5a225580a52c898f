import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";

// `fails` inverts: these tests fail as they must (requireAssertions in vitest.config.ts).
it.fails("a test that expects nothing", () => {});

it.fails("a test that expects something of each item of an empty list", () => {
  for (const one of [] as number[]) expect(one).toBe(1);
});

it("draws the same numbers in every run of a file, where programs ask the operating system", () => {
  expect([randomBytes(4).toString("hex"), ...crypto.getRandomValues(new Uint16Array(2))]).toEqual([
    "af37c71d",
    12217,
    46207,
  ]);
});
