import { expect, it } from "vitest";
import { programMemory } from "../../src/engine/cpu/memory.ts";
import { frameBuffer } from "../../src/gpu/program.ts";
import { ACTIVE, counterAt, LIST_HEAD } from "../../wgsl/common/active-frames/list.ts";
import { stripMerging } from "../../wgsl/common/active-frames/simd/merge-strips.ts";
import { randomNumbers } from "../simulation/random.ts";

const [POSTERIORS, MESSAGES, ITERATIONS] = [3, 11, 5];
const STRIPS = 9;
const ITERATION = 2;
const COUNTER = counterAt(ACTIVE, ITERATION + 1);

/** Buffers of a decoder after an iteration in which a part of the frames stayed active. */
function decoderState(interleave: 1 | 2 | 4, frames: number, part: number, random: () => number) {
  const memory = programMemory(
    {
      posteriors: frameBuffer("u32", POSTERIORS, interleave),
      messages: frameBuffer("u32", MESSAGES, interleave),
      unsatisfied: frameBuffer("u32", ITERATIONS),
      list: frameBuffer("u32", LIST_HEAD + 2, interleave),
    },
    frames,
    frames,
  );
  const { posteriors, messages, unsatisfied, list } = memory.buffers;
  for (const buffer of [posteriors, messages]) buffer.set(Uint32Array.from(buffer, () => random() * 2 ** 32));
  for (let frame = 0; frame < frames; frame++) {
    // A done frame stays done.
    const iterations = random() < part ? ITERATION + 1 : Math.floor((ITERATION + 1) * random());
    for (let i = 0; i < iterations; i++) unsatisfied[i * frames + frame] = 1;
  }
  const words = Math.ceil(frames / interleave);
  for (let word = 0; word < words; word++) {
    const done = satisfiedLanes(unsatisfied, interleave, ITERATION, frames, word);
    if (done === 0xffffffff) continue;
    const at = LIST_HEAD + 2 * list[COUNTER]++;
    list.set([word, done], at);
  }
  const rows = {
    results: [{ buffer: posteriors, rows: POSTERIORS }],
    working: [{ buffer: messages, rows: MESSAGES }],
    unsatisfied: { buffer: unsatisfied, rows: ITERATIONS },
    list,
  };
  const bytes = 4 / interleave;
  /** The bits of a row at a position, or the flags of `unsatisfied` for it. */
  const lane = (buffer: { buffer: ArrayBufferLike; byteOffset: number }, row: number, place: number) =>
    [...new Uint8Array(buffer.buffer, buffer.byteOffset + 4 * row * words + bytes * place, bytes)].join();
  const at = (place: number) => ({
    posteriors: Array.from({ length: POSTERIORS }, (_, row) => lane(posteriors, row, place)),
    unsatisfied: Array.from({ length: ITERATIONS }, (_, i) => unsatisfied[i * frames + place]),
    messages: Array.from({ length: MESSAGES }, (_, row) => lane(messages, row, place)),
  });
  /** Positions with an active frame, by the list. */
  const active = () => {
    const places: number[] = [];
    for (let at = LIST_HEAD; at < LIST_HEAD + 2 * list[COUNTER]; at += 2) {
      for (let i = 0; i < interleave; i++) {
        if (((list[at + 1] >>> (8 * bytes * i)) & 1) === 0) places.push(list[at] * interleave + i);
      }
    }
    return places;
  };
  return { merging: stripMerging(memory, rows, interleave), active, at, buffers: [posteriors, unsatisfied] };
}

it.each([1, 2, 4] as const)("active frames are together, and back when they are done, %i to a word", (interleave) => {
  const lanes = 4 * interleave;
  for (const part of [0.02, 0.1, 0.3, 0.6, 1]) {
    const random = randomNumbers(1000 * part);
    // The last strip is not full.
    const frames = STRIPS * lanes - 1;
    const { merging, active, at, buffers } = decoderState(interleave, frames, part, random);
    const before = buffers.map((buffer) => buffer.slice());
    const frameStates = active().map((place) => JSON.stringify(at(place)));
    const whole = (place: number) => place < frames - (frames % lanes);
    const wholeBefore = active().filter(whole);

    merging.merge(frames, ITERATION);
    const places = active();
    expect(places.map((place) => JSON.stringify(at(place))).sort(), "states of active frames").toEqual(
      frameStates.sort(),
    );
    const strips = new Set(places.filter(whole).map((place) => Math.floor(place / lanes)));
    const free = [...strips].map(
      (strip) => lanes - places.filter((place) => Math.floor(place / lanes) === strip).length,
    );
    const [most, second] = free.sort((a, b) => b - a);
    // No strip has enough free positions for another strip's frames.
    if (free.length > 1) expect(lanes - most, "frames of the emptiest strip").toBeGreaterThan(second);
    expect(places.filter(whole)).toHaveLength(wholeBefore.length);

    merging.restore(frames);
    expect(buffers, "after all iterations").toEqual(before);
  }
});

/** The lanes of a word whose frames satisfied all checks in an iteration, or that have no frame: all ones. */
function satisfiedLanes(
  unsatisfied: ArrayLike<number>,
  interleave: number,
  iteration: number,
  frames: number,
  word: number,
): number {
  const bits = 32 / interleave;
  let done = 0;
  for (let lane = 0; lane < interleave; lane++) {
    const frame = word * interleave + lane;
    if (frame < frames && unsatisfied[iteration * frames + frame] !== 0) continue;
    done |= (0xffffffff >>> (32 - bits)) << (lane * bits);
  }
  return done >>> 0;
}
