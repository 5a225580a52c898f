import { number } from "../../../src/cli/command-line/option.ts";
import { measureKernels, measureThroughput } from "../../../src/simulation/bench/bench.ts";
import { formsOf, infoFor, speedUpRow } from "../../shared/kernel-form.ts";
import { type Comparison, measureOptions } from "../../shared/report.ts";
import { defineExperiment } from "../../shared/runner/experiment.ts";
import type { Lab } from "../../shared/runner/lab.ts";
import { type Measured, measureReport } from "../../shared/runner/report-run.ts";
import { paperJob, paperSource, paperStage } from "./nonbinary.ts";

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
  return defineExperiment({
    name,
    summary,
    paper: "nonbinary",
    options: {
      ...measureOptions(name),
      frames: number({ group: "Measurement", describe: "frames in flight", example: "64", default: 64 }),
    },
    quick: { seconds: 0.2, frames: 4, out: `runs/${name}-quick.json` },
    async run({ frames, seconds, out }, lab) {
      await measureReport(lab, out, {
        experiment: name,
        source: paperSource(section),
        device: infoFor(lab.engine, paperJob(lab.engine, "stop=none").program),
        settings: { seconds },
        measurements: [...new Set([1, frames])].map((inFlight) => ({
          name: inFlight === 1 ? "one frame" : `${inFlight} frames in flight`,
          cost: inFlight,
          measure: (share) => measureVariants(lab, ablation, inFlight, seconds, share),
        })),
      });
    },
  });
}

async function measureVariants(
  lab: Lab,
  { optimised, plain, paperSpeedup }: Ablation,
  frames: number,
  seconds: number,
  share: (done: number) => void,
): Promise<Measured> {
  const many = frames === 1 ? "one frame" : `${frames} frames in flight`;
  const stages = [];
  const throughput = [];
  const forms: (readonly string[])[] = [];
  for (const variant of [optimised, plain]) {
    const job = paperJob(lab.engine, `stop=none ${variant}`);
    forms.push(formsOf(lab.engine, job.program));
    stages.push(await measureKernels(job, frames));
    throughput.push(await measureThroughput(job, frames, seconds));
    share(stages.length / 2);
  }
  const rate = throughput.map(({ framesPerSecond }) => framesPerSecond);
  const check = stages.map((times) => paperStage(times, "CNP"));
  const messages = stages.map(
    (times) => paperStage(times, "CNP") + paperStage(times, "VNP") + paperStage(times, "Tentative dec"),
  );
  const paper = frames === 1 ? paperSpeedup : undefined;
  const row = (what: string, seconds: readonly number[], paper?: number): Comparison => {
    const [fast, slow] = seconds.map((time, i) => ({ time: 1e3 * time, forms: forms[i] }));
    const how = `${[fast, slow].map(({ time }) => time.toFixed(3)).join(" against ")} ms`;
    return speedUpRow({ what: `${what}, ${many}`, how, paper }, fast, slow, "ms");
  };
  const ofFrame = rate.map((framesPerSecond) => 1 / framesPerSecond);
  return {
    rows: [
      row("check nodes", check, paper),
      row("all message kernels", messages, paper),
      row("a frame of the whole run", ofFrame),
    ],
    details: {
      optimised: { throughput: throughput[0], stages: stages[0] },
      plain: { throughput: throughput[1], stages: stages[1] },
    },
  };
}
