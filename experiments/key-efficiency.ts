import { z } from "zod";
import { channelPoint } from "../src/channel/channels.ts";
import type { Values } from "../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../src/cli/options/decoder.ts";
import { print } from "../src/cli/output.ts";
import { thresholdChannels } from "../src/code/density-evolution/threshold.ts";
import { withUnsent } from "../src/code/rate-matching.ts";
import { decoderText, readDecoder } from "../src/decoder/decoder.ts";
import type { EngineInfo } from "../src/engine/engine.ts";
import { listFamilyCodes, loadCode } from "../src/node/codes/codes.ts";
import { blockLayout, RECONCILIATION_DECODER, reconciliationEfficiency } from "../src/reconciliation.ts";
import { formatTable } from "../src/report/table.ts";
import { iterationHistograms, iterationMean } from "../src/simulation/bench/iteration-histogram.ts";
import { monteCarloProgram } from "../src/simulation/program/monte-carlo.ts";
import { clopperPearson } from "../src/simulation/statistics.ts";
import { failuresAllowed, lastWorking, requireEnoughFrames, writeCandidateTable } from "./qkd/operating-points.ts";
import { defaultInFlight } from "./qkd/shared/cells.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { MeasurementFile, type MeasurementKind } from "./shared/files.ts";
import type { Lab, Step } from "./shared/lab.ts";
import { measurement, code as ofCode, decoder as ofDecoder, output, SEED } from "./shared/options.ts";

/** The family of the codes that were designed for the binary symmetric channel. */
const FAMILY = "bsc";

const POINT = z.strictObject({
  code: z.string(),
  /** Canonical spec. */
  decoder: z.string(),
  /** p: punctured positions of a word, which hold private bits. */
  punctured: z.int().nonnegative(),
  /** n and M of the code. */
  n: z.int().positive(),
  checks: z.int().positive(),
  /** FER that the upper end of the 95 % interval stays below. */
  limit: z.number(),
  /** Highest crossover probability; null if none of those that were tried works. */
  qber: z.number().nullable(),
  /** Words at this probability; those that did not end as Alice's, and those of them with her syndrome. */
  frames: z.int().nonnegative(),
  failures: z.int().nonnegative(),
  undetected: z.int().nonnegative(),
  iterations: z.number().nonnegative(),
  /** The tried probabilities: [probability, frames, failures]. */
  tried: z.array(z.tuple([z.number(), z.int(), z.int()])),
});

/** A code with a number of punctured positions at the highest QBER at which it works. */
type EfficiencyPoint = Readonly<z.infer<typeof POINT>>;

export const POINTS: MeasurementKind<EfficiencyPoint> = {
  experiment: "key-efficiency",
  schema: POINT,
  key: ({ code, decoder, punctured }) => keyOf(code, decoder, punctured),
};

const keyOf = (code: string, decoder: string, punctured: number) => JSON.stringify([code, decoder, punctured]);

const OPTIONS = {
  code: ofCode.texts("codes, all their columns", "wifi-1944-1296", { unset: `all of the family ${FAMILY}` }),
  punctured: measurement.numbers(
    "punctured positions of a word, as shares of its checks",
    "0 0.05",
    [0, 0.05, 0.1, 0.15],
  ),
  decoder: ofDecoder.text("decoder", "sum-product iterations=100", RECONCILIATION_DECODER),
  frames: measurement.count("frames of each QBER", "4096", 4096),
  limit: measurement.number("FER, for the end of the 95 % interval", "1e-3", 1e-2, { above: 0, below: 1 }),
  "in-flight": measurement.count("frames of a batch, cut to the device's maximum", "4096", {
    unset: "16384; software device: 64",
  }),
  seed: SEED,
  out: output.text(
    "JSON file of points; its points are not searched again",
    "runs/key-efficiency.json",
    "runs/key-efficiency.json",
  ),
  candidates: output.text(
    "file to write in the format of codes/key-efficiency.json",
    "runs/candidates.json",
    "runs/key-efficiency-candidates.json",
  ),
  from: output.text("JSON file of an earlier run: make table and candidates, simulate nothing", "runs/out.json"),
  ...ENGINE_OPTIONS,
} as const;

type Arguments = Values<typeof OPTIONS>;

export default defineExperiment({
  name: "key-efficiency",
  summary: "highest QBER of each code and each number of punctured positions, and the efficiency f there",
  options: OPTIONS,
  quick: {
    code: ["wifi-648-432"],
    punctured: [0],
    frames: 400,
    limit: 5e-2,
    "in-flight": 64,
    out: "runs/key-efficiency-quick.json",
    candidates: "runs/key-efficiency-quick-candidates.json",
  },
  computes: ({ from }) => from !== undefined,
  async run(options, lab) {
    const { from, out, candidates, frames, limit } = options;
    requireEnoughFrames(frames, limit);
    const file = from === undefined ? await measure(options, lab) : MeasurementFile.read(POINTS, from);
    const rows = file.measurements.map(rowOf);
    const align = ["left", ...new Array(6).fill("right")] as ("left" | "right")[];
    print(
      formatTable(["code", "punctured", "QBER", "efficiency f", "failures", "undetected", "iterations"], rows, {
        align,
      }),
    );
    writeCandidates(file.measurements, file.head.device, candidates);
    print(`\n${[from ?? out, candidates].join("\n")}`);
  },
});

