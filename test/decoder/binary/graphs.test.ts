import { describe, expect, it } from "vitest";
import { bothEngines } from "../../engines.ts";
import { ALL, inNode, LEFT_TO_BROWSER, nested, sweep } from "../../sweep.ts";
import { degreeForty, degreesToTwelve, twoAbsent } from "./codes.ts";
import { ARITHMETICS } from "./cover.ts";
import { expectOracle } from "./expect-oracle.ts";

// Graphs with many check degrees or high degrees. Software devices take seconds to compile their kernels, so the CPU engine runs all rules
// and the GPU engine some.
const engines = bothEngines();

const codes = {
  "degrees 1 … 12": degreesToTwelve(),
  "degree 40": degreeForty(),
  // Compact storage cannot represent this code, so it is decoded as an unstructured code.
  "circulants that lack two ones": twoAbsent(),
};

describe.each(inNode(Object.entries(codes)))("checks of %s", (name, code) => {
  // Codes have the rules and formats in turn.
  const some = ARITHMETICS.filter((_, i) => i % 3 === Object.keys(codes).indexOf(name));
  const both = [" schedule=flooding", " schedule=layered"];
  const schedulesOf = (words: string) => {
    const turn = ARITHMETICS.indexOf(words) % 2;
    return words.startsWith("sionna") ? [""] : { few: [both[turn]], every: both };
  };
  it.each(nested({ few: some, every: ARITHMETICS }, schedulesOf, 6))("the CPU: %s", async (words, schedules) => {
    for (const schedule of schedules) {
      const i = Math.max(both.indexOf(schedule), 0);
      const request = { count: 6, seed: 3 + i, withSyndrome: i === 1 };
      expect(await expectOracle([engines.cpu], code, `${words}${schedule} iterations=5`, request)).toBeGreaterThan(0);
    }
  });
});

const ON_DEVICES = [
  ["degrees 1 … 12", "normalised-min-sum messages=int8 schedule=layered"],
  ["degree 40", "offset-min-sum messages=int12"],
  ["circulants that lack two ones", "sum-product schedule=layered"],
] as const;
const onDevices = ALL ? sweep(ON_DEVICES, 1, 3) : [];
// The browser has the first.
it.each(LEFT_TO_BROWSER ? onDevices.slice(1) : onDevices)("checks of %s, the kernels: %s", async (name, words) => {
  const request = { count: 5, seed: 3, withSyndrome: true };
  expect(await expectOracle([engines.gpu], codes[name], words, request)).toBeGreaterThan(0);
});
