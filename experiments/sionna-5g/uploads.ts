import { readDecoder } from "../../src/decoder/decoder.ts";
import { type FrameDecoder, frameDecoder } from "../../src/engine/decode.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { measurement, decoder as ofDecoder, SECONDS } from "../shared/options.ts";
import { reportExperiment } from "../shared/report.ts";
import { LONGEST, tutorialDecoder, tutorialSource } from "./shared/blocks.ts";

/** Patterns of uploading LLRs to the device: segments of a call's buffer, and calls under way at once. */
const PATTERNS = [
  { segments: 1, calls: 1, text: "a buffer for each segment, one after the other" },
  { segments: 1, calls: 4, text: "a buffer for each segment, 4 in flight while others are decoded" },
  { segments: 1, calls: 16, text: "a buffer for each segment, 16 in flight" },
  { segments: 16, calls: 1, text: "one buffer for 16 segments, one after the other" },
  { segments: 16, calls: 4, text: "one buffer for 16 segments, 4 in flight" },
  { segments: 256, calls: 1, text: "one buffer for 256 segments, one after the other" },
  { segments: 256, calls: 4, text: "one buffer for 256 segments, 4 in flight" },
] as const;

export default reportExperiment({
  name: "sionna-5g-uploads",
  summary: "upload patterns: one buffer or many, and calls in flight while others are decoded",
  paper: "sionna",
  options: {
    rows: ofDecoder.count(`block rows of ${LONGEST} that are used`, "13", 13),
    iterations: ofDecoder.count("iterations", "4", 8),
    segments: measurement.count("most segments of a buffer: patterns with more are left out", "16", 256),
    seconds: SECONDS,
  },
  quick: { iterations: 2, segments: 16, seconds: 0.3 },
  plan({ rows, iterations, segments: most, seconds }, lab) {
    const code = loadCode(LONGEST, { rows });
    const { columns } = code.matrix;
    return {
      source: tutorialSource(`memory management; ${rows} block rows, ${iterations} iterations`),
      settings: { seconds, rows, iterations },
      notes: [
        "The tutorial compares memory that host and device share with explicit copies. WebGPU has no memory of this kind: LLRs (f32) are copied " +
          "into a buffer of the device for each call, and decisions back.",
      ],
      measurements: PATTERNS.filter(({ segments }) => segments <= most).map(({ segments, calls, text }) => ({
        name: text,
        async measure() {
          const decoder = frameDecoder(lab.engine, code, readDecoder(tutorialDecoder(iterations, "stop=none")));
          try {
            const llr = Float32Array.from({ length: segments * columns }, (_, n) => ((n * 7919) % 41) - 8);
            await callsPerSecond(decoder, llr, calls, seconds / 2);
            const rate = await callsPerSecond(decoder, llr, calls, seconds);
            const how = `by the clock; ${((1e6 * calls) / rate).toFixed(0)} µs from LLRs to decisions of a call`;
            const row = { what: text, unit: "segments/s", ours: rate * segments, how };
            return { rows: [row], details: { segments, calls, callsPerSecond: rate } };
          } finally {
            decoder.release();
          }
        },
      })),
    };
  },
});

async function callsPerSecond(
  decoder: FrameDecoder,
  llr: Float32Array<ArrayBuffer>,
  inFlight: number,
  seconds: number,
): Promise<number> {
  let done = 0;
  const begin = performance.now();
  const lane = async () => {
    do {
      await decoder.decode(llr);
      done++;
    } while (performance.now() - begin < 1000 * seconds);
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (1000 * done) / (performance.now() - begin);
}
