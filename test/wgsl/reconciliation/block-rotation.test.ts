import { describe, expect, it } from "vitest";
import { packBits } from "../../../src/code/packed-bits.ts";
import { PUNCTURED, SENT, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { ROTATION_ONE } from "../../../wgsl/reconciliation/octonion.ts";
import { bothEngines } from "../../engines.ts";
import { conjugate, multiply } from "../../oracle/octonions.ts";
import { runParameters } from "../../run-parameters.ts";
import { expectSameElements } from "../../same-elements.ts";
import { gaussianNumbers, randomNumbers } from "../../simulation/random.ts";
import { elementTypeOf, runKernel } from "../run-kernel.ts";

const engines = bothEngines();
const FRAMES = 5;
/** Bits of a frame: one group, groups that end within a word, more groups than a workgroup has invocations. */
const LENGTHS = [8, 24, 104, 1000];

function words(bytes: Uint8Array): Uint32Array {
  const result = new Uint32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(result.buffer).set(bytes);
  return result;
}

const randomBits = (random: () => number, count: number) =>
  Array.from({ length: count }, () => Math.floor(2 * random()));

/** α times 32767 and the norm for each group of eight values and bits, from octonions in float64. */
function textbook(values: Float32Array, bits: readonly number[]): { alpha: number[]; norms: number[] } {
  const alpha: number[] = [];
  const norms: number[] = [];
  for (let first = 0; first < values.length; first += 8) {
    const y = [...values.subarray(first, first + 8)];
    const norm = Math.sqrt(y.reduce((sum, value) => sum + value * value, 0));
    const s = bits.slice(first, first + 8).map((bit) => (1 - 2 * bit) / Math.sqrt(8));
    norms.push(norm);
    alpha.push(...multiply(s, conjugate(y)).map((value) => (norm === 0 ? 0 : (ROTATION_ONE * value) / norm)));
  }
  return { alpha, norms };
}

/** α and norms in the layout of a kernel's buffer. */
function rotationWords(alpha: readonly number[], norms: readonly number[]): Uint32Array {
  const buffer = new Uint32Array(5 * norms.length);
  const [halves, floats] = [new Int16Array(buffer.buffer), new Float32Array(buffer.buffer)];
  norms.forEach((norm, group) => {
    halves.set(alpha.slice(8 * group, 8 * group + 8).map(Math.round), 10 * group);
    floats[5 * group + 4] = norm;
  });
  return buffer;
}

describe.each(LENGTHS)("block-rotation: frames of %i values", (length) => {
  const bits = randomBits(randomNumbers(length), FRAMES * length);
  const gaussian = gaussianNumbers(length);
  const values = Float32Array.from({ length: FRAMES * length }, gaussian);
  values.fill(0, length - 8, length);
  const expected = textbook(values, bits);

  it.each(["gpu", "cpu"] as const)("is the textbook's to one unit on the %s engine", async (name) => {
    const buffers = {
      sifted_bits: words(packBits(bits, length)),
      values,
      rotation: new Uint32Array((5 * FRAMES * length) / 8).fill(0xffffffff),
    };
    const dispatch = {
      kernel: "reconciliation/block-rotation",
      constants: { KEY_BITS: length },
      buffers: Object.keys(buffers),
      workgroups: Math.ceil(length / 8 / 64),
    };
    const program = {
      buffers: Object.fromEntries(
        Object.entries(buffers).map(([buffer, data]) => {
          return [buffer, { type: elementTypeOf(data), length: data.length, perFrame: false, data }];
        }),
      ),
      start: [dispatch],
      iterate: [],
      repeats: 0,
      afterIterations: [],
      plan: [],
    };
    const prepared = await engines[name].prepare(program, FRAMES);
    await prepared.runDispatch(dispatch, runParameters({ frames: FRAMES }), 0);
    const rotation = await prepared.read("rotation");
    prepared.release();
    const [halves, floats] = [new Int16Array(rotation.buffer), new Float32Array(rotation.buffer)];
    expected.norms.forEach((norm, group) => {
      expect(Math.abs(floats[5 * group + 4] - norm), `norm ${group}`).toBeLessThanOrEqual(1e-6 * norm);
      for (let i = 0; i < 8; i++) {
        const difference = Math.abs(halves[10 * group + i] - expected.alpha[8 * group + i]);
        // The integer is the nearest, unless f32 cannot decide between two.
        expect(difference, `group ${group}, α_${i}`).toBeLessThan(0.51);
      }
    });
  });
});

describe.each(LENGTHS)("rotated-llr: %i bits of the key", (length) => {
  // Other states stand before, between and after the group's.
  const states = [
    PUNCTURED,
    ...Array.from({ length }, (_, i) => (i % 5 === 4 ? [SENT, SHORTENED] : [SENT])).flat(),
    PUNCTURED,
  ];
  const counts = [0, 0, 0];
  const positionUse = Uint32Array.from(states.flatMap((state) => [state, counts[state]++]));
  const n = states.length;

  /** LLRs of all positions in float64. */
  function textbookLlrs(
    alpha: readonly number[],
    norms: readonly number[],
    values: Float32Array,
    scale: number,
  ): number[] {
    const rotated: number[] = [];
    norms.forEach((norm, group) => {
      const at = 8 * group;
      const v = multiply(alpha.slice(at, at + 8).map(Math.round), [...values.subarray(at, at + 8)]);
      rotated.push(...v.map((value) => scale * norm * value));
    });
    return Array.from({ length: FRAMES }, (_, frame) =>
      states.map((state, position) => {
        if (state === PUNCTURED) return 0;
        if (state === SHORTENED) return LLR_BOUND;
        const llr = rotated[frame * length + positionUse[2 * position + 1]];
        return Math.max(-LLR_BOUND, Math.min(LLR_BOUND, llr));
      }),
    ).flat();
  }

  const run = (alpha: number[], norms: number[], values: Float32Array, llrScale: number) =>
    runKernel(engines, {
      kernel: "reconciliation/rotated-llr",
      constants: { N: n, KEY_BITS: length },
      buffers: {
        position_use: positionUse,
        rotation: rotationWords(alpha, norms),
        values,
        channel_llr: new Float32Array(FRAMES * n).fill(7),
      },
      parameters: { frames: FRAMES, llrScale },
      workgroups: Math.ceil(n / 64),
    });

  it("is exact where f32 is, with LLRs beyond the bound", async () => {
    const random = randomNumbers(length);
    const integers = (count: number, most: number) =>
      Array.from({ length: count }, () => Math.floor((2 * most + 1) * random()) - most);
    const values = Float32Array.from(integers(FRAMES * length, 15));
    const alpha = integers(FRAMES * length, ROTATION_ONE);
    const norms = Array.from({ length: (FRAMES * length) / 8 }, () => 2 ** Math.floor(4 * random()));
    const { channel_llr } = await run(alpha, norms, values, 1);
    const expected = textbookLlrs(alpha, norms, values, 1);
    expectSameElements(channel_llr, Float32Array.from(expected), "channel_llr");
    expect(expected.some((llr, i) => llr === -LLR_BOUND && states[i % n] === SENT)).toBe(true);
  });
});
