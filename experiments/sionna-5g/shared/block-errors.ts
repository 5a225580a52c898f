import { readFileSync } from "node:fs";
import { join } from "node:path";
import { channelPoint } from "../../../src/channel/channels.ts";
import type { Modulated } from "../../../src/channel/modulation/modulated.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { parseReference } from "../../../src/report/reference.ts";
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
  /** BPSK if left out. */
  readonly modulation?: Modulated;
}

/** Wrong blocks, and words of a wrong codeword: these pass all checks, and may have no wrong information bit. */
export interface BlockCount extends ErrorCount {
  readonly undetected: number;
}

/**
 * The points of a file in experiments/reference. Its labels name each code by (n,k).
 * @param file its name: QPSK of many lengths, which is BPSK, or `sionna-bicm.csv`, QPSK and 16-QAM of one code.
 */
export function publishedPoints(file = "sionna-block-errors.csv"): PublishedPoint[] {
  const text = readFileSync(join(packageRoot(), "experiments", "reference", file), "utf8");
  return parseReference(text, "Sionna", file).flatMap(({ name, points, modulation }) => {
    const [n, k] = /\((\d+),(\d+)\)/.exec(name)!.slice(1).map(Number);
    return points.map(({ x, counts }) => ({ n, k, ebn0: x, modulation, ...counts! }));
  });
}

/**
 * Blocks with errors among their information bits, as Sionna counts them. @param errors, frames limits that end the
 * point.
 */
export async function countBlocks(
  engine: Engine,
  { k, n, ebn0, modulation }: Pick<PublishedPoint, "n" | "k" | "ebn0" | "modulation">,
  decoder: string,
  errors: number,
  frames: number,
): Promise<BlockCount> {
  const job = benchJob(engine, segmentCode(k, n), readDecoder(decoder), channelPoint("ebn0", ebn0, modulation));
  const counts = await countFrames(job, errors, frames);
  return { errors: counts.informationFrameErrors, frames: counts.frames, undetected: counts.undetected };
}
