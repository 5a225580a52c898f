import { describe, expect, it } from "vitest";
import { textNow } from "../../../src/engine/shader.ts";
import { assemble } from "../../../src/gpu/template.ts";
import { type BinaryCheckNode, phi, sumProduct } from "../../oracle/binary/check-nodes.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { widened } from "../../sweep.ts";
import { runCompiled } from "../../wgsl-cpu/run-compiled.ts";

const boxPlus = sumProduct({ magnitudes: [2 ** -100, 80], sums: [1e-36, 80] });

function boundedSumProduct(bound: number): BinaryCheckNode {
  return (t, syndrome) =>
    boxPlus(t, syndrome).map((message) => Math.sign(message) * Math.min(Math.abs(message), bound));
}

const cut = (value: number, least: number) => Math.min(Math.max(value, least), 80);

/**
 * A-Min* in float64 by one sum of Φ in the order of the edges. Messages near the largest LLR differ from the oracle's, which does
 * not round. The sum includes Φ of the largest LLR, and edges that tie at the largest LLR get equal messages.
 */
function summedAMinStar(): BinaryCheckNode {
  return (t, syndrome) => {
    const magnitudes = t.map((message) => cut(Math.abs(message), 2 ** -100));
    let least = 80;
    let others = 0;
    for (const magnitude of magnitudes) {
      others += phi(Math.max(least, magnitude));
      least = Math.min(least, magnitude);
    }
    const [ofAll, ofOthers] = [others + phi(least), others].map((sum) => phi(cut(sum, 1e-36)));
    return magnitudes.map((magnitude, n) => {
      const negative = t.filter((message, i) => i !== n && message < 0).length + syndrome;
      return (negative % 2 === 1 ? -1 : 1) * (magnitude === least ? ofOthers : ofAll);
    });
  };
}

/** The forms of rules for CPUs, within a tolerance of float64. a-min-star has a larger tolerance, because it adds Φ of all edges in f32. */
const RULES = {
  "sum-product-ratios": { oracle: boundedSumProduct, bounds: [80, 16], tolerance: 5e-6 },
  "a-min-star": { oracle: summedAMinStar, bounds: [80], tolerance: 3e-5 },
};

const DEGREES = widened({
  few: [1, 2, 3, 7, 30, 33, 200],
  every: [...Array.from({ length: 64 }, (_, i) => i + 1), 200],
});

/** Random messages of a check of each degree. The oracle's time grows with the square of the degree. */
const checksOf = (degree: number): number => (degree > 60 ? 64 : 640);

/** Messages up to this magnitude are not compared. */
const LEAST = 1e-30;

const KERNEL = `
#import common/run
#import <lanes>
#import <rule>
@group(0) @binding(1) var<storage, read_write> messages: array<f32>;
@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var check = check_init(0u);
#for k in 0..DEGREE
  let t$k = messages[$ku * CHECKS + id.x];
  let term$k = check_accumulate(&check, t$k);
#end
  check_finish(&check);
#for k in DEGREE..0
  messages[$ku * CHECKS + id.x] = unpack(check_extrinsic(&check, t$k, term$k).message);
#end
}`;

/** Messages [edge][check] of checks of a degree, from those to them. */
function messagesBy(rule: string, degree: number, bound: number, given: Float32Array): Float32Array {
  const constants = {
    ...{ WORKGROUP_SIZE: 64, DEGREE: degree, CHECKS: given.length / degree, FRAME_INTERLEAVED: 1 },
    ...{ BOUND_BITS: new Uint32Array(Float32Array.of(bound).buffer)[0], LLR_CLIP_BITS: 0 },
  };
  const variant = {
    imports: { lanes: "binary/formats/f32", rule: `binary/rules/${rule}`, ratios: "binary/check-node/ratios" },
  };
  const { code } = assemble("test", constants, (name) => (name === "test" ? KERNEL : textNow(name)), variant);
  const buffers = [new Uint32Array(given.slice().buffer)];
  const [out] = runCompiled(code, { buffers, workgroups: constants.CHECKS / 64 });
  return new Float32Array(out.slice().buffer);
}

/**
 * Messages [edge][check] with magnitudes from 2^-24 to beyond the largest LLR. Few messages of a check are small, and every third check has
 * zeros.
 */
function randomMessages(degree: number, checks: number, random: () => number): Float32Array {
  const messages = new Float32Array(degree * checks);
  for (let check = 0; check < checks; check++) {
    const smallest = random() < 0.5 ? -24 : 1;
    for (let k = 0; k < degree; k++) {
      if (check % 3 === 0 && random() < 1 / degree) continue;
      const magnitude = 2 ** (random() < 2 / degree ? smallest + (7 - smallest) * random() : 7 * random());
      messages[k * checks + check] = random() < 0.5 ? -magnitude : magnitude;
    }
  }
  return messages;
}

describe.each(Object.entries(RULES))("%s", (rule, { oracle, bounds, tolerance }) => {
  it.each(DEGREES)("messages of a check of degree %i are within the tolerance of the oracle's", (degree) => {
    const checks = 64 * Math.ceil(checksOf(degree) / 64 / bounds.length);
    /** Messages beyond the tolerance, or with another sign. The sign of a zero matters too, as it changes when a frame is done. */
    const wrong: string[] = [];
    for (const bound of bounds) {
      const messages = randomMessages(degree, checks, randomNumbers(degree));
      const results = messagesBy(rule, degree, bound, messages);
      for (let check = 0; check < checks; check++) {
        const heard = Array.from({ length: degree }, (_, k) => messages[k * checks + check]);
        oracle(bound)(heard, 0).forEach((message, k) => {
          const result = results[k * checks + check];
          const isNear = Math.abs(result - message) < tolerance * Math.abs(message) + LEAST;
          if (isNear && Math.sign(result) === Math.sign(message)) return;
          wrong.push(`check ${check}, edge ${k}: ${result} in the place of ${message}`);
        });
      }
    }
    expect(wrong).toEqual([]);
  });
});
