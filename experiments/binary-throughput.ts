import { numbers } from "../src/cli/command-line/option.ts";
import { openEngine } from "../src/node/engine/engines.ts";
import { measureThroughput } from "../src/simulation/bench/bench.ts";
import { measureCopyBandwidth } from "../src/simulation/bench/copy-bandwidth.ts";
import { type BinaryCase, bestFigures, binaryJob, caseText, decodeLatency, decodingSeconds } from "./shared/binary.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { type Comparison, measureOptions, publish } from "./shared/report.ts";

const LAYERED = "offset-min-sum schedule=layered stop=none";

/**
 * Throughput cases with what the strongest public CUDA decoders make on an H200 (Gbit/s, decode kernel alone; doc/design
 * notes: Le Gal's GPU_fixed for 802.16e, cuPHY's kernels for 5G in fp16).
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

/** Where early termination is measured: clear of the waterfall, ever better channels. */
const EARLY: readonly BinaryCase[] = [2, 2.5, 3, 4].flatMap((ebn0) =>
  ["messages=int8", "messages=f32"].map((messages) => ({
    code: "wimax-2304-1152",
    decoder: `offset-min-sum schedule=layered ${messages} iterations=20`,
    ebn0,
  })),
);

export default defineExperiment({
  summary: "binary decoders: Gbit/s of the decoder alone and of the chain, latency, what early termination saves",
  options: {
    ...measureOptions("binary-throughput"),
    frames: numbers({
      group: "Measurement",
      describe: "numbers of frames in flight to try",
      example: "4096 16384 65536",
      default: [4096, 16384, 65536],
    }),
  },
  async run(options) {
    const engine = await openEngine(options);
    try {
      const copy = await measureCopyBandwidth(engine);
      const comparisons: Comparison[] = [];
      const details: Record<string, unknown> = { copy };
      for (const one of CASES) {
        const figures = await bestFigures(engine, one, options.frames, options.seconds);
        const share = (100 * figures.bytes) / copy.bytesPerSecond;
        const chain = (figures.chain.framesPerSecond * figures.coded) / figures[one.of];
        comparisons.push({
          what: caseText(one),
          unit: `Gbit/s ${one.of}`,
          paper: one.others,
          ours: figures[one.of] / 1e9,
          how: `${figures.frames} frames, ${share.toFixed(0)} % of the copy bandwidth by the model`,
        });
        details[caseText(one)] = {
          ...figures,
          shareOfCopyBandwidth: share / 100,
          chain: figures.chain,
          perFrame: chain,
        };
      }
      const tutorial = { code: "nr-bg1-z384", decoder: "sionna-5g-min-sum iterations=8 stop=none", ebn0: 1 };
      const latency = await decodeLatency(engine, tutorial, 50);
      comparisons.push(
        {
          what: "one frame, the tutorial's decoder",
          unit: "µs",
          paper: 110,
          ours: 1e6 * latency.device,
          how: `${latency.dispatches} dispatches, on the device`,
        },
        {
          what: "one frame, the tutorial's decoder",
          unit: "µs",
          ours: 1e6 * latency.clock,
          how: "LLRs uploaded, decisions read back, by the clock",
        },
      );
      for (const one of EARLY) {
        const fixed = binaryJob(engine, { ...one, decoder: `${one.decoder} stop=none` });
        const early = binaryJob(engine, one);
        const slots = Math.min(Math.max(...options.frames), engine.framesMaximum(early.program));
        const [all, some] = [await decodingSeconds(fixed, slots), await decodingSeconds(early, slots)];
        const { iterations } = await measureThroughput(early, slots, options.seconds);
        comparisons.push({
          what: `early termination at ${one.ebn0} dB, ${caseText(one)}`,
          unit: "speed-up",
          ours: all / some,
          how: `20 iterations against ${iterations.toFixed(2)} on average (${(20 / iterations).toFixed(2)}); decoder alone, ${slots} frames`,
        });
      }
      publish(
        {
          experiment: "binary-throughput",
          source:
            "Binary decoders, fixed iterations unless said; beside them the strongest public CUDA decoders on an H200",
          device: engine.info,
          comparisons,
          details,
          notes: [
            "Decoder alone: channel LLRs (f32) in device memory to hard decisions in device memory, sum of the kernels' times.",
          ],
        },
        options.out,
      );
    } finally {
      await engine.close();
    }
  },
});
