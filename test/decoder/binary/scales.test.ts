import { expect, it } from "vitest";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { smallCodes } from "./codes.ts";
import { expectOracle } from "./expect-oracle.ts";

// Scales and offsets that no number format holds exactly: device, CPU and oracle round them alike.
const engines = bothEngines();
const code = smallCodes()["Z = 1"];

const decoders = [
  "normalised-min-sum scale=0.3 messages=int12",
  "normalised-min-sum scale=0.825 schedule=layered",
  "normalised-min-sum scale=0.825 messages=int8 schedule=layered",
  "offset-min-sum offset=0.3",
  "offset-min-sum offset=0.3 messages=int8 step=0.125",
];

it.each(sweep(decoders, 5, 5))("%s", async (words) => {
  const request = { count: 14, seed: 5, withSyndrome: false };
  expect(await expectOracle([engines.cpu, engines.gpu], code, `${words} iterations=6`, request)).toBe(14);
});
