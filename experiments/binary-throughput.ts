import { numbers, texts } from "../src/cli/command-line/option.ts";
import type { Engine } from "../src/engine/engine.ts";
import { formatRate } from "../src/report/format.ts";
import { measureThroughput } from "../src/simulation/bench/bench.ts";
import { measureCopyBandwidth } from "../src/simulation/bench/copy-bandwidth.ts";
import { type BinaryCase, bestFigures, binaryJob, caseText, decodingSeconds } from "./shared/binary.ts";
import { EARLY_CASES, PEERED_CASES, type Peer, type PeeredCase } from "./shared/binary-peers.ts";
import { codeFilter } from "./shared/code-filter.ts";
import { binaryShares, sharesText } from "./shared/limits/binary-shares.ts";
import type { DeviceRates } from "./shared/limits/decoder-limit.ts";
import { COMPARISONS, peakRates, WORKGROUP_BYTES } from "./shared/limits/peak-rates.ts";
import { measureOptions } from "./shared/report.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import { type Measured, measureReport } from "./shared/runner/report-run.ts";

export default defineExperiment({
  name: "binary-throughput",
  summary: "binary decoders: Gbit/s and block errors beside CUDA decoders, shares of the limits, early termination",
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
    comparisons: COMPARISONS,
    "workgroup-bytes": WORKGROUP_BYTES,
  },
  quick: {
    code: ["wimax-2304-1152", "wifi-1944-972"],
    frames: [64],
    seconds: 0.1,
    out: "runs/binary-throughput-quick.json",
  },
  async run({ code: codes, frames, seconds, out, ...given }, lab) {
    const isWanted = codeFilter(PEERED_CASES, codes);
    const copy = await measureCopyBandwidth(lab.engine);
    const { comparisons, workgroupBytes } = peakRates(given, lab.device.adapter);
    const rates = { copyBytes: copy.bytesPerSecond, comparisons, workgroupBytes };
    await measureReport(lab, out, {
      experiment: "binary-throughput",
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
          measure: () => throughput(lab.engine, one, frames, seconds, rates),
        })),
        ...EARLY_CASES.filter(isWanted).map((one) => ({
          name: `early termination at ${one.ebn0} dB, ${caseText(one)}`,
          measure: () => earlyTermination(lab.engine, one, frames, seconds),
        })),
      ],
    });
  },
});

const UNSTEADY = "; the device still got faster after its warm-up";

async function throughput(
  engine: Engine,
  one: PeeredCase,
  frames: readonly number[],
  seconds: number,
  rates: DeviceRates,
): Promise<Measured> {
  const { plan } = binaryJob(engine, one).program;
  const figures = await bestFigures(engine, one, frames, seconds);
  const shares = binaryShares(
    one,
    figures,
    plan.some((line) => line.startsWith("messages in registers")),
    rates,
  );
  const { counts } = figures.chain;
  const wrong = `${formatRate(counts.informationFrameErrors / counts.frames)} (${counts.informationFrameErrors} of ${counts.frames})`;
  const peer = one.peer === undefined ? "" : `; ${peerText(one.peer)}`;
  const row = {
    what: `${caseText(one)} @ ${one.ebn0} dB`,
    unit: `Gbit/s ${one.of}`,
    beside: one.peer?.gbit,
    ours: figures[one.of] / 1e9,
    how: `${figures.frames} frames in flight, wrong information blocks ${wrong}; ${sharesText(shares)}${figures.chain.unsteady ? UNSTEADY : ""}${peer}`,
  };
  return { rows: [row], details: { ...figures, plan, rates, shares } };
}

/** `beside cuPHY, 8 iterations, wrong information blocks 3.60e-2`. */
function peerText({ source, iterations, blockErrors }: Peer): string {
  const wrong = blockErrors === undefined ? "" : `, wrong information blocks ${formatRate(blockErrors)}`;
  return `beside ${source}, ${iterations} iterations${wrong}`;
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
