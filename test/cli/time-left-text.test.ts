import { expect, it } from "vitest";
import { leftText, roughDuration, runsLeftText } from "../../src/cli/run-text.ts";

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

it("says of several runs how many are not in the time", () => {
  expect(runsLeftText(7, { least: 600, most: 7300, unknown: 0 })).toBe("all 7 runs: 10 min to 2 h left");
  const text = runsLeftText(1000, { least: 600, most: 7300, unknown: 2 });
  expect(text).toBe("all 1,000 runs: 10 min to 2 h left, plus 2 runs whose speed is not known yet");
  expect(text.length).toBeLessThan(80);
});
