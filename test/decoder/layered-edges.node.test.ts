import { expect, it } from "vitest";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { edgeRules } from "../../src/decoder/nodes/edges/index.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { simulate } from "../../src/simulation/simulate.ts";

// What a rule of edges takes from a message, a variable keeps for its other checks: in a layered schedule each rule fails little more than no rule,
// and posteriors that were built of changed messages would fail two to six times as often. Oracles that rebuild posteriors alike cannot tell.
const engine = cpuEngine();
const failures = async (code: string, words: string, ebn0: number) => {
  const decoder = readDecoder(`${words} schedule=layered iterations=10`);
  const options = { engine, maxErrors: 1e9, maxFrames: 256 };
  const [{ frame_errors: found }] = await simulate(loadCode(code), decoder, { ebn0: [ebn0] }, options).result();
  return found;
};

it.each([
  ["wifi-648-324", "min-sum", 2],
  ["wifi-648-324", "min-sum messages=int8", 2],
  ["wifi-648-324", "normalised-min-sum messages=int12", 1.5],
  ["beidou-96-48-gf64", "min-max messages=int12 mapping=frames", 1.5],
  ["beidou-96-48-gf64", "qspa", 1],
])("%s, %s", async (code, words, ebn0) => {
  const plain = await failures(code, words, ebn0);
  expect(plain).toBeGreaterThan(25);
  for (const rule of Object.keys(edgeRules)) {
    expect(await failures(code, `${words} edge=${rule}`, ebn0), rule).toBeLessThan(1.5 * plain);
  }
});
