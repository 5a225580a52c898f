import { ALIAS_CELLS } from "../../src/channel/discrete-channel.ts";
import type { KernelConstants } from "../../src/gpu/kernel.ts";
import type { DeviceLimits } from "../../src/gpu/program.ts";
import { laneItems } from "./lanes/items.ts";

/** Largest magnitude in steps of a value that is not certain. */
const SHORT_MAXIMUM = 30;

/** Symbols per item: the symbols that share one random number. */
const ITEM_SYMBOLS = 4;

/** A table that channel/sample-lanes reads. */
export interface NoiseTable {
  /** Outcomes of the noise, or a decoder's channel values for them by channel/lane-noise in two words or one. */
  readonly values: "outcomes" | "lanes" | "short";
  /** Whether workgroups copy it to their memory. A CPU has caches. */
  readonly isCopied: boolean;
}

/**
 * Constants and extent of a dispatch of channel/sample-lanes.
 * @param interleave frames per word.
 * @param batch frames in flight, if known.
 */
export function sampleLanesDispatch(
  n: number,
  interleave: number,
  frameInterleaved: boolean,
  { values, isCopied }: NoiseTable,
  batch?: number,
) {
  const items = Math.ceil(n / ITEM_SYMBOLS);
  const device = { batch, simd: !isCopied };
  // The operations of one random number wait for each other. A core fills the gaps with a second number.
  const isPair = device.simd && frameInterleaved && interleave === 1 && items % 2 === 0;
  const { constants, ...extent } = laneItems(items, ITEM_SYMBOLS, interleave, frameInterleaved, device, isPair ? 2 : 1);
  const table = { OUTCOMES: Number(values === "outcomes"), LOOKED_UP: Number(values === "lanes") };
  return {
    constants: { ...constants, ...table, SHORT_VALUES: Number(values === "short"), COPIED: Number(isCopied) },
    ...extent,
  };
}

/**
 * The table for a number format and a device.
 * @param lanes CLIP is the largest magnitude of a channel value, if the format has one.
 */
export function noiseTable(
  {
    interleave,
    constants: { CLIP = Number.POSITIVE_INFINITY },
  }: { readonly interleave: number; readonly constants: KernelConstants },
  { workgroupBytes, simd = false }: DeviceLimits,
): NoiseTable {
  const isCopied = !simd;
  if (simd && interleave === 4 && CLIP <= SHORT_MAXIMUM) return { values: "short", isCopied };
  const isLookedUp = interleave > 1 && (simd || workgroupBytes >= tableBytes({ LOOKED_UP: 1, COPIED: 1 }));
  return { values: isLookedUp ? "lanes" : "outcomes", isCopied };
}

const tableBytes = ({ LOOKED_UP, COPIED }: KernelConstants) => COPIED * (4 + 4 * LOOKED_UP) * ALIAS_CELLS;
