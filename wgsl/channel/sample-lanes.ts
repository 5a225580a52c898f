import { aliasSample } from "../../src/channel/alias-table.ts";
import { NOISE_ORIGIN } from "../../src/channel/discrete-channel.ts";
import { STREAM_NOISE } from "../../src/channel/random/streams.ts";
import { type Kernel, type KernelConstants, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameWords, WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { lanesOf } from "../binary/formats/lanes.ts";
import { boundPart, LLR_BOUND } from "../common/bound.ts";
import { laneSignsPart, sentBit } from "../common/lane-signs.ts";
import { randomOf } from "../common/random/random.ts";
import { runPart } from "../common/run.ts";
import { wordIndex, wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { aliasSamplePart } from "./alias-sample.ts";
import { PUNCTURED, SHORTENED } from "./bit-llr.ts";
import { simdSampleLanes } from "./simd/sample-lanes.ts";

/** Symbols of an item: the symbols of one random number. */
const ITEM_SYMBOLS = 4;

/** Items of an invocation at most: enough that copying the alias table into workgroup memory costs little. */
const ITEMS_MAXIMUM = 16;

/** Words of workgroup y where memory is not frame-interleaved. */
const WORDS = 4;

/** Constants and extent of a dispatch of `sampleLanes`. @param interleave frames of a word. */
export function sampleLanesDispatch(n: number, interleave: number, frameInterleaved: boolean) {
  const items = Math.ceil(n / ITEM_SYMBOLS);
  const perInvocation = frameInterleaved ? items : Math.ceil((WORDS * items) / WIDE_WORKGROUP_SIZE);
  const workgroups = Math.ceil(perInvocation / ITEMS_MAXIMUM);
  return {
    constants: { WORDS, ITEMS: Math.ceil(perInvocation / workgroups) },
    workgroups,
    framesPerWorkgroup: interleave * (frameInterleaved ? WIDE_WORKGROUP_SIZE : WORDS),
  };
}

/** Channel words of a binary decoder from the bits that are sent. */
export const sampleLanes: Kernel = {
  name: "channel/sample-lanes",
  wgsl: new URL("./sample-lanes.wgsl", import.meta.url),
  imports: [...[runPart, workgroupSlotPart, boundPart, wordIndexPart, laneSignsPart], ...[aliasSamplePart]],
  bindings: [
    u32("noise_cells"),
    u32("codeword"),
    u32("symbol_use"),
    u32("channel", "read_write"),
    u32("posteriors", "read_write"),
  ],
  constants: ["N", "COPY", "FRAME_INTERLEAVED", "WORDS", "ITEMS"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 16_384,
  run: twin,
  simd: simdSampleLanes(twin),
};

function twin(call: TwinCall): void {
  const { constants, variant, parameters, range } = call;
  const { interleave } = lanesOf(variant);
  const items = Math.ceil(constants.N / ITEM_SYMBOLS);
  const words = Math.ceil(parameters.frames / interleave);
  const sampleItem = itemSampler(call);
  const { wordsOfGroup, itemsOfGroup } = extentOf(constants, range);
  const lastWord = Math.min(range.lastSlot * wordsOfGroup, words);
  for (let word = range.firstSlot * wordsOfGroup; word < lastWord; word++) {
    for (let item = 0; item < items; item++) if (itemsOfGroup(word, item)) sampleItem(word, item);
  }
}

/** Words of workgroup y, and whether an item of a word belongs to the range of workgroups x. */
function extentOf({ N, FRAME_INTERLEAVED, ITEMS }: KernelConstants, { from, to, firstSlot }: TwinCall["range"]) {
  if (FRAME_INTERLEAVED === 1) {
    const itemsOfGroup = (_: number, item: number) => item >= from * ITEMS && item < to * ITEMS;
    return { wordsOfGroup: WIDE_WORKGROUP_SIZE, itemsOfGroup };
  }
  const items = Math.ceil(N / ITEM_SYMBOLS);
  const perGroup = ITEMS * WIDE_WORKGROUP_SIZE;
  const itemsOfGroup = (word: number, item: number) => {
    const index = ((word - firstSlot * WORDS) % WORDS) * items + item;
    return index >= from * perGroup && index < to * perGroup;
  };
  return { wordsOfGroup: WORDS, itemsOfGroup };
}

function itemSampler({ buffers, constants, variant, parameters }: TwinCall) {
  const [noise, codeword, symbolUse, channel, posteriors] = buffers as Uint32Array[];
  const { N, COPY } = constants;
  const lanes = lanesOf(variant);
  const { interleave } = lanes;
  const channelLanes = lanes.view(channel);
  const posteriorLanes = lanes.view(posteriors);
  const { frames, amplitude, llrScale, key } = parameters;
  const indexOf = wordIndex(constants, Math.ceil(frames / interleave));
  const randomWords = randomOf(variant);
  const random = new Uint32Array(4);
  return (word: number, item: number) => {
    const last = Math.min(ITEM_SYMBOLS * (item + 1), N);
    for (let lane = 0; lane < interleave; lane++) {
      const frame = word * interleave + lane;
      const [low, high] = frameWords(parameters, frame);
      randomWords(low, high, item, STREAM_NOISE, key[0], key[1], random);
      for (let n = ITEM_SYMBOLS * item; n < last; n++) {
        const state = symbolUse[n] & 3;
        const output = amplitude + aliasSample(noise, random[n % ITEM_SYMBOLS]) - NOISE_ORIGIN;
        const sent = frame < frames ? sentBit(codeword, N, frame, n) : 0;
        const known = frame >= frames || state === SHORTENED;
        const received = Math.fround((sent === 1 ? -output : output) * llrScale) + 0;
        const llr = known ? LLR_BOUND : state === PUNCTURED ? 0 : received;
        const index = indexOf(word, symbolUse[n] >>> 3, N) * interleave + lane;
        channelLanes[index] = lanes.encode(lanes.channel(llr, constants));
        if (COPY === 1) posteriorLanes[index] = channelLanes[index];
      }
    }
  };
}
