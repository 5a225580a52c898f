import type { Engine } from "../engine/engine.ts";
import type { AliceMessage, Blocks } from "./blocks.ts";
import { type BlockLayout, blockLayout, type ReconciliationParameters } from "./parameters.ts";

/** Alice's end. */
export interface Alice {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  readonly layout: BlockLayout;
  /** Syndromes and hashes of blocks. Several calls may be outstanding. */
  encode(blocks: Blocks): Promise<AliceMessage>;
  release(): void;
}

export function alice(_engine: Engine, parameters: ReconciliationParameters): Alice {
  const layout = blockLayout(parameters);
  return {
    blocksMaximum: 1,
    layout,
    encode: () => Promise.reject(new Error("alice: being written")),
    release() {},
  };
}
