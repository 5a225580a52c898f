import { openEngine } from "../../../src/node/engine/engines.ts";
import { measureKernels, measureThroughput } from "../../../src/simulation/bench/bench.ts";
import { type Comparison, type ExperimentReport, type MeasureArguments, publish } from "../../shared/report.ts";
import { paperJob, paperStage } from "./nonbinary.ts";

/** One of the paper's two optimisations: a decoder option with and without it. */
export interface Ablation {
  readonly experiment: string;
  readonly source: string;
  /** Decoder options of the optimised and of the plain variant. */
  readonly optimised: string;
  readonly plain: string;
  /** The paper's speed-up, named so that the ratio speaks for itself. */
  readonly paperSpeedup: number;
}

/**
 * Measures both variants: one frame alone, as in the paper, and many in flight. With one frame the paper's speed-up
 * compares with the check nodes', where the optimisation is.
 */
export async function runAblation(
  { experiment, source, optimised, plain, paperSpeedup }: Ablation,
  options: MeasureArguments & { frames: number },
): Promise<void> {
  const engine = await openEngine(options);
  try {
    const comparisons: Comparison[] = [];
    const details: Record<string, unknown> = {};
    for (const frames of [1, options.frames]) {
      const many = frames === 1 ? "one frame" : `${frames} frames in flight`;
      const stages = [];
      const throughput = [];
      for (const variant of [optimised, plain]) {
        const job = paperJob(engine, `stop=none ${variant}`);
        stages.push(await measureKernels(job, frames));
        throughput.push(await measureThroughput(job, frames, options.seconds));
      }
      const rate = throughput.map(({ framesPerSecond }) => framesPerSecond);
      const check = stages.map((times) => paperStage(times, "CNP"));
      const messages = stages.map(
        (times) => paperStage(times, "CNP") + paperStage(times, "VNP") + paperStage(times, "Tentative dec"),
      );
      const paper = frames === 1 ? paperSpeedup : undefined;
      const milliseconds = (seconds: number[]) => seconds.map((time) => (1e3 * time).toFixed(3)).join(" against ");
      comparisons.push(
        {
          what: `check nodes, ${many}`,
          unit: "speed-up",
          paper,
          ours: check[1] / check[0],
          how: `${milliseconds(check)} ms`,
        },
        {
          what: `all message kernels, ${many}`,
          unit: "speed-up",
          paper,
          ours: messages[1] / messages[0],
          how: `${milliseconds(messages)} ms`,
        },
        {
          what: `whole run, ${many}`,
          unit: "speed-up",
          ours: rate[0] / rate[1],
          how: `${rate.map((value) => value.toFixed(0)).join(" against ")} frames/s`,
        },
      );
      details[many] = {
        optimised: { throughput: throughput[0], stages: stages[0] },
        plain: { throughput: throughput[1], stages: stages[1] },
      };
    }
    const report: ExperimentReport = { experiment, source, device: engine.info, comparisons, details };
    publish(report, options.out);
  } finally {
    await engine.close();
  }
}
