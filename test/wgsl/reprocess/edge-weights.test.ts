import { describe, expect, it } from "vitest";
import { bitsOf } from "../../../src/decoder/step.ts";
import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

// Weights of symbols: sums of the lanes' counts, and the checks that decisions in the lanes fail.
const engines = bothEngines();

const FORMATS = [
  ["f32", 1],
  ["int12", 2],
  ["int8", 4],
] as const;

/** Where each list begins, and where the last one ends. */
function startsOf(lists: readonly (readonly number[])[]): number[] {
  const starts = [0];
  for (const { length } of lists) starts.push(starts[starts.length - 1] + length);
  return starts;
}

describe.each(FORMATS.flatMap(([format, width]) => [[format, width, 1] as const, [format, width, 0] as const]))(
  "%s, %i frames in a word, FRAME_INTERLEAVED %i",
  (format, interleave, FRAME_INTERLEAVED) => {
    const variant = { imports: { lanes: `binary/formats/${format}` } };
    const bits = 32 / interleave;
    // There are more words than a workgroup has invocations, and the last word is not full.
    const frames = (WORKGROUP_SIZE + 3) * interleave + (interleave === 1 ? 0 : 1);
    const words = Math.ceil(frames / interleave);
    const random = randomNumbers(interleave);
    const lane = (word: number, test: number) => Math.floor(word / 2 ** (bits * (test % interleave))) % 2 ** bits;
    const place = (element: number, elements: number, test: number) => {
      const word = Math.floor(test / interleave);
      return FRAME_INTERLEAVED === 1 ? element * words + word : word * elements + element;
    };
    const constants: KernelConstants = {
      LLR_CLIP_BITS: bitsOf(LLR_BOUND),
      ...(format === "int8" ? { STEPS_PER_LLR_BITS: 0x40800000, CLIP: 30 } : {}),
    };

    it("reprocess/weights/edge-weights", async () => {
      const [N, COUNTS_AT, ELEMENTS] = [11, 6, 30];
      const lists = Array.from({ length: N }, (_, n) =>
        Array.from({ length: n % 5 }, () => Math.floor(random() * ELEMENTS)),
      );
      const start = startsOf(lists);
      // f32 counts may be so large that their sums exceed 32 bits.
      const most = format === "f32" ? 2 ** 24 : 2 ** 32;
      const counts = Uint32Array.from({ length: (COUNTS_AT + ELEMENTS) * words }, () => Math.floor(random() * most));
      if (format === "f32") for (let i = 0; i < counts.length; i += 2) counts[i] += 2 ** 31;
      const { weights } = await runKernel(engines, {
        kernel: "reprocess/weights/edge-weights",
        constants: {
          ...constants,
          N,
          COUNTS_AT,
          COUNTS: COUNTS_AT + ELEMENTS,
          SYMBOLS_PER_WORKGROUP: 2,
          FRAME_INTERLEAVED,
        },
        variant,
        buffers: {
          symbol_start: Uint32Array.from(start),
          symbol_edges: Uint32Array.from(lists.flat()),
          counts,
          weights: new Uint32Array(N * frames),
        },
        parameters: { frames },
        workgroups: Math.ceil(N / 2),
        framesPerWorkgroup: WORKGROUP_SIZE * interleave,
      });
      const top = 2 ** (bits - 1);
      const expected = lists.flatMap((list) =>
        Array.from({ length: frames }, (_, test) =>
          list.reduce(
            (sum, element) => sum + (lane(counts[place(COUNTS_AT + element, COUNTS_AT + ELEMENTS, test)], test) % top),
            0,
          ),
        ),
      );
      expect(Array.from(weights)).toEqual(expected);
    });

    it.each([0, 1])("unsatisfied-checks, SYNDROME %i", async (SYNDROME) => {
      const [N, CHECKS] = [12, 9];
      const lists = Array.from({ length: CHECKS }, (_, m) =>
        Array.from({ length: N }, (_, n) => n).filter((n) => (n + m) % (2 + (m % 3)) === 0),
      );
      const start = startsOf(lists);
      const any = (count: number) => Uint32Array.from({ length: count }, () => Math.floor(random() * 2 ** 32));
      const [posteriors, check_signs] = [any(N * words), any(CHECKS * words)];
      const { odd } = await runKernel(engines, {
        kernel: "reprocess/weights/unsatisfied-checks",
        constants: { ...constants, N, CHECKS, SYNDROME, FRAME_INTERLEAVED, CHECKS_PER_WORKGROUP: 2 },
        variant,
        buffers: {
          check_start: Uint32Array.from(start),
          check_variables: Uint32Array.from(lists.flat()),
          check_signs,
          posteriors,
          odd: new Uint32Array(CHECKS * words),
        },
        parameters: { frames },
        workgroups: Math.ceil(CHECKS / 2),
        framesPerWorkgroup: WORKGROUP_SIZE * interleave,
      });
      const top = 2 ** (bits - 1);
      lists.forEach((list, check) => {
        for (let test = 0; test < frames; test++) {
          const sign = (buffer: Uint32Array, element: number, elements: number) =>
            lane(buffer[place(element, elements, test)], test) >= top ? 1 : 0;
          const parity = list.reduce(
            (sum, n) => sum ^ sign(posteriors, n, N),
            SYNDROME === 1 ? sign(check_signs, check, CHECKS) : 0,
          );
          expect(lane(odd[place(check, CHECKS, test)], test), `check ${check}, test ${test}`).toBe(parity);
        }
      });
    });
  },
);
