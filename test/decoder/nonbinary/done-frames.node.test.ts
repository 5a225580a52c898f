import { expect, it } from "vitest";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import { bothEngines } from "../../engines.ts";
import { runParameters } from "../../run-parameters.ts";
import { sweep } from "../../sweep.ts";
import { FRAME_DECODERS, spec } from "../specs.ts";
import { noisyFrames } from "../words.ts";
import { regular } from "./graphs.ts";

// Done frames leave their slots and keep their last decision, even if they share a word with active frames.
const engines = bothEngines();
const FRAMES = 7;
const DONE = [1, 2, 5];
/** Decision before the first iteration, which is no symbol. */
const BEFORE = 4711;

it.each(sweep(FRAME_DECODERS, 3))("%s", async (words) => {
  const matrix = regular(4);
  const frames = noisyFrames(matrix, { count: FRAMES, seed: 3 });
  // A device compiles each for a second.
  for (const engine of FRAME_DECODERS.indexOf(words) % 2 === 0 ? [engines.cpu, engines.gpu] : [engines.cpu]) {
    const program = decoderProgram({ matrix }, spec(`${words} iterations=3`), engine.limits);
    const prepared = await engine.prepare(program, FRAMES);
    prepared.write("channel_llr", Float32Array.from(frames.flatMap(({ llr }) => llr.flat())));
    for (const dispatch of program.start) await prepared.runDispatch(dispatch, runParameters({ frames: FRAMES }), 0);
    const unsatisfied = new Uint32Array(3 * FRAMES);
    for (let frame = 0; frame < FRAMES; frame++) unsatisfied[frame] = Number(!DONE.includes(frame));
    prepared.write("unsatisfied", unsatisfied);
    prepared.write("symbols", new Uint32Array(matrix.columns * FRAMES).fill(BEFORE));
    for (const dispatch of program.iterate) await prepared.runDispatch(dispatch, runParameters({ frames: FRAMES }), 1);
    const symbols = await prepared.read("symbols");
    const kept = Array.from({ length: FRAMES }, (_, frame) => frame).filter((frame) =>
      Array.from({ length: matrix.columns }, (_, n) => symbols[n * FRAMES + frame]).every(
        (symbol) => symbol === BEFORE,
      ),
    );
    expect(kept, engine.info.engine).toEqual(DONE);
    expect([...symbols].filter((symbol) => symbol === BEFORE).length).toBe(DONE.length * matrix.columns);
    const marks = await prepared.read("unsatisfied");
    for (const frame of DONE) expect(marks[FRAMES + frame]).toBe(0);
    prepared.release();
  }
});
