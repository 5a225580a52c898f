import { expect, it } from "vitest";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { expectOracle } from "./expect-oracle.ts";

// One code of each standard: dual diagonals, the punctured columns and degree-1 variables of 5G, and the accumulator of DVB-S2 with its
// absent one and its blocks of two circulants.
const engines = bothEngines();

// Checks of 22 edges, whose messages a GPU keeps in fewer words, by all sizes of lanes.
const CODES = [
  ["wifi-648-540", "int8", {}],
  ["wifi-648-540", "int12", {}],
  ["wifi-648-540", "f32", {}],
  ["wimax-576-384a", "int8", {}],
  ["nr-bg2-z6", "int8", { rows: 8 }],
  ["dvbs2-16200-10800", "int8", {}],
] as const;

it.each(sweep(CODES, 6))("%s in %s: GPU, CPU and oracle agree bit for bit", async (name, messages, options) => {
  const request = { count: 5, seed: 1, withSyndrome: true };
  const words = `normalised-min-sum iterations=3 schedule=layered messages=${messages}`;
  expect(await expectOracle([engines.cpu, engines.gpu], loadCode(name, options), words, request)).toBe(5);
});
