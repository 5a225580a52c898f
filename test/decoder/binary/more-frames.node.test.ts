import { describe, expect, it } from "vitest";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { sweep } from "../../sweep.ts";
import { smallCodes } from "./codes.ts";
import { ARITHMETICS } from "./cover.ts";
import { expectOracle } from "./expect-oracle.ts";

// Many more frames than decoders.node.test.ts has, on the CPU engine, which compiles fast.
const SEEDS = 6;
/** Frames of a seed: an odd number, so that the last word is not full. */
const FRAMES = 13;

describe.each(Object.entries(smallCodes()))("%s", (_, code) => {
  it.each(sweep(ARITHMETICS, 3))("%s", async (words) => {
    // The smallest step saturates most.
    const step = /int8|sionna/.test(words) ? " step=0.0625" : "";
    let compared = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const schedule = words.startsWith("sionna") || seed % 2 === 0 ? "" : " schedule=layered";
      const spec = `${words}${step}${schedule} iterations=${2 + 2 * seed} stop=${seed % 3 === 0 ? "none" : "syndrome"}`;
      compared += await expectOracle([cpuEngine()], code, spec, { count: FRAMES, seed, withSyndrome: seed % 4 > 1 });
    }
    expect(compared).toBeGreaterThan(2 * SEEDS);
  });
});
