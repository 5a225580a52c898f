import { measureKernels, measureThroughput, type Throughput } from "../../../src/simulation/bench/bench.ts";
import type { Lab } from "../../shared/lab.ts";
import { formsOf, infoFor, speedUpRow } from "../../shared/measure.ts";
import { measurement, SECONDS } from "../../shared/options.ts";
import { type Comparison, type Measured, reportExperiment } from "../../shared/report.ts";
import { paperJob, paperSource, paperStage } from "./paper.ts";

/** One of the paper's two optimisations: a decoder option with and without it. */
export interface Ablation {
  readonly name: string;
  readonly summary: string;
  /** Section of the paper, and its subject. */
  readonly section: string;
  /** Decoder options of the optimised and of the plain variant. */
  readonly optimised: string;
  readonly plain: string;
  /** The paper's speed-up, named so that the ratio speaks for itself. */
  readonly paperSpeedup: number;
}

/**
 * Measures both variants: one frame alone, as in the paper, and many in flight. With one frame the paper's speed-up
 * corresponds to the check nodes', because the optimisation is in them.
 */
export function ablationExperiment(ablation: Ablation) {
  const { name, summary, section } = ablation;
  return reportExperiment({
    name,
    summary,
    paper: "nonbinary",
    options: { seconds: SECONDS, frames: measurement.count("frames in flight", "64", 64) },
    quick: { seconds: 0.2, frames: 4 },
    plan: ({ frames, seconds }, lab) => ({
      source: paperSource(section),
      device: infoFor(lab.engine, paperJob(lab.engine, "stop=none").program),
      settings: { seconds },
      measurements: [...new Set([1, frames])].map((inFlight) => {
        const many = inFlight === 1 ? "one frame" : `${inFlight} frames in flight`;
        return {
          name: many,
          cost: inFlight,
          measure: (share) => measureVariants(lab, ablation, inFlight, many, seconds, share),
        };
      }),
    }),
  });
}

async function measureVariants(
  lab: Lab,
  { optimised, plain, paperSpeedup }: Ablation,
  frames: number,
  many: string,
  seconds: number,
  share: (done: number) => void,
): Promise<Measured> {
  const variants: {
    readonly forms: readonly string[];
    readonly stages: Readonly<Record<string, number>>;
    readonly throughput: Throughput;
  }[] = [];
  for (const variant of [optimised, plain]) {
    const job = paperJob(lab.engine, `stop=none ${variant}`);
    const stages = await measureKernels(job, frames);
    const throughput = await measureThroughput(job, frames, seconds);
    variants.push({ forms: formsOf(lab.engine, job.program), stages, throughput });
    share(variants.length / 2);
  }
  const row = (what: string, secondsOf: (one: (typeof variants)[number]) => number, paper?: number): Comparison => {
    const [fast, slow] = variants.map((one) => ({ time: 1e3 * secondsOf(one), forms: one.forms }));
    const how = `${[fast, slow].map(({ time }) => time.toFixed(3)).join(" against ")} ms`;
    return speedUpRow({ what: `${what}, ${many}`, how, paper }, fast, slow, "ms");
  };
  const stagesOf =
    (...names: readonly string[]) =>
    (one: (typeof variants)[number]) =>
      names.reduce((sum, name) => sum + paperStage(one.stages, name), 0);
  const paper = frames === 1 ? paperSpeedup : undefined;
  const [fast, slow] = variants.map(({ throughput, stages }) => ({ throughput, stages }));
  return {
    rows: [
      row("check nodes", stagesOf("CNP"), paper),
      row("all message kernels", stagesOf("CNP", "VNP", "Tentative dec"), paper),
      row("a frame of the whole run", ({ throughput }) => 1 / throughput.framesPerSecond),
    ],
    details: { optimised: fast, plain: slow },
  };
}
