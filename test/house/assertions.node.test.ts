import { expect, it } from "vitest";

// `fails` inverts: these tests fail as they must (requireAssertions in vitest.config.ts).
it.fails("a test that expects nothing", () => {});

it.fails("a test that expects something of each item of an empty list", () => {
  for (const one of [] as number[]) expect(one).toBe(1);
});
