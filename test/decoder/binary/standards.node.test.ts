import { expect, it } from "vitest";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { expectOracle } from "./expect-oracle.ts";

// One code of each standard: dual diagonals, the punctured columns and degree-1 variables of 5G, and the accumulator of DVB-S2 with its
// absent one and its blocks of two circulants.
const engines = bothEngines();
const WORDS = "normalised-min-sum iterations=3 schedule=layered messages=int8";

const CODES = [
  ["wifi-648-540", {}],
  ["wimax-576-384a", {}],
  ["nr-bg2-z6", { rows: 8 }],
  ["dvbs2-16200-10800", {}],
] as const;

it.each(sweep(CODES, 6))("%s: GPU, CPU and oracle agree bit for bit", async (name, options) => {
  const request = { count: 5, seed: 1, withSyndrome: true };
  expect(await expectOracle([engines.cpu, engines.gpu], loadCode(name, options), WORDS, request)).toBe(5);
});
