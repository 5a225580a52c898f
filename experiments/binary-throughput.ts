import { numbers, texts } from "../src/cli/command-line/option.ts";
import type { Engine } from "../src/engine/engine.ts";
import { measureThroughput } from "../src/simulation/bench/bench.ts";
import { measureCopyBandwidth } from "../src/simulation/bench/copy-bandwidth.ts";
import { type BinaryCase, bestFigures, binaryJob, caseText, decodeLatency, decodingSeconds } from "./shared/binary.ts";
import { codeFilter } from "./shared/code-filter.ts";
import { measureOptions } from "./shared/report.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import { type Measured, measureReport } from "./shared/runner/report-run.ts";

const LAYERED = "offset-min-sum schedule=layered stop=none";

/**
 * Cases of throughput. Some have the speed of the strongest public CUDA decoder on an H200 (Gbit/s, decode kernel
 * alone): Le Gal's GPU_fixed for 802.16e, cuPHY's kernels in fp16 and the Sionna tutorial's kernels for 5G, all
 * compiled and measured by this project.
 */
const CASES: readonly (BinaryCase & { readonly of: "coded" | "information"; readonly others?: number })[] = [
  {
    code: "wimax-2304-1152",
    decoder: `${LAYERED} messages=int8 iterations=10`,
    ebn0: 2,
    of: "coded",
    others: 27.7,
  },
  { code: "wimax-2304-1152", decoder: `${LAYERED} messages=f32 iterations=10`, ebn0: 2, of: "coded" },
  { code: "wimax-2304-1152", decoder: `${LAYERED} messages=int12 iterations=10`, ebn0: 2, of: "coded" },
  { code: "wimax-2304-1152", decoder: "sum-product iterations=50 stop=none", ebn0: 2, of: "coded" },
  { code: "wifi-1944-972", decoder: `${LAYERED} messages=int8 iterations=10`, ebn0: 2, of: "coded" },
  {
    code: "nr-bg1-z384",
    decoder: `${LAYERED} messages=int8 iterations=8`,
    ebn0: 1,
    of: "information",
    others: 15.7,
  },
  {
    code: "nr-bg1-z384",
    rows: 13,
    decoder: `${LAYERED} messages=int8 iterations=8`,
    ebn0: 3,
    of: "information",
    others: 34.9,
  },
  {
    code: "nr-bg1-z384",
    rows: 5,
    decoder: `${LAYERED} messages=int8 iterations=8`,
    ebn0: 5,
    of: "information",
    others: 62.2,
  },
  {
    code: "nr-bg1-z384",
    decoder: "sionna-5g-min-sum iterations=8 stop=none",
    ebn0: 1,
    of: "information",
    others: 0.284,
  },
  { code: "dvbs2-64800-43200", decoder: `${LAYERED} messages=int8 iterations=10`, ebn0: 2, of: "coded" },
  { code: "dvbs2-64800-43200", decoder: "sum-product iterations=31 stop=none", ebn0: 2, of: "coded" },
];

/** Channels at which early termination is measured: clear of the waterfall, better and better. */
const EARLY: readonly BinaryCase[] = [2, 2.5, 3, 4].flatMap((ebn0) =>
  ["messages=int8", "messages=f32"].map((messages) => ({
    code: "wimax-2304-1152",
    decoder: `offset-min-sum schedule=layered ${messages} iterations=20`,
    ebn0,
  })),
);

/** The Sionna tutorial's decoder, whose latency is measured. */
const TUTORIAL = { code: "nr-bg1-z384", decoder: "sionna-5g-min-sum iterations=8 stop=none", ebn0: 1 };
/** Microseconds of one frame with the tutorial's own kernels on an H200, measured by this project. */
const TUTORIAL_MICROSECONDS = 110;

