import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import type { AliceMessage, Blocks } from "./blocks.ts";
import { type BlockLayout, blockLayout, type ReconciliationParameters } from "./parameters.ts";

/** What became of Bob's blocks. */
export interface CorrectedBlocks {
  /** [block][⌈keyBits/8⌉]: Alice's bits where verified, all zero where not. */
  readonly bits: Uint8Array;
  /** 1 where the decoder converged and the hash is Alice's. */
  readonly verified: Uint8Array;
  /** 1 where the decision has Alice's syndrome. */
  readonly converged: Uint8Array;
  readonly iterations: Uint32Array;
  /** Bits of verified blocks in which Bob's differed, 0 of others. */
  readonly corrected: Uint32Array;
  /** Seconds on the device. */
  readonly seconds: number;
}

/** Bob's end. */
export interface Bob {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  readonly layout: BlockLayout;
  /** What the decoder chose for this device, in words. */
  readonly plan: readonly string[];
  /** Corrects blocks from Alice's message of them. Several calls may be outstanding. */
  correct(blocks: Blocks, message: AliceMessage): Promise<CorrectedBlocks>;
  release(): void;
}

export function bob(_engine: Engine, parameters: ReconciliationParameters, _spec: DecoderSpec, _qber: number): Bob {
  const layout = blockLayout(parameters);
  return {
    blocksMaximum: 1,
    layout,
    plan: [],
    correct: () => Promise.reject(new Error("bob: being written")),
    release() {},
  };
}
