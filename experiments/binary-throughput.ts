import { z } from "zod";
import { readDecoder } from "../src/decoder/decoder.ts";
import { formatRate } from "../src/report/format.ts";
import { measureKernels, measureThroughput, secondsOfDecoder } from "../src/simulation/bench/bench.ts";
import { binaryShares, COMPARISONS, copyBandwidth, peakRates, sharesText, WORKGROUP_BYTES } from "./shared/limits.ts";
import { type BatchTime, bitsOf, caseText, codeOf, jobOf, measureBatch } from "./shared/measure.ts";
import { CODES, measurement, ofCodes, SECONDS } from "./shared/options.ts";
import { reportExperiment } from "./shared/report.ts";
import { CASES, readTable, ungrouped } from "./shared/tables.ts";

/** The strongest public CUDA decoder of a code on an H200. */
const PEER = z.strictObject({
  /** The program. */
  source: z.string(),
  iterations: z.int(),
  gbit: z.number(),
  /** Rate of wrong information blocks at the case's Eb/N0; left out if it was not counted. */
  blockErrors: z.number().optional(),
});

const { cases, early } = readTable(
  "binary-peers",
  z.strictObject({
    source: z.string(),
    /** `of`: the bits of the throughput. */
    cases: z.array(CASES.extend({ of: z.enum(["coded", "information"]), peer: PEER.optional() })).transform(ungrouped),
    /** Clear of the waterfall. */
    early: z.array(CASES).transform(ungrouped),
  }),
);

/** The decoders whose throughput is measured, at the operating point of a peer if there is one. */
export const PEERED_CASES = cases;
export type PeeredCase = (typeof PEERED_CASES)[number];

export default reportExperiment({
  name: "binary-throughput",
  summary: "binary decoders: Gbit/s and block errors beside CUDA decoders, shares of the limits, early termination",
  options: {
    seconds: SECONDS,
    code: CODES,
    frames: measurement.counts("numbers of frames in flight to try", "4096 16384 65536", [4096, 16384, 65536]),
    comparisons: COMPARISONS,
    "workgroup-bytes": WORKGROUP_BYTES,
  },
  quick: { code: ["wimax-2304-1152", "wifi-1944-972"], frames: [64], seconds: 0.1 },
  plan({ code: codes, frames, seconds, ...given }, lab) {
    const copy = copyBandwidth(() => lab.engine);
    const { comparisons, workgroupBytes } = peakRates(given, lab.device.adapter);
    ofCodes(PEERED_CASES, codes);
    const isWanted = ({ code }: { readonly code: string }) => codes?.includes(code) ?? true;
    return {
      source: "Binary decoders, fixed iterations unless said",
      beside: "CUDA decoders on an H200",
      settings: { seconds, frames: [...frames], comparisons, workgroupBytes },
      notes: [
        "Decoder alone: channel LLRs in device memory to hard decisions in device memory, sum of the kernels' times. The CUDA decoders " +
          "are the strongest public ones (B. Le Gal's GPU_fixed with messages of 8 bits, NVIDIA's cuPHY in fp16, the kernels of the Sionna " +
          "tutorial), compiled and measured by this project: no paper prints these figures. More than 100 % of device memory: caches hold a part.",
      ],
      measurements: [
        ...PEERED_CASES.filter(isWanted).map((one) => ({
          name: caseText(one),
          async measure() {
            const rates = { copyBytes: await copy(), comparisons, workgroupBytes };
            const batches: BatchTime[] = [];
            const job = jobOf(lab.engine, one);
            const most = lab.engine.framesMaximum(job.program);
            for (const wanted of new Set(frames.map((each) => Math.min(each, most)))) {
              batches.push(await measureBatch(() => job, wanted, seconds));
            }
            const figures = figuresOf(
              one,
              batches.reduce((a, b) => (b.frames / b.decoderSeconds > a.frames / a.decoderSeconds ? b : a)),
            );
            const { plan } = job.program;
            const inRegisters = plan.some((line) => line.startsWith("messages in registers"));
            const shares = binaryShares(codeOf(one), readDecoder(one.decoder), figures, inRegisters, rates);
            const { informationFrameErrors: wrong, frames: all } = figures.chain.counts;
            const row = {
              what: `${caseText(one)} @ ${one.at} dB`,
              unit: `Gbit/s ${one.of}`,
              beside: one.peer?.gbit,
              ours: figures[one.of] / 1e9,
              how: [
                `${figures.frames} frames in flight, wrong information blocks ${formatRate(wrong / all)} (${wrong} of ${all})`,
                sharesText(shares),
                ...(figures.chain.unsteady ? ["the device still got faster after its warm-up"] : []),
                ...(one.peer === undefined ? [] : [peerText(one.peer)]),
              ].join("; "),
            };
            return { rows: [row], details: { ...figures, plan, rates, shares } };
          },
        })),
        ...early.filter(isWanted).map((one) => ({
          name: `early termination at ${one.at} dB, ${caseText(one)}`,
          async measure() {
            const [fixed, job] = [jobOf(lab.engine, one, { stop: "none" }), jobOf(lab.engine, one)];
            const slots = Math.min(Math.max(...frames), lab.engine.framesMaximum(job.program));
            const [fixedSeconds, earlySeconds] = [
              secondsOfDecoder(fixed, await measureKernels(fixed, slots)),
              secondsOfDecoder(job, await measureKernels(job, slots)),
            ];
            const { iterations } = await measureThroughput(job, slots, seconds);
            const row = {
              what: `early termination at ${one.at} dB, ${caseText(one)}`,
              unit: "speed-up",
              ours: fixedSeconds / earlySeconds,
              how: `20 iterations against ${iterations.toFixed(2)} on average (${(20 / iterations).toFixed(2)}); decoder alone, ${slots} frames`,
            };
            return { rows: [row], details: { slots, fixedSeconds, earlySeconds, iterations } };
          },
        })),
      ],
    };
  },
});

/** The figures of a batch. Bits, bytes and iterations of frames are per second of the decoder alone. */
export function figuresOf(one: PeeredCase, { job, frames, chain, kernels, decoderSeconds }: BatchTime) {
  const { coded, information } = bitsOf(codeOf(one));
  const { bytesPerIteration, edges } = job.program.traffic;
  const frameIterations = (frames * readDecoder(one.decoder).iterations) / decoderSeconds;
  return {
    frames,
    coded: (frames * coded) / decoderSeconds,
    information: (frames * information) / decoderSeconds,
    bytes: frameIterations * bytesPerIteration,
    frameIterations,
    edges,
    chain,
    stages: kernels,
  };
}

/** `beside cuPHY, 8 iterations, wrong information blocks 3.60e-2`. */
function peerText({ source, iterations, blockErrors }: z.infer<typeof PEER>): string {
  const wrong = blockErrors === undefined ? "" : `, wrong information blocks ${formatRate(blockErrors)}`;
  return `beside ${source}, ${iterations} iterations${wrong}`;
}
