import { describe, it } from "vitest";
import { baseMatrix } from "../../../src/code/base-matrix.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { bothEngines } from "../../engines.ts";
import { expectSameElements } from "../../same-elements.ts";
import { GRID } from "../reproductions/min-max-symbols/messages.ts";
import { ofBase, oneLayer } from "./codes.ts";
import { decodeOn } from "./decode.ts";
import { randomFrames } from "./frames.ts";

// If one layer has all checks, the layered schedule equals flooding.
const engines = bothEngines();

const codes = {
  "checks without a common variable": { matrix: oneLayer() },
  "one block row, Z = 5": ofBase(
    baseMatrix(1, 4, 5, [
      [0, 0, 3],
      [0, 1, 0],
      [0, 2, 1],
      [0, 3, 4],
    ]),
  ),
};

describe.each(Object.entries(codes))("%s", (_, code) => {
  it("min-sum in f32 comes to the same posteriors", async () => {
    // LLRs on a grid make all sums exact in any order.
    const frames = randomFrames(code.matrix, 6, 3, true).map(({ llr, syndrome }) => ({
      llr: llr.map((value) => Math.round(Math.min(Math.max(value, -8), 8) / GRID) * GRID),
      syndrome,
    }));
    for (const engine of [engines.cpu, engines.gpu]) {
      for (const iterations of [1, 3]) {
        const words = `min-sum messages=f32 mapping=streaming stop=none iterations=${iterations}`;
        const [layered, flooding] = await Promise.all(
          ["layered", "flooding"].map((schedule) => {
            const request = schedule === "flooding" ? words.replace(" mapping=streaming", "") : words;
            return decodeOn(engine, code, readDecoder(`${request} schedule=${schedule}`), frames, true);
          }),
        );
        frames.forEach((_, f) => {
          const what = `${engine.info.engine}, frame ${f}, ${iterations} iterations`;
          expectSameElements(layered[f].posterior, flooding[f].posterior, `${what}: posterior`);
          expectSameElements(layered[f].decision, flooding[f].decision, `${what}: decision`);
        });
      }
    }
  });
});
