import { describe, expect, it } from "vitest";
import { decoderProgram } from "../../../../src/decoder/decoder.ts";
import { galoisField } from "../../../../src/galois/field.ts";
import { bothEngines } from "../../../engines.ts";
import { runParameters } from "../../../run-parameters.ts";
import { randomNumbers } from "../../../simulation/random.ts";
import { randomMatrix } from "../../random-matrix.ts";
import { RULES, spec } from "../../specs.ts";

const engines = bothEngines();
const FRAMES = 3;
const PER_FRAME = ["variable_to_check", "check_to_variable", "decision"];

// In each dispatch, a frame whose previous iteration satisfied all checks keeps its messages and decision.
describe.each(RULES)("%s", (rule) => {
  for (const [stop, done] of [
    ["syndrome", 1],
    ["none", undefined],
  ] as const) {
    it(`stop=${stop}: ${done === undefined ? "no frame is done" : "a done frame stays untouched"}`, async () => {
      const matrix = randomMatrix(galoisField(8), [4, 4, 3, 5], 8, 2);
      const how = spec(`${rule} stop=${stop} iterations=3`);
      const random = randomNumbers(7);
      for (const engine of [engines.cpu, engines.gpu]) {
        const program = decoderProgram({ matrix }, how, engine.limits);
        const prepared = await engine.prepare(program, FRAMES);
        for (const name of [...PER_FRAME, "channel_llr"]) {
          const { type, length } = program.buffers[name];
          const values = Array.from({ length: length * FRAMES }, () => 1 + Math.floor(6 * random()));
          prepared.write(name, type === "f32" ? Float32Array.from(values) : Uint32Array.from(values));
        }
        // After iteration 0 the middle frame is satisfied. No failed check is known in iteration 1.
        prepared.write("unsatisfied", Uint32Array.from([1, 0, 1, 0, 0, 0, 0, 0, 0]));
        const changed = new Set<string>();
        for (const dispatch of program.iterate) {
          const before = await Promise.all(PER_FRAME.map((name) => prepared.read(name)));
          await prepared.runDispatch(dispatch, runParameters({ frames: FRAMES }), 1);
          for (const [i, name] of PER_FRAME.entries()) {
            const after = await prepared.read(name);
            after.forEach((value, at) => {
              if (value !== before[i][at])
                changed.add(`${name} of frame ${Math.floor(at / program.buffers[name].length)}`);
            });
          }
        }
        const unsatisfied = await prepared.read("unsatisfied");
        const frames = [0, 1, 2].filter((frame) => frame !== done);
        const expected = PER_FRAME.flatMap((name) => frames.map((frame) => `${name} of frame ${frame}`));
        expect([...changed].sort(), engine.info.engine).toEqual(expected.sort());
        if (done !== undefined) expect(unsatisfied[FRAMES + done]).toBe(0);
        prepared.release();
      }
    });
  }
});
