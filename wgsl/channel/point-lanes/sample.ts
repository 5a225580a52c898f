import { ALIAS_CELLS } from "../../../src/channel/discrete-channel.ts";
import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { DeviceLimits } from "../../../src/gpu/program.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { type LaneDevice, laneItems } from "../lanes/items.ts";

/** Uses, or symbols that are not sent, of an item. */
const ITEM_USES = 4;

/** What a frame sends. */
interface FrameUses {
  /** Uses of a frame. */
  readonly uses: number;
  /** Bits of a use. */
  readonly bits: number;
  /** Symbols of a frame that are not sent. */
  readonly unsent: number;
  /** Whether bits of the last label are no symbols. */
  readonly isPadded: boolean;
}

/**
 * Constants and extent of a dispatch of channel/point-lanes/sample.
 * @param interleave frames per word.
 */
export function samplePointLanesDispatch(
  { uses, bits, unsent, isPadded }: FrameUses,
  interleave: number,
  frameInterleaved: boolean,
  limits: LaneDevice & Pick<DeviceLimits, "workgroupBytes">,
) {
  // Neighbours write neighbouring words without it where an item has a single word, or memory is frame-interleaved; a CPU has no such lines.
  const isApart = bits > 1 && !frameInterleaved && !limits.simd;
  const isStaged = isApart && limits.workgroupBytes >= sampleBytes({ BITS: bits, STAGED: 1 });
  const items = Math.ceil(uses / ITEM_USES) + Math.ceil(unsent / ITEM_USES);
  // With larger shares, words that are not staged, as of labels of one bit, are written more slowly.
  const device = { ...limits, smallShares: !isStaged };
  const { constants, ...extent } = laneItems(items, ITEM_USES * bits, interleave, frameInterleaved, device);
  return {
    constants: {
      ...constants,
      USES: uses,
      BITS: bits,
      LANES: interleave,
      UNSENT_SYMBOLS: unsent,
      STAGED: Number(isStaged),
      UNPADDED: Number(limits.simd === true && !isPadded),
    },
    ...extent,
  };
}

/** The table of the noise, and the words of an item of each invocation. */
function sampleBytes({ BITS, STAGED }: KernelConstants): number {
  return 4 * ALIAS_CELLS + STAGED * 4 * WIDE_WORKGROUP_SIZE * ITEM_USES * BITS;
}
