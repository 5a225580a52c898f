import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { part, type TwinVariant } from "../../../src/gpu/part.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";
import { messageElements, wordIndex } from "../../common/word-index.ts";
import { lanesOf } from "../formats/lanes.ts";
import { checkNodeOf } from "./check-node.ts";
import { blockRow, edgeVariable, HAS_DEGREE_ONE, type PackedCheckGroup } from "./groups.ts";

export const updatePart = part("binary/check-node/update", new URL("./update.wgsl", import.meta.url), [laneBitsPart]);

/** The buffers that an update of checks works on. */
export interface CheckBuffers {
  readonly graph: Uint32Array;
  readonly channel: Uint32Array;
  readonly checkSigns: Uint32Array;
  readonly posteriors: Uint32Array;
  readonly messages: Uint32Array;
}

/** Updates checks of one lane of one word: twin of wgsl/binary/check-node/update.wgsl and parity.wgsl. */
export interface CheckUpdater {
  /** @param degreeOneIsRead whether the posteriors of degree-1 variables are written; they are if left out. */
  update(
    group: PackedCheckGroup,
    t: number,
    word: number,
    lane: number,
    first: boolean,
    degreeOneIsRead?: boolean,
  ): void;
  /** Whether the decisions fail the check. */
  odd(group: PackedCheckGroup, t: number, word: number, lane: number): boolean;
}

/**
 * @param words of the run.
 * @param layered posteriors are updated with each check; constant LAYERED of the kernels.
 */
export function checkUpdater(
  { graph, channel, checkSigns, posteriors, messages }: CheckBuffers,
  constants: KernelConstants,
  variant: TwinVariant,
  words: number,
  layered: boolean,
): CheckUpdater {
  const { N, MESSAGES, CHECKS, ABSENT, SYNDROME, COUNT_FLIPS } = constants;
  const lanes = lanesOf(variant);
  const { interleave: width, decode, encode, neutral } = lanes;
  const channelLanes = lanes.view(channel);
  const posteriorLanes = lanes.view(posteriors);
  const messageLanes = lanes.view(messages);
  const checkNode = checkNodeOf(variant, constants);
  const laneBits = 32 / width;
  const flips = COUNT_FLIPS === 1 ? unsignedLanes(messages, width) : undefined;
  const indexOf = wordIndex(constants, words);
  const elements = messageElements(constants);
  let t = new Float64Array(64);
  let incoming = new Float64Array(64);
  let variables = new Uint32Array(64);

  const sign: SyndromeSign = (check, word, lane) =>
    SYNDROME === 1 && ((checkSigns[indexOf(word, check, CHECKS)] >>> ((lane + 1) * laneBits - 1)) & 1) === 1;

  return {
    update(group, at, word, lane, first, degreeOneIsRead = true) {
      const { degree, count, message, degreeOne, flags } = group;
      if (degree + 1 > t.length) {
        t = new Float64Array(2 * degree);
        incoming = new Float64Array(2 * degree);
        variables = new Uint32Array(2 * degree);
      }
      const i = blockRow(group, graph, at);
      for (let k = 0; k < degree; k++) {
        const edge = message + at + k * count;
        variables[k] = edgeVariable(group, graph, constants, k, i, edge);
        if (edge === ABSENT) t[k] = neutral;
        else {
          const posterior = decode(posteriorLanes[indexOf(word, variables[k], N) * width + lane]);
          const before = first ? 0 : decode(messageLanes[indexOf(word, edge, elements) * width + lane]);
          t[k] = lanes.difference(posterior, before);
        }
      }
      let edges = degree;
      if ((flags & HAS_DEGREE_ONE) !== 0)
        t[edges++] = decode(channelLanes[indexOf(word, degreeOne + at, N) * width + lane]);
      for (let k = 0; k < edges; k++) incoming[k] = t[k];
      for (let k = 0; flips !== undefined && k < degree; k++) {
        const index = indexOf(word, MESSAGES + message + at + k * count, elements) * width + lane;
        flips[index] = counted(flips[index], t[k] < 0, first, laneBits);
      }
      checkNode?.(t, edges, sign(group.check + at, word, lane));
      for (let k = 0; k < degree; k++) {
        const edge = message + at + k * count;
        if (edge === ABSENT) continue;
        const out = lanes.message(t[k]);
        messageLanes[indexOf(word, edge, elements) * width + lane] = encode(out);
        if (layered) {
          const index = indexOf(word, variables[k], N) * width + lane;
          posteriorLanes[index] = encode(lanes.posterior(Math.fround(incoming[k] + out), constants));
        }
      }
      if ((flags & HAS_DEGREE_ONE) !== 0 && degreeOneIsRead) {
        const out = lanes.message(t[degree]);
        const index = indexOf(word, degreeOne + at, N) * width + lane;
        posteriorLanes[index] = encode(lanes.posterior(Math.fround(incoming[degree] + out), constants));
      }
    },
    odd: parityTest({ graph, posteriors, sign }, constants, variant, words),
  };
}

/** Whether the decisions of a lane fail a check. Twin of wgsl/binary/check-node/parity.wgsl. */
function parityTest(
  { graph, posteriors, sign }: Pick<CheckBuffers, "graph" | "posteriors"> & { readonly sign: SyndromeSign },
  constants: KernelConstants,
  variant: TwinVariant,
  words: number,
): CheckUpdater["odd"] {
  const { N, ABSENT } = constants;
  const lanes = lanesOf(variant);
  const { interleave: width, decode } = lanes;
  const posteriorLanes = lanes.view(posteriors);
  const indexOf = wordIndex(constants, words);
  return (group, at, word, lane) => {
    const { degree, count, message, degreeOne, flags } = group;
    let odd = sign(group.check + at, word, lane);
    const i = blockRow(group, graph, at);
    for (let k = 0; k < degree; k++) {
      const edge = message + at + k * count;
      if (edge === ABSENT) continue;
      const n = edgeVariable(group, graph, constants, k, i, edge);
      if (decode(posteriorLanes[indexOf(word, n, N) * width + lane]) < 0) odd = !odd;
    }
    if ((flags & HAS_DEGREE_ONE) !== 0) {
      if (decode(posteriorLanes[indexOf(word, degreeOne + at, N) * width + lane]) < 0) odd = !odd;
    }
    return odd;
  };
}

/** The check's bit of the syndrome in a lane. */
type SyndromeSign = (check: number, word: number, lane: number) => boolean;

/** Sign of a message in the iteration before, and how often it changed: `counted` of the kernel for one lane. */
function counted(before: number, negative: boolean, first: boolean, laneBits: number): number {
  const top = 2 ** (laneBits - 1);
  const sign = negative ? top : 0;
  if (first) return sign;
  const count = before % top;
  const changed = before >= top !== negative;
  return sign + Math.min(count + (changed ? 1 : 0), top - 1);
}

/** The lanes of words as unsigned numbers. */
function unsignedLanes({ buffer, byteOffset, length }: Uint32Array, width: 1 | 2 | 4) {
  const elements = length * width;
  if (width === 1) return new Uint32Array(buffer, byteOffset, elements);
  return width === 2 ? new Uint16Array(buffer, byteOffset, elements) : new Uint8Array(buffer, byteOffset, elements);
}
