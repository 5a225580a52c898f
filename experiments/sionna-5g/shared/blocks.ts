import { readFileSync } from "node:fs";
import { channelPoint } from "../../../src/channel/channels.ts";
import type { Modulated } from "../../../src/channel/modulation/modulated.ts";
import type { Code } from "../../../src/code/code.ts";
import { transmittedPositions } from "../../../src/code/rate-matching.ts";
import { codeBlock } from "../../../src/code/transport.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { PAPERS } from "../../../src/papers.ts";
import { parseReference } from "../../../src/report/reference.ts";
import { benchJob } from "../../../src/simulation/bench/bench.ts";
import type { ErrorCount } from "../../../src/simulation/statistics.ts";
import { countFrames } from "../../shared/measure.ts";
import { experimentsFile } from "../../shared/pages/results.ts";
import type { FrameErrors } from "../../shared/rates.ts";

/** The first words of reports. @param what the measurement. */
export const tutorialSource = (what: string): string => `${PAPERS.sionna.short}: ${what}`;

/**
 * Times that a gNB prints in the tutorial (section "Running the Decoder"), on a DGX Spark or Jetson: microseconds of a
 * code word's decoding, and of a segment of it.
 */
export const PRINTED = { codeWord: 123.55, segment: 96.54 };

/** The tutorial's decoder. The tutorial does not state the number of iterations behind the printed times. */
export const tutorialDecoder = (iterations: number, options = ""): string =>
  `sionna-5g-min-sum iterations=${iterations} ${options}`.trim();

/** Code words of 5G's longest segment: information bits 8,448, at rates 1/3, 2/3 and 8/9. */
export const LONGEST_ROWS = [46, 13, 5] as const;
export const LONGEST = "nr-bg1-z384";

export interface PublishedPoint extends ErrorCount {
  readonly n: number;
  readonly k: number;
  /** dB. */
  readonly ebn0: number;
  /** BPSK if left out. */
  readonly modulation?: Modulated;
}

/**
 * The points of a file in experiments/reference. Its labels name each code by (n,k).
 * @param file its name: QPSK of many lengths, which is BPSK, or `sionna-bicm.csv`, QPSK and 16-QAM of one code.
 */
export function publishedPoints(file = "sionna-block-errors.csv"): PublishedPoint[] {
  const text = readFileSync(experimentsFile(`reference/${file}`), "utf8");
  return parseReference(text, "Sionna", file).flatMap(({ name, points, modulation }) => {
    const [n, k] = /\((\d+),(\d+)\)/.exec(name)!.slice(1).map(Number);
    return points.map(({ x, counts }) => ({ n, k, ebn0: x, modulation, ...counts! }));
  });
}

/**
 * Blocks with errors among their information bits, as Sionna counts them; `undetected` are the words of a wrong
 * codeword, which pass all checks, and may have no wrong information bit.
 * @param errors, frames limits that end the point.
 */
export async function countBlocks(
  engine: Engine,
  { k, n, ebn0, modulation }: Pick<PublishedPoint, "n" | "k" | "ebn0" | "modulation">,
  decoder: string,
  errors: number,
  frames: number,
): Promise<FrameErrors> {
  const job = benchJob(engine, segmentCode(k, n), readDecoder(decoder), channelPoint("ebn0", ebn0, modulation));
  const counts = await countFrames(job, errors, frames);
  return { errors: counts.informationFrameErrors, frames: counts.frames, undetected: counts.undetected };
}

const PUNCTURED_COLUMNS = 2;

/**
 * The code of a segment of k information bits with n bits sent, by base graph 2 (3GPP TS 38.212, 5.2.2, 5.3.2 and
 * 5.4.2, redundancy version 0): the least lifting size, fillers after the information bits, and the fewest block rows
 * that give n bits. Their bits beyond n are punctured.
 * @throws InputError for k and n that base graph 2 does not serve.
 * @example segmentCode(64, 128).name // "nr-bg2-z11-rows8-fillers46-n128"
 */
export function segmentCode(k: number, n: number): Code {
  const served = k >= 1 && k <= 3824 && n > k && 3 * k <= 2 * n;
  const { liftingSize: z, fillers } = codeBlock(2, k);
  const rows = Math.max(4, Math.ceil((n + PUNCTURED_COLUMNS * z - k) / z));
  if (!served || rows > 42) throw new InputError(`k = ${k}, n = ${n}: base graph 2 has no code of this kind`);
  const code = loadCode(`nr-bg2-z${z}`, { rows, fillers });
  const unsent = transmittedPositions(code).slice(n);
  if (unsent.length === 0) return code;
  return {
    ...code,
    name: `${code.name}-n${n}`,
    punctured: Uint32Array.from([...(code.punctured ?? []), ...unsent]).sort(),
  };
}
