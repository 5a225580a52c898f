import { expect, it } from "vitest";
import type { BufferData } from "../../../src/gpu/kernel.ts";
import { compactionConstants } from "../../../wgsl/common/active-frames/compact.ts";
import { fillSlots } from "../../../wgsl/common/active-frames/fill.ts";
import { ACTIVE, counterAt, LIST_HEAD } from "../../../wgsl/common/active-frames/list.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { type KernelCall, runKernel } from "../run-kernel.ts";

const engines = bothEngines();
const ITERATIONS = 4;

it.each([
  { frames: 1, slotFrames: 2 },
  { frames: 7, slotFrames: 4 },
  { frames: 331, slotFrames: 2 },
  // More than the workgroup processes at a time.
  { frames: 600, slotFrames: 1 },
])("$frames frames, $slotFrames to a slot, of which few move", async ({ frames, slotFrames }) => {
  const random = randomNumbers(frames);
  // Few frames end at first.
  const last = Array.from({ length: frames }, () => 1 + Math.floor(ITERATIONS * random() ** 0.5));
  const unsatisfied = Uint32Array.from({ length: ITERATIONS * frames }, (_, i) =>
    Number(Math.floor(i / frames) + 1 < last[i % frames]),
  );
  const constants = { ...compactionConstants(slotFrames), RUN: 2 };
  let list: BufferData = new Uint32Array(LIST_HEAD + 4 * frames);
  // The frames of a slot, by its first frame over slotFrames.
  let slots = Array.from({ length: Math.ceil(frames / slotFrames) }, (_, slot) => slot);
  for (let iteration = 1; iteration < ITERATIONS; iteration++) {
    const buffers: KernelCall["buffers"] = { unsatisfied, active_list: list };
    const call: KernelCall = {
      kernel: fillSlots.name,
      constants,
      buffers,
      parameters: { frames },
      iteration,
      workgroups: 1,
      framesPerWorkgroup: Number.MAX_SAFE_INTEGER,
    };
    list = (await runKernel(engines, call)).active_list;
    const isDone = (frame: number) => frame >= frames || unsatisfied[(iteration - 1) * frames + frame] === 0;
    const lanes = Array.from({ length: slotFrames }, (_, lane) => lane);
    const doneOf = (slot: number) => lanes.map((lane) => isDone(slot * slotFrames + lane));
    const isActive = slots.map((slot) => doneOf(slot).includes(false));
    const active = isActive.filter((each) => each).length;
    const keeps = 4 * active > 3 * slots.length;
    const count = keeps ? slots.length : active;
    expect(list[counterAt(ACTIVE, iteration)]).toBe(count);
    // Slots beyond the first `count` move in their order to the free ones before.
    const moving = slots.flatMap((_, at) => (at >= count && isActive[at] ? [at] : []));
    const before = Array.from({ length: count }, (_, at) => (keeps || isActive[at] ? at : moving.shift()!));
    slots = before.map((at) => slots[at]);
    const entries = LIST_HEAD + (iteration & 1) * 2 * frames;
    expect([...list.slice(entries + frames, entries + frames + count)]).toEqual(before);
    expect([...list.slice(entries, entries + count)].map((entry) => entry & 0xfffffff)).toEqual(slots);
    const done = (slot: number) => doneOf(slot).reduce((bits, each, lane) => bits | (Number(each) << lane), 0);
    expect([...list.slice(entries, entries + count)].map((entry) => entry >>> 28)).toEqual(slots.map(done));
  }
});
