import type { KernelConstants } from "../../src/gpu/kernel.ts";
import { part, type TwinVariant } from "../../src/gpu/part.ts";
import { messageElements, wordIndex } from "../common/word-index.ts";
import { lanesOf } from "./formats/lanes.ts";

export const variableSumPart = part("binary/variable-sum", new URL("./variable-sum.wgsl", import.meta.url));

/** What the sums of variables are made from: lists as src/decoder/binary/variable-lists.ts has them. */
export interface SumBuffers {
  readonly start: ArrayLike<number>;
  readonly edges: ArrayLike<number>;
  readonly channel: Uint32Array;
  readonly messages: Uint32Array;
}

/**
 * Channel plus all messages of variable n in one lane of a word, as a posterior is stored: twin of
 * wgsl/binary/variable-sum.wgsl.
 * @param words of the run.
 */
export function variableSum(
  { start, edges, channel, messages }: SumBuffers,
  constants: KernelConstants,
  variant: TwinVariant,
  words: number,
): (word: number, lane: number, n: number) => number {
  const { N, BLOCK, ABSENT, PARTIAL_SUMS } = constants;
  const lanes = lanesOf(variant);
  const { interleave: width, decode } = lanes;
  const channelLanes = lanes.view(channel);
  const messageLanes = lanes.view(messages);
  const indexOf = wordIndex(constants, words);
  const elements = messageElements(constants);
  const sums = new Float64Array(PARTIAL_SUMS);
  return (word, lane, n) => {
    const column = Math.floor(n / BLOCK);
    const j = n % BLOCK;
    sums.fill(0);
    sums[0] = decode(channelLanes[indexOf(word, n, N) * width + lane]);
    for (let k = start[column]; k < start[column + 1]; k++) {
      const shift = edges[2 * k + 1];
      const message = edges[2 * k] + (j < shift ? j + BLOCK - shift : j - shift);
      if (message === ABSENT) continue;
      const i = (k - start[column]) % PARTIAL_SUMS;
      sums[i] = Math.fround(sums[i] + decode(messageLanes[indexOf(word, message, elements) * width + lane]));
    }
    if (PARTIAL_SUMS === 1) return lanes.encode(lanes.posterior(sums[0], constants));
    const sum = sums.reduce((total, partial) => Math.fround(total + lanes.posterior(partial, constants)), 0);
    return lanes.encode(lanes.posterior(sum, constants));
  };
}
