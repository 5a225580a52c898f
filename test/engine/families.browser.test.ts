import { describe, expect, it } from "vitest";
import { channelCode } from "../../src/channel/channel-kind.ts";
import { channelAt, channelPoint } from "../../src/channel/channels.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { COUNTERS } from "../../wgsl/statistics/index.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { spec } from "../decoder/specs.ts";
import { bothEngines } from "../engines.ts";
import { runParameters } from "../run-parameters.ts";
import { ALL, IN_BROWSER } from "../sweep.ts";

// A whole simulation with a decoder of each family, from words to counters, on this environment's device. It is the short test for the
// browser. With --mode all it has the families alone whose tests in test/decoder are for Node.
const engines = bothEngines();
const FRAMES = 70;
const BITS = codeOf(randomMatrix(galoisField(2), [3, 4, 3, 3, 4], 10, 3));
const SYMBOLS = codeOf(randomMatrix(galoisField(4), [3, 3, 4], 7, 1));

async function countersOf(engine: Engine, words: string): Promise<number[]> {
  const how = spec(words);
  const code = checkNodeRules[how.rule].input === "bit" ? BITS : SYMBOLS;
  const point = channelPoint("ebn0", 2);
  const { noise, llrScale, amplitude } = channelAt(point, channelCode(code));
  const program = monteCarloProgram(code, how, "random", engine.limits, point);
  const prepared = await engine.prepare(program, FRAMES);
  prepared.write("noise", noise);
  const { outputs } = await prepared.run(
    runParameters({ frames: FRAMES, chunkFrames: FRAMES, llrScale, amplitude, key: [5, 7] }),
    [{ buffer: "counters", elements: COUNTERS }],
  );
  prepared.release();
  return [...outputs[0]];
}

describe("the counters of the device are those of the CPU engine", () => {
  const inNodeAlone = [
    "osd order=1",
    "min-max iterations=3 mapping=frames messages=levels8",
    "symbol-osd basis=symbols order=1",
  ];
  const others = [
    "min-sum iterations=3",
    "normalised-min-sum iterations=3 schedule=layered messages=int8",
    "offset-min-sum iterations=3 messages=int12",
    "ratio-sum-product iterations=3",
    "min-max iterations=3 mapping=symbols",
    "ems nm=2 iterations=3",
    "isrb-mlgd iterations=3",
  ];
  // In Node, test/decoder compares each family.
  const inBrowser = ALL ? inNodeAlone : [...inNodeAlone, ...others];
  it.each(IN_BROWSER ? inBrowser : others.slice(0, 1))("%s", async (words) => {
    const expected = await countersOf(engines.cpu, words);
    expect(await countersOf(engines.gpu, words)).toEqual(expected);
    // Some frames fail and some do not.
    expect(expected[0]).toBe(FRAMES);
    expect(expected[1]).toBeGreaterThan(0);
    expect(expected[1]).toBeLessThan(FRAMES);
  });
});