async function measure(options: Arguments, lab: Lab): Promise<MeasurementFile<EfficiencyPoint>> {
  const { punctured, decoder, frames, limit, seed, out } = options;
  const spec = readDecoder(decoder);
  const codes =
    options.code ??
    listFamilyCodes()
      .filter(({ family }) => family === FAMILY)
      .map(({ name }) => name);
  const inFlight = Math.min(frames, options.inFlight ?? defaultInFlight(lab.device));
  const file = MeasurementFile.open(POINTS, out, lab.identity({ seed, limit }));
  const steps = codes.flatMap((name) =>
    punctured.map((share): Step => {
      const { n, checks } = sizeOf(name);
      const count = 8 * Math.round((share * checks) / 8);
      const key = keyOf(name, decoderText(spec), count);
      return {
        what: `${name}, ${count} punctured`,
        cost: n,
        isDone: () => (file.find(key)?.frames ?? 0) >= frames,
        async run(done) {
          const point = await highestQber(lab, { name, punctured: count, spec, frames, inFlight, limit, seed }, done);
          file.set(point);
          file.save();
          return [rowOf(point).join("  ")];
        },
      };
    }),
  );
  await lab.measure(steps, out);
  return file;
}

function sizeOf(name: string) {
  const { columns: n, rows: checks } = loadCode(name).matrix;
  return { n, checks };
}

/** Relative step of the crossover probability, and the numbers of steps below the capacity's at which a search begins and ends. */
const STEP = 0.005;
const [NEAREST, FARTHEST] = [8, 136];

/**
 * The highest crossover probability, in relative steps of `STEP` below that at which the syndrome has h(QBER) bits a
 * sifted bit, at which the 95 % interval (Clopper–Pearson) of `frames` frames ends below the limit, by bisection. A
 * failure is a frame that did not converge, or that converged to another word.
 */
async function highestQber(
  lab: Lab,
  asked: {
    readonly name: string;
    readonly punctured: number;
    readonly spec: ReturnType<typeof readDecoder>;
    readonly frames: number;
    readonly inFlight: number;
    readonly limit: number;
    readonly seed: number;
  },
  share: (done: number) => void,
): Promise<EfficiencyPoint> {
  const { name, punctured, spec, frames, inFlight, limit, seed } = asked;
  const mother = loadCode(name);
  const { columns: n, rows: checks } = mother.matrix;
  const salt = new Uint8Array(16);
  const layout = blockLayout({ code: mother, punctured, shortened: 0, seed, hashBits: 32, salt });
  const code = withUnsent(mother, { puncture: [...layout.puncturedPositions] });
  const { limits } = lab.engine;
  const program = monteCarloProgram(code, spec, "syndrome", limits, channelPoint("qber", 0.01), { frames: inFlight });
  const runner = await iterationHistograms(lab.engine, program, code, spec, inFlight);
  const bound = thresholdChannels.bsc.limit(1 - (checks - punctured) / (n - punctured));
  const qberOf = (steps: number) => Number((bound * (1 - STEP) ** steps).toPrecision(4));
  const allowed = failuresAllowed(frames, limit);
  const tried: [number, number, number][] = [];
  const found = new Map<number, { failures: number; undetected: number; iterations: number }>();
  try {
    const works = async (steps: number): Promise<boolean> => {
      const run = await runner.run(channelPoint("qber", qberOf(steps)), seed, frames);
      const failures = run.counts.frameErrors;
      tried.push([qberOf(steps), frames, failures]);
      share(tried.length / (tried.length + 1));
      found.set(steps, { failures, undetected: run.counts.undetected, iterations: iterationMean(run).mean });
      return failures <= allowed;
    };
    // The farther from the capacity, the fewer fail: the last working of the numbers from the end.
    const back = await lastWorking(0, FARTHEST - NEAREST, (step) => works(FARTHEST - step));
    const steps = FARTHEST - back;
    const isFound = back > 0 || (await works(steps));
    const counts = isFound ? found.get(steps)! : { failures: 0, undetected: 0, iterations: 0 };
    const facts = { code: name, decoder: decoderText(spec), punctured, n, checks, limit, tried };
    return { ...facts, qber: isFound ? qberOf(steps) : null, frames, ...counts };
  } finally {
    runner.release();
  }
}

/** A point as the words of a row: code, punctured, QBER, f, failures, undetected, iterations. */
export function rowOf({
  code,
  punctured,
  n,
  checks,
  qber,
  frames,
  failures,
  undetected,
  iterations,
}: EfficiencyPoint): string[] {
  if (qber === null) return [code, String(punctured), "none", "–", "–", "–", "–"];
  const { low, high } = clopperPearson(failures, frames);
  const interval = `${failures} of ${frames} (${(100 * low).toFixed(2)} … ${(100 * high).toFixed(2)} %)`;
  const f = reconciliationEfficiency(checks - punctured, n - punctured, qber).toFixed(3);
  return [
    code,
    String(punctured),
    `${Number((100 * qber).toPrecision(4))} %`,
    f,
    interval,
    String(undetected),
    iterations.toFixed(1),
  ];
}

/** The points in the form of `codes/key-efficiency.json`. */
function writeCandidates(points: readonly EfficiencyPoint[], device: EngineInfo, path: string): void {
  const candidates = points.flatMap(({ code, decoder, punctured, n, checks, limit, qber, frames, failures }) =>
    qber === null
      ? []
      : [
          {
            ...{ code, columns: "all", n, checks, punctured, shortens: punctured === 0 },
            ...{ highestQber: qber, failures: limit, decoder },
            measured: `ldpc experiment key-efficiency on ${device.adapter}: ${failures} of ${frames} blocks failed, the 95 % interval ends below ${limit}`,
          },
        ],
  );
  writeCandidateTable(
    path,
    "Our codes for the binary symmetric channel with numbers of punctured positions, and the highest QBER at which no more than the share `failures` of the blocks fails",
    candidates,
  );
}
