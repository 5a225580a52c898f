import { channelCode } from "../../src/channel/channel-kind.ts";
import { channelAt, channelPoint } from "../../src/channel/channels.ts";
import type { Code } from "../../src/code/code.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { countRun } from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { addCounts, ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";
import { type Crossing, ferCrossing } from "./crossing.ts";

/** Frames and frame errors at one Eb/N0 in dB. */
export interface SearchPoint {
  readonly ebn0: number;
  readonly frames: number;
  readonly frameErrors: number;
}

/** The wanted FER, and the parameters of the search. */
export interface FerSearch {
  /** The FER at the crossing. */
  readonly fer: number;
  /** Eb/N0 in dB of the first point. */
  readonly start: number;
  /** dB between two points. */
  readonly step: number;
  /** Largest distance of the search from the start, in dB. */
  readonly reach: number;
}

export interface FerFound {
  /** By ascending Eb/N0. */
  readonly points: readonly SearchPoint[];
  /** The crossing with the FER; undefined if the search does not reach it. */
  readonly crossing?: Crossing;
}

/**
 * Number of frame errors of the better point that an interpolation needs, and maximum number of halvings to find them.
 */
const ERRORS_NEEDED = 10;
const HALVINGS = 3;

/**
 * Searches the Eb/N0 at which a falling curve passes a FER: step by step to two points around it, then between these in
 * halves until the better point has enough errors to interpolate.
 * @param count gives the frames and frame errors at an Eb/N0.
 */
export async function searchFer(
  count: (ebn0: number) => Promise<SearchPoint>,
  { fer, start, step, reach }: FerSearch,
): Promise<FerFound> {
  const points: SearchPoint[] = [];
  const at = async (steps: number) => {
    const point = await count(Math.round(1e6 * (start + steps * step)) / 1e6);
    points.push(point);
    return point;
  };
  const fails = ({ frames, frameErrors }: SearchPoint) => frameErrors / frames > fer;
  const most = Math.floor(reach / step);
  let place = 0;
  let worse: SearchPoint | undefined;
  let better: SearchPoint | undefined;
  for (let now = await at(place); ; now = await at(place)) {
    if (fails(now)) worse = now;
    else better = now;
    if (worse !== undefined && better !== undefined) break;
    place += fails(now) ? 1 : -1;
    if (Math.abs(place) > most) return { points: ascending(points) };
  }
  let low = start + step * (place - (fails(points[points.length - 1]) ? 0 : 1));
  let width = step;
  for (let i = 0; i < HALVINGS && better.frameErrors < ERRORS_NEEDED; i++) {
    width /= 2;
    const middle = await at((low + width - start) / step);
    if (fails(middle)) {
      worse = middle;
      low += width;
    } else better = middle;
  }
  return { points: ascending(points), crossing: ferCrossing([curvePoint(worse), curvePoint(better)], fer) };
}

function ascending(points: readonly SearchPoint[]): SearchPoint[] {
  return [...points].sort((a, b) => a.ebn0 - b.ebn0);
}

function curvePoint({ ebn0, frames, frameErrors }: SearchPoint) {
  const { low, high } = clopperPearson(frameErrors, frames);
  return { point: ebn0, fer: frameErrors / frames, fer_low: low, fer_high: high, frame_errors: frameErrors };
}

/** Frames in flight on a GPU and on a software device. */
const FRAMES = 16384;
const SOFTWARE_FRAMES = 256;

/** A decoder with its buffers and kernels, which counts at one Eb/N0 after another. */
export interface FerCounter {
  /** Runs frames 0, 1, … up to a number of frame errors or of frames. */
  count(ebn0: number, errors: number, frames: number): Promise<SearchPoint>;
  release(): void;
}

/** Prepares random codewords of a code, the AWGN channel and a decoder on an engine. */
export async function ferCounter(engine: Engine, code: Code, spec: DecoderSpec): Promise<FerCounter> {
  const job = benchJob(engine, code, spec, channelPoint("ebn0", 0));
  const slots = Math.min(engine.info.software ? SOFTWARE_FRAMES : FRAMES, engine.framesMaximum(job.program));
  const prepared = await engine.prepare(job.program, slots);
  return {
    async count(ebn0, errors, frames) {
      const channel = channelAt(channelPoint("ebn0", ebn0), channelCode(code));
      prepared.write("noise", channel.noise);
      let counts = ZERO_COUNTS;
      for (let run = 0; counts.frameErrors < errors && counts.frames < frames; run++) {
        counts = addCounts(counts, (await countRun({ ...job, channel }, prepared, slots, run)).counts);
      }
      return { ebn0, frames: counts.frames, frameErrors: counts.frameErrors };
    },
    release: () => prepared.release(),
  };
}
