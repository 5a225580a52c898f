import { z } from "zod";
import type { MeasuredShots } from "./shots.ts";
import { readTable } from "./tables.ts";

export const RECIPE = z.strictObject({
  family: z.enum(["circulant-pair", "affine-pair"]),
  q: z.int(),
  columns: z.int(),
  size: z.int(),
  girth: z.int(),
});

/** Codes with their points, and points that others published. */
const TABLE = z.strictObject({
  decoder: z.string(),
  /** Codes of the package by their names, others by their recipes. */
  codes: z.array(z.strictObject({ name: z.string(), recipe: RECIPE.optional(), points: z.array(z.number()) })),
  published: z.array(
    z.strictObject({ code: z.string(), source: z.string(), n: z.int(), k: z.int(), p: z.number(), fer: z.number() }),
  ),
});

/** Codes of the experiment quantum-gfq with its decoder, and published points. */
export const gfqTable = () => readTable("quantum-gfq", TABLE);

/** A code's size and counts at a point. */
export type GfqPoint = MeasuredShots & { readonly n: number; readonly k: number; readonly p: number };

/** The error rate at which the hashing bound of the depolarizing channel, 1 − H(p) − p·log2 3, equals a rate. */
export function hashingBound(rate: number): number {
  let [low, high] = [0, 0.25];
  for (let i = 0; i < 60; i++) {
    const p = (low + high) / 2;
    const entropy = -p * Math.log2(p / 3) - (1 - p) * Math.log2(1 - p);
    [low, high] = 1 - entropy > rate ? [p, high] : [low, p];
  }
  return low;
}
