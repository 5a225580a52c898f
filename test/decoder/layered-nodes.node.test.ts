import { expect, it } from "vitest";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { edgeRules } from "../../src/decoder/nodes/edges/index.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { simulate } from "../../src/simulation/simulate.ts";
import { sweep } from "../sweep.ts";

// Rules of edges and variables in layered schedules, by the frames that they fail: oracles with the same fault cannot tell.
const engine = cpuEngine();
const failures = async (code: string, words: string, ebn0: number) => {
  const options = { engine, maxErrors: 1e9, maxFrames: 256 };
  const [{ frame_errors: found }] = await simulate(
    loadCode(code),
    readDecoder(words),
    { ebn0: [ebn0] },
    options,
  ).result();
  return found;
};

// What a rule of edges takes from a message, a variable keeps for its other checks: in a layered schedule each rule fails little more than no rule,
// and posteriors that were built of changed messages would fail two to six times as often.
const ofEdges: [string, string, number][] = [
  ["wifi-648-324", "min-sum", 2],
  ["wifi-648-324", "min-sum messages=int8", 2],
  ["wifi-648-324", "normalised-min-sum messages=int12", 1.5],
  ["beidou-96-48-gf64", "min-max messages=int12 mapping=frames", 1.5],
  ["beidou-96-48-gf64", "qspa", 1],
];
it.each(sweep(ofEdges, 3))("rules of edges: %s, %s", async (code, words, ebn0) => {
  const layered = `${words} schedule=layered iterations=10`;
  const plain = await failures(code, layered, ebn0);
  expect(plain).toBeGreaterThan(25);
  for (const rule of Object.keys(edgeRules)) {
    expect(await failures(code, `${layered} edge=${rule}`, ebn0), rule).toBeLessThan(1.5 * plain);
  }
});

// A memory does not feed a check's last message back to it: 20 layered iterations then fail less than 40 of flooding, whose checks read priors of
// the posteriors two iterations before theirs. With priors of the last posteriors they failed more.
const ofVariables: [string, string, number][] = [
  ["wifi-648-324", "min-sum", 1.75],
  ["wifi-648-324", "min-sum messages=int12", 1.75],
  ["beidou-96-48-gf64", "qspa", 1.5],
];
it.each(sweep(ofVariables, 2))("memories of variables: %s, %s", async (code, words, ebn0) => {
  const flooding = await failures(code, `${words} variable=memory gamma=0.25 iterations=40`, ebn0);
  const layered = await failures(code, `${words} variable=memory gamma=0.25 schedule=layered iterations=20`, ebn0);
  expect(flooding).toBeGreaterThan(25);
  expect(layered).toBeLessThan(flooding);
});
