import { expect, it } from "vitest";
import { unitSeconds } from "../../../src/cli/command-line/option.ts";
import { withoutComments } from "../../../src/cli/command-line/parse.ts";

it.each([
  ["90s", 90],
  ["5m", 300],
  ["5 min", 300],
  ["2h", 7200],
  ["1h30m", 5400],
  ["1.5d", 129_600],
  ["90", undefined],
  ["5x", undefined],
  ["5m x", undefined],
  ["h", undefined],
])("%s is %s seconds", (text, seconds) => {
  expect(unitSeconds(text)).toBe(seconds);
});

it("takes comments out of JSON and leaves lines and strings", () => {
  const text = '{ // one\n "a": "x // no \\" comment", /* two\n lines */ "b": 1 }';
  const without = withoutComments(text);
  expect(JSON.parse(without)).toEqual({ a: 'x // no " comment', b: 1 });
  expect(without.split("\n").map((line) => line.length)).toEqual(text.split("\n").map((line) => line.length));
});
