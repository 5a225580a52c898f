import { expect, it } from "vitest";
import { unitSeconds } from "../../src/cli/command-line/option.ts";
import { leftText, roughDuration } from "../../src/cli/run-text.ts";

it.each([
  [0.2, "0 s"],
  [90, "90 s"],
  [118, "2 min"],
  [3600, "60 min"],
  [7200, "2 h"],
  [100 * 3600, "4 d"],
  [400 * 86_400, "400 d"],
  [40 * 365.25 * 86_400, "40 years"],
])("says %s seconds as %s", (seconds, text) => {
  expect(roughDuration(seconds)).toBe(text);
});

it("says one number where both bounds read the same", () => {
  expect(leftText({ least: 600, most: 610 })).toBe("10 min left");
  expect(leftText({ least: 600, most: 7300 })).toBe("10 min to 2 h left");
});

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
