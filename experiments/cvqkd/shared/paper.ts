import type { ErrorCount } from "../../../src/simulation/statistics/exact-tests.ts";

/** Tables of `PAPERS.cvqkd` as printed, on an NVIDIA TITAN Xp; its "latency per iteration" is the time of a frame. */

/** Number of frames that the paper's GPU decodes at once. */
export const PAPER_FRAMES = 128;

/** Bits of a frame. */
export const PAPER_BITS = 1e6;

/** Seconds of decoding over frames, and megabits per second. */
export interface PaperSpeed {
  readonly secondsPerFrame: number;
  readonly mbitPerSecond: number;
}

/** A column of Table 2, with its two columns of Table 1. */
export interface PaperPoint {
  readonly rate: number;
  /** 1/σ². */
  readonly snr: number;
  readonly iterations: number;
  /** β in percent. */
  readonly efficiency: number;
  readonly edges: number;
  /** The FER as a fraction of 128 frames, as the paper's number of frames implies. */
  readonly failures: ErrorCount;
  /** Speed with layers of one block row. */
  readonly single: PaperSpeed;
  /** Speed with layers of several block rows, also in Table 2. */
  readonly merged: PaperSpeed;
  /** Code of this project with its lifting size, 2500, and ensemble. */
  readonly code: string;
}

export const PAPER_POINTS: readonly PaperPoint[] = [
  {
    rate: 0.1,
    snr: 0.161,
    iterations: 50,
    efficiency: 92.86,
    edges: 3_767_500,
    failures: { errors: 23, frames: 128 },
    single: { secondsPerFrame: 0.0164, mbitPerSecond: 60.91 },
    merged: { secondsPerFrame: 0.0156, mbitPerSecond: 64.11 },
    code: "met-1000000-100000",
  },
  {
    rate: 0.05,
    snr: 0.076,
    iterations: 75,
    efficiency: 94.63,
    edges: 3_480_000,
    failures: { errors: 32, frames: 128 },
    single: { secondsPerFrame: 0.0214, mbitPerSecond: 46.72 },
    merged: { secondsPerFrame: 0.0206, mbitPerSecond: 48.65 },
    code: "met-1000000-50000",
  },
  {
    rate: 0.02,
    snr: 0.03,
    iterations: 100,
    efficiency: 93.8,
    edges: 3_337_500,
    failures: { errors: 42, frames: 128 },
    single: { secondsPerFrame: 0.0263, mbitPerSecond: 37.96 },
    merged: { secondsPerFrame: 0.0253, mbitPerSecond: 39.51 },
    code: "met-1000000-20000",
  },
];

/** A column of Table 3: rate 0.1, at most 50 iterations. */
export interface PaperTermination {
  readonly snr: number;
  readonly stop: "none" | "syndrome";
  /** 0.0273 is 7 of 256 frames, so the table assumes 256 frames at all three SNRs. */
  readonly failures: ErrorCount;
  /** Iterations of the slowest of 128 frames that are decoded at once. */
  readonly iterations: number;
  readonly speed: PaperSpeed;
}

const FIXED: PaperSpeed = { secondsPerFrame: 0.0156, mbitPerSecond: 64.11 };

export const PAPER_TERMINATION: readonly PaperTermination[] = [
  { snr: 0.161, stop: "none", failures: { errors: 46, frames: 256 }, iterations: 50, speed: FIXED },
  {
    snr: 0.161,
    stop: "syndrome",
    failures: { errors: 46, frames: 256 },
    iterations: 50,
    speed: { secondsPerFrame: 0.0162, mbitPerSecond: 61.74 },
  },
  { snr: 0.171, stop: "none", failures: { errors: 7, frames: 256 }, iterations: 50, speed: FIXED },
  {
    snr: 0.171,
    stop: "syndrome",
    failures: { errors: 7, frames: 256 },
    iterations: 50,
    speed: { secondsPerFrame: 0.0162, mbitPerSecond: 61.89 },
  },
  { snr: 0.181, stop: "none", failures: { errors: 0, frames: 256 }, iterations: 50, speed: FIXED },
  {
    snr: 0.181,
    stop: "syndrome",
    failures: { errors: 0, frames: 256 },
    iterations: 30,
    speed: { secondsPerFrame: 0.0107, mbitPerSecond: 93.49 },
  },
];

/** All SNRs at which the paper states a FER for a point's code, the point's own SNR first. */
export function pointsOf({
  rate,
  snr,
  failures,
}: PaperPoint): { readonly snr: number; readonly failures: ErrorCount }[] {
  const more =
    rate === PAPER_POINTS[0].rate ? PAPER_TERMINATION.filter((one) => one.stop === "none" && one.snr !== snr) : [];
  return [{ snr, failures }, ...more];
}

/** A row of Table 4: rate 0.1, SNR 0.161. */
export interface PaperCited {
  readonly work: string;
  readonly code: string;
  readonly bits: number;
  /** Average number of iterations. */
  readonly iterations: number;
  readonly fer: number;
  readonly mbitPerSecond: number;
  readonly note?: string;
}

export const PAPER_CITED: readonly PaperCited[] = [
  { work: "[7]", code: "MET-LDPC", bits: 2 ** 20, iterations: 100, fer: 0.04, mbitPerSecond: 7.1 },
  {
    work: "[8]",
    code: "QC-MET-LDPC",
    bits: 2 ** 20,
    iterations: 78,
    fer: 0.0243,
    mbitPerSecond: 9.17,
    note: "early termination",
  },
  { work: "[9]", code: "MET-LDPC", bits: 1e6, iterations: 100, fer: 0.1094, mbitPerSecond: 30.39 },
  { work: "the paper", code: "QC-MET-LDPC", bits: 1e6, iterations: 50, fer: 0.1797, mbitPerSecond: 64.11 },
];
