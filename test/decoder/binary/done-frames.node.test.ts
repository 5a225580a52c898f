import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import { bothEngines } from "../../engines.ts";
import { runParameters } from "../../run-parameters.ts";
import { sweep } from "../../sweep.ts";
import { smallCodes } from "./codes.ts";
import { decodeOn, readPosteriors } from "./decode.ts";
import { randomFrames } from "./frames.ts";

// A frame that satisfies all checks stays unchanged while the other frames of its word continue. Lanes without a frame have no effect.
const engines = bothEngines();
const code = smallCodes()["Z = 3, two of degree 1 in a check"];
/** Two words of int8, three of int12, or five of f32. The last word of int8 and int12 has lanes without a frame. */
const FRAMES = 5;
const SLOTS = 8;
const ITERATIONS = 3;

const FORMATS = ["int8", "int12", "f32"];

describe.each(sweep(FORMATS, 2))("messages=%s", (messages) => {
  const kernels = [
    ["flooding", "streaming"],
    ["flooding", "frames"],
    ["layered", "streaming"],
    ["layered", "frames"],
  ];
  for (const [turn, [schedule, mapping]] of kernels.entries()) {
    // A device compiles each for a second, so that formats have the kernels in turn.
    const names = (turn + FORMATS.indexOf(messages)) % 2 === 0 ? (["cpu", "gpu"] as const) : (["cpu"] as const);
    it(`schedule=${schedule} mapping=${mapping}: done frames keep posterior and decision`, async () => {
      const how = `schedule=${schedule} mapping=${mapping}`;
      const spec = readDecoder(`min-sum iterations=${ITERATIONS} messages=${messages} ${how}`);
      // Words that the decoder does not find soon: noise, with syndromes that are independent of it.
      const frames = randomFrames(code.matrix, SLOTS, 5, true).map(({ llr, syndrome }) => ({
        llr: llr.map((_, n) => 2 * Math.sin(3 * n + 7 * llr[0]) + 0.5),
        syndrome,
      }));
      for (const engine of names.map((name) => engines[name])) {
        const program = decoderProgram(code, spec, engine.limits, { syndrome: true });
        const prepared = await engine.prepare(program, SLOTS);
        prepared.write("channel_llr", Float32Array.from(frames.flatMap(({ llr }) => llr)));
        prepared.write("syndrome", Uint32Array.from(frames.flatMap(({ syndrome }) => syndrome)));
        // In the first iteration all slots have frames, so that lanes without a frame later hold words that fail checks. Frame interleaving
        // is an exception, because the positions of frames depend on their number.
        const first = mapping === "frames" ? FRAMES : SLOTS;
        for (const dispatch of program.start) await prepared.runDispatch(dispatch, runParameters({ frames: first }), 0);
        const before = await readPosteriors(prepared, program, spec, FRAMES);
        // Frames 1 and 4 are done after iteration 0. Nothing is known about iterations 1 and 2.
        const unsatisfied = new Uint32Array(ITERATIONS * SLOTS);
        unsatisfied.set([1, 0, 1, 1, 0]);
        prepared.write("unsatisfied", unsatisfied);
        const parameters = runParameters({ frames: FRAMES });
        const list = program.start.find(({ kernel }) => kernel === "common/active-frames/compact-words");
        expect(list !== undefined).toBe(mapping === "frames");
        if (list !== undefined) {
          prepared.write("active_list", new Uint32Array((await prepared.read("active_list")).length));
          await prepared.runDispatch(list, parameters, 0);
        }
        for (const dispatch of program.iterate) await prepared.runDispatch(dispatch, parameters, 1);
        const after = await readPosteriors(prepared, program, spec, FRAMES);
        const changed = [...after.keys()].filter((f) => after[f].some((value, n) => value !== before[f][n]));
        expect(changed, engine.info.engine).toEqual([0, 2, 3]);
        const marks = await prepared.read("unsatisfied");
        expect([marks[FRAMES + 1], marks[FRAMES + 4]], engine.info.engine).toEqual([0, 0]);
        // Lanes 5 … 7 of iteration 1 would alias frames 0 … 2 of iteration 2.
        expect(
          [...marks.subarray(2 * FRAMES)].every((mark) => mark === 0),
          engine.info.engine,
        ).toBe(true);
        prepared.write("decision", new Uint32Array(SLOTS * code.matrix.columns).fill(7));
        for (const dispatch of program.afterIterations)
          await prepared.runDispatch(dispatch, parameters, ITERATIONS - 1);
        const decision = await prepared.read("decision");
        const expected = after.slice(0, FRAMES).flatMap((frame) => frame.map((value) => Number(value < 0)));
        expect([...decision.subarray(0, FRAMES * code.matrix.columns)]).toEqual(expected);
        expect(decision.subarray(FRAMES * code.matrix.columns).every((bit) => bit === 7)).toBe(true);
        prepared.release();
      }
    });
  }
});

describe.each(["int12", "int8"])("messages=%s mapping=resident", (messages) => {
  it("frames of one word do not know of each other", async () => {
    const spec = readDecoder(`min-sum iterations=9 messages=${messages} schedule=layered mapping=resident`);
    const frames = randomFrames(code.matrix, FRAMES, 6, false);
    for (const engine of [engines.cpu, engines.gpu]) {
      const together = await decodeOn(engine, code, spec, frames, false);
      const alone = [];
      for (const frame of frames) alone.push(...(await decodeOn(engine, code, spec, [frame], false)));
      expect(together, engine.info.engine).toEqual(alone);
      const iterations = together.map(({ unsatisfied }) => unsatisfied.filter(Boolean).length);
      expect(new Set(iterations).size, "frames end after different iterations").toBeGreaterThan(1);
    }
  });
});
