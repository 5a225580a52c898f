import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import { bothEngines } from "../../engines.ts";
import { runParameters } from "../../run-parameters.ts";
import { sweep } from "../../sweep.ts";
import { smallCodes } from "./codes.ts";
import { randomFrames } from "./frames.ts";

// Sign changes of variable-to-check messages, which decoders count beside the messages, equal the changes between messages that are read
// after every iteration, on both engines.
const engines = bothEngines();
const code = smallCodes()["Z = 5 with degree-1 variables"];
const FRAMES = 5;

const FORMATS = [
  ["f32", 1],
  ["int12", 2],
  ["int8", 4],
] as const;

describe.each(sweep(FORMATS, 2))("messages=%s", (messages, interleave) => {
  // A device in software compiles each of its kernels for a second: it has the words of two frames.
  const on = () => (messages === "int12" ? [engines.cpu, engines.gpu] : [engines.cpu]);
  const words = Math.ceil(FRAMES / interleave);
  const bits = 32 / interleave;
  const top = 2 ** (bits - 1);
  // The iterations suffice to saturate the 7-bit counters of int8.
  const iterations = messages === "int8" ? 140 : 12;
  const spec = readDecoder(`min-sum messages=${messages} mapping=frames iterations=${iterations} stop=none`);
  // The messages of words far from any codeword oscillate.
  const frames = randomFrames(code.matrix, FRAMES, 5, true).map(({ llr, syndrome }) => ({
    llr: llr.map((_, n) => 2 * Math.sin(3 * n + 7 * llr[0]) + 0.1),
    syndrome,
  }));

  it.each(["flooding", "layered"])(
    "schedule=%s: the same where posteriors are in workgroup memory",
    async (schedule) => {
      const counts: number[][] = [];
      for (const engine of on()) {
        for (const mapping of ["frames", "resident"]) {
          const how = readDecoder(
            `min-sum messages=${messages} mapping=${mapping} schedule=${schedule} iterations=${iterations} stop=none`,
          );
          const program = decoderProgram(code, how, engine.limits, { syndrome: true, countFlips: true });
          const prepared = await engine.prepare(program, FRAMES);
          await prepared.run(runParameters({ frames: FRAMES }), [], {
            channel_llr: Float32Array.from(frames.flatMap(({ llr }) => llr)),
            syndrome: Uint32Array.from(frames.flatMap(({ syndrome }) => syndrome)),
          });
          const held = (await prepared.read("messages")) as Uint32Array;
          const edges = program.buffers.messages.length / 2;
          const at = (edge: number, word: number) =>
            mapping === "frames" ? (edges + edge) * words + word : 2 * edges * word + edges + edge;
          counts.push(
            Array.from({ length: edges * FRAMES }, (_, i) => {
              const [edge, frame] = [Math.floor(i / FRAMES), i % FRAMES];
              const lane = held[at(edge, Math.floor(frame / interleave))] / 2 ** (bits * (frame % interleave));
              return Math.floor(lane) % 2 ** bits;
            }),
          );
          prepared.release();
        }
      }
      expect(Math.max(...counts[0].map((lane) => lane % top))).toBeGreaterThan(2);
      for (const other of counts.slice(1)) expect(other).toEqual(counts[0]);
    },
  );

  it("are those of the messages iteration by iteration", async () => {
    const counts: number[][] = [];
    for (const engine of on()) {
      const program = decoderProgram(code, spec, engine.limits, { syndrome: true, countFlips: true });
      const prepared = await engine.prepare(program, FRAMES);
      prepared.write("channel_llr", Float32Array.from(frames.flatMap(({ llr }) => llr)));
      prepared.write("syndrome", Uint32Array.from(frames.flatMap(({ syndrome }) => syndrome)));
      const parameters = runParameters({ frames: FRAMES });
      const edges = program.buffers.messages.length / 2;
      /** Signs after the last iteration, and numbers of seen sign changes, by edge and frame. */
      const signs: boolean[] = [];
      const changes: number[] = new Array(edges * FRAMES).fill(0);
      let lanes: number[] = [];
      const look = async (first: boolean) => {
        const held = (await prepared.read("messages")) as Uint32Array;
        lanes = Array.from({ length: edges * FRAMES }, (_, i) => {
          const [edge, frame] = [Math.floor(i / FRAMES), i % FRAMES];
          const word = held[(edges + edge) * words + Math.floor(frame / interleave)];
          return Math.floor(word / 2 ** (bits * (frame % interleave))) % 2 ** bits;
        });
        lanes.forEach((lane, i) => {
          const negative = lane >= top;
          if (!first && negative !== signs[i]) changes[i] = Math.min(changes[i] + 1, top - 1);
          signs[i] = negative;
        });
        expect(lanes.map((lane) => lane % top)).toEqual(changes);
      };
      for (const dispatch of program.start) await prepared.runDispatch(dispatch, parameters, 0);
      await look(true);
      for (let i = 1; i < iterations; i++) {
        for (const dispatch of program.iterate) await prepared.runDispatch(dispatch, parameters, i);
        await look(false);
      }
      expect(Math.max(...changes)).toBeGreaterThan(2);
      counts.push(lanes);
      prepared.release();
    }
    for (const other of counts.slice(1)) expect(other).toEqual(counts[0]);
  });
});
