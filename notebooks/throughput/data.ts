import nonbinary from "../../experiments/results/nonbinary-throughput-h100.json" with { type: "json" };
import { packagedCodes } from "../shared/codes.ts";

/** A decoder on a code, with measurements of `ldpc experiment nonbinary-throughput`. */
export interface Measured {
  readonly code: string;
  readonly decoder: string;
  /** Coded bits per second by frames in flight, for 10 iterations, from sampling to counters. */
  readonly sweep: readonly { readonly frames: number; readonly bitsPerSecond: number }[];
  /** The decoder alone, and the limit that binds it. */
  readonly alone?: { readonly bitsPerSecond: number; readonly limit: number; readonly by: string };
}

interface SweepPoint {
  readonly frames: number;
  readonly framesPerSecond: number;
}

const SHARE = /^([\d.]+) % of the limit by (\w+)/;

export const measured: readonly Measured[] = Object.entries(nonbinary.details).map(([name, run]) => {
  const [code, decoder] = name.split(": ");
  const bits = codedBits(code);
  const sweep = (run.sweep as readonly SweepPoint[]).map(({ frames, framesPerSecond }) => ({
    frames,
    bitsPerSecond: framesPerSecond * bits,
  }));
  return { code, decoder, sweep, alone: aloneOf(name) };
});

/** Codes with measurements. */
export const measuredCodes: readonly string[] = [...new Set(measured.map(({ code }) => code))];

function codedBits(code: string): number {
  const found = packagedCodes.find(({ name }) => name === code);
  if (found === undefined) throw new Error(`${code} of the measurements does not come with the package`);
  return found.n * Math.log2(found.q);
}

function aloneOf(name: string): Measured["alone"] {
  // The limit counts an operation for each comparison; int12 makes two at a time.
  if (name.includes("messages=int12")) return undefined;
  const found = nonbinary.comparisons.find(({ what }) => what === `${name}, the decoder alone`);
  const [, share, by] = SHARE.exec(found?.how ?? "") ?? [];
  if (found === undefined || share === undefined) return undefined;
  const bitsPerSecond = found.ours * 1e6;
  return { bitsPerSecond, limit: bitsPerSecond / (Number(share) / 100), by };
}
