import { readDecoder } from "../../src/decoder/decoder.ts";
import { frameDecoder } from "../../src/engine/decode.ts";
import { packedDecoder } from "../../src/engine/decode-packed.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { warmUp } from "../../src/simulation/bench/bench.ts";
import { type CallLatency, callLatency, jobOf, latencyText } from "../shared/measure.ts";
import { decoder as ofDecoder, SECONDS } from "../shared/options.ts";
import { reportExperiment } from "../shared/report.ts";
import { LONGEST, LONGEST_ROWS, PRINTED, tutorialDecoder, tutorialSource } from "./shared/blocks.ts";

export default reportExperiment({
  name: "sionna-5g-latency",
  summary: "latency of one segment and of a code word of two, LLRs uploaded and decisions read back",
  paper: "sionna",
  options: {
    iterations: ofDecoder.counts("iterations", "4 8", [4, 8, 20]),
    rows: ofDecoder.counts(`block rows of ${LONGEST} that are used`, "13", LONGEST_ROWS as readonly number[]),
    seconds: SECONDS,
  },
  quick: { iterations: [4], rows: [5], seconds: 0.2 },
  plan: ({ iterations, rows, seconds }, lab) => ({
    source: tutorialSource("time of a code word and of a segment"),
    settings: { seconds },
    notes: [
      "The tutorial's times are of traffic of a DGX Spark or Jetson, whose code, rate and iterations it does not print; they include the copies of " +
        "LLRs and bits. Ours are of the longest segment, from LLRs in the host's memory to decisions there.",
    ],
    measurements: iterations.flatMap((count) =>
      rows.flatMap((used) =>
        FORMS.map(({ segments, packed, words }) => {
          const name = `${words}, ${used} rows, ${count} iterations`;
          return {
            name,
            async measure() {
              const timed = { rows: used, iterations: count, segments, packed };
              const measured = await segmentLatency(lab.engine, timed, seconds);
              const { seconds: clock, firstSeconds: first, deviceSeconds: device } = measured;
              const row = {
                what: name,
                unit: "µs",
                paper: segments === 1 ? PRINTED.segment : PRINTED.codeWord,
                ours: 1e6 * clock,
                how: `calls one after the other; ${latencyText(measured, ["µs", 1e-6])}`,
              };
              return { rows: [row], details: { clock, first, device } };
            },
          };
        }),
      ),
    ),
  }),
});

/** The timed forms: LLRs in f32 in and a word for each bit out, or bytes in and bits out. */
const FORMS = [
  { segments: 1, packed: false, words: "one segment" },
  { segments: 2, packed: false, words: "two segments at once" },
  { segments: 1, packed: true, words: "one segment, bytes in, bits out" },
  { segments: 2, packed: true, words: "two segments at once, bytes in, bits out" },
] as const;

interface Timed {
  readonly rows: number;
  readonly iterations: number;
  readonly segments: number;
  readonly packed: boolean;
}

/** A decoder of the timed form, and its repeated input. @param timed whether its calls have timestamp queries. */
function formDecoder(engine: Engine, { rows, iterations, segments, packed }: Timed, timed: boolean) {
  const code = loadCode(LONGEST, { rows });
  const spec = readDecoder(tutorialDecoder(iterations, "stop=none"));
  const steps = Int8Array.from({ length: segments * code.matrix.columns }, (_, n) => ((n * 7919) % 41) - 8);
  if (packed) {
    const decoder = packedDecoder(engine, code, spec, { timed });
    return { decode: () => decoder.decode(steps), release: () => decoder.release() };
  }
  const decoder = frameDecoder(engine, code, spec, { timed });
  const llr = Float32Array.from(steps, (step) => step * Number(spec.options.step));
  return { decode: () => decoder.decode(llr), release: () => decoder.release() };
}

/** Other work, which precedes each burst of calls. */
const LOAD = {
  code: "wimax-2304-1152",
  decoder: "offset-min-sum schedule=layered messages=int8",
  at: 2,
  frames: 32_768,
};

/** Medians over calls in bursts, each after a batch of other work. @param seconds of calls and work. */
async function segmentLatency(engine: Engine, timed: Timed, seconds: number): Promise<CallLatency> {
  const decoder = formDecoder(engine, timed, false);
  const withQueries = formDecoder(engine, timed, true);
  const { program, channel } = jobOf(engine, LOAD);
  const frames = engine.info.software ? 32 : Math.min(LOAD.frames, engine.framesMaximum(program));
  const load = await engine.prepare(program, frames);
  load.write("noise", channel.noise);
  const { llrScale, amplitude } = channel;
  const batch = { firstFrame: 0, frames, chunkFrames: frames, key: [1, 1] as const, llrScale, amplitude };
  const work = () => load.run(batch, [{ buffer: "counters", elements: 1 }]);
  try {
    await warmUp(engine, async () => (await work()).seconds, seconds);
    const begin = performance.now();
    const timedCall = async () => (await withQueries.decode()).seconds;
    return await callLatency(
      work,
      () => decoder.decode(),
      timedCall,
      () => performance.now() - begin < 1000 * seconds,
    );
  } finally {
    load.release();
    decoder.release();
    withQueries.release();
  }
}