export default defineExperiment({
  name: "binary-throughput",
  summary: "binary decoders: Gbit/s of the decoder alone and of the chain, latency, savings of early termination",
  options: {
    ...measureOptions("binary-throughput"),
    code: texts({
      group: "Code",
      describe: "codes of the experiment to measure",
      placeholder: "CODE",
      example: "wimax-2304-1152",
      defaultText: "all",
    }),
    frames: numbers({
      group: "Measurement",
      describe: "numbers of frames in flight to try",
      example: "4096 16384 65536",
      default: [4096, 16384, 65536],
    }),
  },
  quick: {
    code: ["wimax-2304-1152", "wifi-1944-972"],
    frames: [64],
    seconds: 0.1,
    out: "runs/binary-throughput-quick.json",
  },
  async run({ code: codes, frames, seconds, out }, lab) {
    const isWanted = codeFilter(CASES, codes);
    await measureReport(lab, out, {
      experiment: "binary-throughput",
      source: "Binary decoders, fixed iterations unless said",
      beside: "CUDA decoders on an H200",
      settings: { seconds, frames: [...frames] },
      notes: [
        "Decoder alone: channel LLRs (f32) in device memory to hard decisions in device memory, sum of the kernels' times. The CUDA decoders " +
          "are the strongest public ones, compiled and measured by this project: no paper prints these figures.",
      ],
      measurements: [
        ...CASES.filter(isWanted).map((one) => ({
          name: caseText(one),
          measure: () => throughput(lab.engine, one, frames, seconds),
        })),
        ...[TUTORIAL]
          .filter(isWanted)
          .map((one) => ({ name: "latency of one frame", measure: () => latency(lab.engine, one) })),
        ...EARLY.filter(isWanted).map((one) => ({
          name: `early termination at ${one.ebn0} dB, ${caseText(one)}`,
          measure: () => earlyTermination(lab.engine, one, frames, seconds),
        })),
      ],
    });
  },
});

async function throughput(
  engine: Engine,
  one: (typeof CASES)[number],
  frames: readonly number[],
  seconds: number,
): Promise<Measured> {
  const copy = await measureCopyBandwidth(engine);
  const figures = await bestFigures(engine, one, frames, seconds);
  const share = (100 * figures.bytes) / copy.bytesPerSecond;
  const row = {
    what: caseText(one),
    unit: `Gbit/s ${one.of}`,
    beside: one.others,
    ours: figures[one.of] / 1e9,
    how: `${figures.frames} frames, ${share.toFixed(0)} % of the copy bandwidth by the model`,
  };
  const perFrame = (figures.chain.framesPerSecond * figures.coded) / figures[one.of];
  return { rows: [row], details: { ...figures, copy, shareOfCopyBandwidth: share / 100, perFrame } };
}

async function latency(engine: Engine, one: BinaryCase): Promise<Measured> {
  const measured = await decodeLatency(engine, one, 50);
  const row = { what: "one frame, the Sionna tutorial's decoder", unit: "µs" };
  const rows = [
    {
      ...row,
      beside: TUTORIAL_MICROSECONDS,
      ours: 1e6 * measured.device,
      how: `${measured.dispatches} dispatches, on the device`,
    },
    { ...row, ours: 1e6 * measured.clock, how: "LLRs uploaded, decisions read back, by the clock" },
  ];
  return { rows, details: measured };
}

async function earlyTermination(
  engine: Engine,
  one: BinaryCase,
  frames: readonly number[],
  seconds: number,
): Promise<Measured> {
  const fixed = binaryJob(engine, { ...one, decoder: `${one.decoder} stop=none` });
  const early = binaryJob(engine, one);
  const slots = Math.min(Math.max(...frames), engine.framesMaximum(early.program));
  const [all, some] = [await decodingSeconds(fixed, slots), await decodingSeconds(early, slots)];
  const { iterations } = await measureThroughput(early, slots, seconds);
  const row = {
    what: `early termination at ${one.ebn0} dB, ${caseText(one)}`,
    unit: "speed-up",
    ours: all / some,
    how: `20 iterations against ${iterations.toFixed(2)} on average (${(20 / iterations).toFixed(2)}); decoder alone, ${slots} frames`,
  };
  return { rows: [row], details: { slots, fixedSeconds: all, earlySeconds: some, iterations } };
}
