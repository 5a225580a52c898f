import { readFileSync } from "node:fs";
import { join } from "node:path";
import { channelPoint } from "../../../src/channel/channels.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { packageRoot } from "../../../src/node/package-root.ts";
import { benchJob } from "../../../src/simulation/bench/bench-job.ts";
import type { ErrorCount } from "../../../src/simulation/statistics/exact-tests.ts";
import { countFrames } from "../../shared/count-frames.ts";
import { segmentCode } from "./segment-code.ts";

/** A point of Sionna's published curves. */
export interface PublishedPoint extends ErrorCount {
  readonly n: number;
  readonly k: number;
  /** dB. */
  readonly ebn0: number;
}

/** The points of experiments/reference/sionna-block-errors.csv. */
export function publishedPoints(): PublishedPoint[] {
  const text = readFileSync(join(packageRoot(), "experiments", "reference", "sionna-block-errors.csv"), "utf8");
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.slice(1).map((line) => {
    const [n, k, ebn0, errors, frames] = line.split(",").map(Number);
    return { n, k, ebn0, errors, frames };
  });
}

/** Blocks with errors among their information bits, as Sionna counts them. @param errors, frames at which the point ends. */
export async function countBlocks(
  engine: Engine,
  { k, n, ebn0 }: Pick<PublishedPoint, "n" | "k" | "ebn0">,
  decoder: string,
  errors: number,
  frames: number,
): Promise<ErrorCount> {
  const job = benchJob(engine, segmentCode(k, n), readDecoder(decoder), channelPoint("ebn0", ebn0));
  const counts = await countFrames(job, errors, frames);
  return { errors: counts.informationFrameErrors, frames: counts.frames };
}
