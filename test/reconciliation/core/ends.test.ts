import { describe, expect, it } from "vitest";
import { packBits, unpackBits } from "../../../src/code/packed-bits.ts";
import {
  alice,
  type Blocks,
  bob,
  decodingEnd,
  decodingProgram,
  type GaussianBlocks,
  gaussianLayout,
  referenceEnd,
  rotatedLlrScale,
} from "../../../src/reconciliation/core/ends.ts";
import { correlatedValues, correlationOf } from "../../../src/reconciliation/core/estimation.ts";
import { blockLayout, type ReconciliationParameters } from "../../../src/reconciliation/core/layout.ts";
import { binaryMatrix } from "../../code/binary-matrix.ts";
import { codeOf } from "../../code-of.ts";
import { spec } from "../../decoder/specs.ts";
import { bothEngines } from "../../engines.ts";
import { rotatedLlrs, rotationOf } from "../../oracle/reconciliation/multidimensional.ts";
import { runParameters } from "../../run-parameters.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { inNode, itInNode, sweep } from "../../sweep.ts";
import { asBlocks, blocksOf, differences, pegCode, reconciliation, textbookMessage, twoEnds } from "./textbook.ts";

const engines = bothEngines();
// A browser has its device, and each kernel once: SwiftShader compiles the kernels of both ends for seconds. The checks of blocks and
// messages are the same for each engine.
const ENGINES = sweep(["gpu", "cpu"] as const, 1, 2);
type EngineName = (typeof ENGINES)[number];
const DECODER = spec("sum-product iterations=31");
/** First index, so that indices need more than 32 bits. */
const FIRST = 3 * 2 ** 32 - 2;
const BLOCKS = 6;

/** A generator for `fillSecret` that records its output. */
function secrets(seed: number) {
  const random = randomNumbers(seed);
  const given: number[][] = [];
  const fill = (bytes: Uint8Array) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(256 * random());
    given.push([...bytes]);
  };
  return { fill, given };
}

function hiddenBits(drawn: readonly number[] = [], punctured: number): number[][] {
  const bytes = Math.ceil(punctured / 8);
  return Array.from({ length: BLOCKS }, (_, b) => [
    ...unpackBits(Uint8Array.from(drawn.slice(b * bytes, (b + 1) * bytes)), 8 * Math.max(1, bytes)),
  ]);
}

describe("reconciliation of bits", () => {
  const code = pegCode(300, 3, 6);

  /** Lengths of whole blocks and of a last block of `last` bits. */
  function lengths(parameters: ReconciliationParameters, last?: number): number[] {
    const { keyBits } = blockLayout(parameters);
    return Array.from({ length: BLOCKS }, (_, b) => (b === BLOCKS - 1 ? (last ?? keyBits) : keyBits));
  }

  /** Runs both ends on blocks that differ at this rate. */
  async function reconcile(
    parameters: ReconciliationParameters,
    options: { qber?: (block: number) => number; last?: number; decoder?: string; engine?: EngineName } = {},
  ) {
    const { qber = () => 0.03, last, decoder, engine = "cpu" } = options;
    const sides = twoEnds(randomNumbers(1), lengths(parameters, last), qber);
    const sender = alice(engines[engine], parameters);
    const receiver = bob(engines[engine], parameters, decoder === undefined ? DECODER : spec(decoder), 0.03);
    const { layout } = sender;
    const message = await sender.encode(asBlocks(sides.alice, FIRST, layout));
    const received = asBlocks(sides.bob, FIRST, layout);
    const result = await receiver.correct(received, message);
    const whole = (blocks: readonly (readonly number[])[]) => blocksOf(asBlocks(blocks, FIRST, layout).bits, layout);
    return { sides, layout, sender, receiver, message, received, result, expected: whole(sides.alice) };
  }

  const CASES = [
    ["punctured, shortened, the last block short", { punctured: 17, shortened: 21, hashBits: 200 }, 100],
    ["the last block of one bit", { hashBits: 256 }, 1],
  ] as const;
  const ON_ENGINES = ENGINES.flatMap((engine) => inNode(CASES).map((each) => [engine, ...each] as const));
  it.each(sweep(ON_ENGINES, 6))(
    "on the %s engine, %s: Alice says H·word and SHA-256 of her blocks",
    async (engine, _, given, last) => {
      const parameters = reconciliation(code, given);
      const layout = blockLayout(parameters);
      const blocks = twoEnds(randomNumbers(4), lengths(parameters, last), () => 0).alice;
      const { fill, given: drawn } = secrets(4);
      const sender = alice(engines[engine], parameters, fill);
      const message = await sender.encode(asBlocks(blocks, FIRST, layout));
      sender.release();
      const textbook = textbookMessage(parameters, layout, blocks, FIRST, hiddenBits(drawn[0], parameters.punctured));
      expectSameElements(message.syndromes, textbook.syndromes, "syndromes");
      expectSameElements(message.hashes, textbook.hashes, "hashes");
    },
  );

  const CORRECTED = ENGINES.flatMap((engine) => sweep(CASES, 1, 2).map((each) => [engine, ...each] as const));
  it.each(sweep(CORRECTED, 6))("on the %s engine, %s: Bob gets Alice's blocks", async (engine, _, given, last) => {
    const parameters = reconciliation(code, { ...given, punctured: "punctured" in given ? 9 : 0 });
    const { result, expected, sides, sender, receiver } = await reconcile(parameters, { last, engine });
    for (const end of [sender, receiver]) end.release();
    expectSameElements(result.verified, new Uint8Array(BLOCKS).fill(1), "verified");
    expectSameElements(result.converged, result.verified, "converged");
    expect(blocksOf(result.bits, sender.layout)).toEqual(expected);
    const flipped = sides.alice.map((block, b) => differences(block, sides.bob[b]));
    expectSameElements(result.corrected, flipped, "corrected");
    expect(Math.max(...flipped)).toBeGreaterThan(4);
    expect(Math.max(...result.iterations)).toBeGreaterThan(1);
    expect(Math.max(...result.iterations)).toBeLessThanOrEqual(31);
  });

  it.each(inNode(sweep(ENGINES, 2)))(
    "on the %s engine keeps outstanding calls apart, also while slots grow",
    async (engine) => {
      const parameters = reconciliation(code, { punctured: 5, shortened: 4 });
      const { receiver, sender, received, sides, layout } = await reconcile(parameters, { engine });
      const ranges = [[0, 1], [1, 3], [3, 6]]; // biome-ignore format: ranges
      const part = ({ bits, first }: Blocks, [from, to]: number[]): Blocks => ({
        first: first + from,
        count: to - from,
        bits: bits.slice(from * layout.keyBytes, to * layout.keyBytes),
      });
      const own = asBlocks(sides.alice, FIRST, layout);
      const messages = await Promise.all(ranges.map((range) => sender.encode(part(own, range))));
      const results = await Promise.all(ranges.map((range, i) => receiver.correct(part(received, range), messages[i])));
      for (const end of [sender, receiver]) end.release();
      const bits = results.flatMap((each) => [...each.bits]);
      expectSameElements(bits, own.bits, "bits");
    },
  );

  itInNode("hides the syndrome behind fresh random bits", async () => {
    const sender = alice(engines.cpu, reconciliation(code, { punctured: 20 }));
    const bits = new Uint8Array(2 * sender.layout.keyBytes);
    const [one, other] = await Promise.all([0, 0].map((first) => sender.encode({ first, count: 2, bits })));
    sender.release();
    expectSameElements(one.hashes, other.hashes, "hashes");
    expect(one.syndromes).not.toEqual(other.syndromes);
    expect(one.syndromes.some((byte) => byte !== 0)).toBe(true);
  });

  const DECODERS = ["normalised-min-sum messages=int8", "sum-product stop=none iterations=9"];
  it.each(inNode(DECODERS))(
    "reports blocks with too many errors as failed, and gives nothing of them: %s",
    async (decoder) => {
      const hopeless = (block: number) => block % 2 === 1;
      const parameters = reconciliation(code);
      const qber = (block: number) => (hopeless(block) ? 0.3 : 0.02);
      const { result, expected, sender } = await reconcile(parameters, { qber, decoder });
      const given = blocksOf(result.bits, sender.layout);
      for (let b = 0; b < BLOCKS; b++) {
        expect(result.verified[b], `block ${b}`).toBe(hopeless(b) ? 0 : 1);
        expect(given[b], `block ${b}`).toEqual(hopeless(b) ? expected[b].map(() => 0) : expected[b]);
        if (hopeless(b)) expect([result.converged[b], result.corrected[b]]).toEqual([0, 0]);
      }
    },
  );

  it.each(ENGINES)("on the %s engine Bob trusts the bits that Alice has told", async (engine) => {
    const parameters = reconciliation(code, { punctured: 9 });
    const { sides, layout, sender, receiver, expected } = await reconcile(parameters, {
      qber: () => 0.3,
      last: 283,
      engine,
    });
    const message = await sender.encode({ ...asBlocks(sides.alice, FIRST, layout), privateBits: new Uint8Array(12) });
    // Alice has told the first two thirds of the bits, and four private bits.
    const isTold = (i: number) => i < 194;
    const positions = [...layout.keyPositions.filter((_, i) => isTold(i)), ...layout.puncturedPositions.subarray(0, 4)];
    const map = packBits(
      Uint8Array.from({ length: 300 }, (_, i) => Number(positions.includes(i))),
      300,
    );
    const blocks = sides.bob.map((block, b) => block.map((bit, i) => (isTold(i) ? sides.alice[b][i] : bit)));
    const given = asBlocks(blocks, FIRST, layout);
    // To have these bits is not enough.
    expect([...(await receiver.correct(given, message)).verified]).toContain(0);
    const again = await receiver.correct(given, message, map);
    expect([...again.verified]).toEqual(new Array(BLOCKS).fill(1));
    expect(blocksOf(again.bits, layout)).toEqual(expected);
    const wrong = sides.alice.map((block, b) => differences(block, blocks[b]));
    expectSameElements(again.corrected, wrong, "corrected");
    // A told bit that is wrong stays wrong; without the map it is corrected as any other.
    const lie = asBlocks(
      sides.alice.map((block) => block.with(0, 1 - block[0])),
      FIRST,
      layout,
    );
    const [believed, doubted] = [await receiver.correct(lie, message, map), await receiver.correct(lie, message)];
    expect([...believed.verified, ...doubted.verified]).toEqual([0, 1].flatMap((one) => new Array(BLOCKS).fill(one)));
    await expect(receiver.correct(given, message, map.subarray(1))).rejects.toThrow("37 bytes of told positions");
    for (const end of [sender, receiver]) end.release();
  });

  itInNode("does not take a word with Alice's syndrome for hers", async () => {
    // In a Hamming code, two flipped bits have the syndrome of another bit.
    const columns = Array.from({ length: 15 }, (_, n) => n);
    const rows = [0, 1, 2, 3].map((m) => columns.filter((n) => ((n + 1) >> m) & 1));
    const hamming = codeOf(binaryMatrix(15, rows));
    const { result, expected, sides, sender } = await reconcile(reconciliation(hamming), {
      qber: () => 0.12,
      decoder: "normalised-min-sum",
    });
    const given = blocksOf(result.bits, sender.layout);
    let wrong = 0;
    for (let b = 0; b < BLOCKS; b++) {
      if (result.verified[b] === 1) expect(given[b]).toEqual(expected[b]);
      else expect(given[b]).toEqual(expected[b].map(() => 0));
      if (result.converged[b] === 1 && result.verified[b] === 0) {
        expect(sides.bob[b]).not.toEqual(sides.alice[b]);
        wrong++;
      }
    }
    expect(wrong).toBeGreaterThan(0);
  });

  itInNode("verifies nothing with a wrong hash, syndrome, salt, index or number of bits", async () => {
    const parameters = reconciliation(code);
    const { receiver, received, message, layout } = await reconcile(parameters, { qber: () => 0.01 });
    const changed = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
    const but = (...blocks: number[]) => Array.from({ length: BLOCKS }, (_, b) => (blocks.includes(b) ? 0 : 1));

    const hash = await receiver.correct(received, { ...message, hashes: changed(message.hashes, 2 * 8 + 7) });
    expect([...hash.verified]).toEqual(but(2));
    expect([...hash.converged]).toEqual(but());
    expect(hash.bits.slice(2 * layout.keyBytes, 3 * layout.keyBytes).every((byte) => byte === 0)).toBe(true);

    const at = 3 * layout.syndromeBytes + 4;
    const syndrome = await receiver.correct(received, { ...message, syndromes: changed(message.syndromes, at) });
    expect([...syndrome.verified]).toEqual(but(3));

    const index = await receiver.correct({ ...received, first: FIRST + 1 }, message);
    expect([...index.verified]).toEqual(but(0, 1, 2, 3, 4, 5));
    expect(index.bits.every((byte) => byte === 0)).toBe(true);

    const cut = asBlocks(
      blocksOf(received.bits, layout).map((block, b) => block.slice(0, b === 5 ? layout.keyBits - 1 : undefined)),
      FIRST,
      layout,
    );
    expect([...(await receiver.correct(cut, message)).verified]).toEqual(but(5));
    receiver.release();

    const salted = bob(engines.cpu, { ...parameters, salt: parameters.salt.map((byte) => byte ^ 128) }, DECODER, 0.03);
    const salt = await salted.correct(received, message);
    salted.release();
    expect([...salt.verified]).toEqual(but(0, 1, 2, 3, 4, 5));
    expect([...salt.converged]).toEqual(but());
  });

  itInNode("takes blocks at any address of memory, and leaves them unchanged", async () => {
    const { receiver, received, message, result } = await reconcile(reconciliation(code));
    const place = new Uint8Array(received.bits.length + 1);
    place.set(received.bits, 1);
    const again = await receiver.correct({ ...received, bits: place.subarray(1) }, message);
    expectSameElements(again.bits, result.bits, "bits");
    expectSameElements(place.subarray(1), received.bits, "what was given");
  });

  itInNode("names the fault of blocks, messages, decoder and QBER", async () => {
    const parameters = reconciliation(code);
    const { receiver, received, message, layout } = await reconcile(parameters);
    const correct = (blocks: Partial<Blocks>, given = message) => receiver.correct({ ...received, ...blocks }, given);
    await expect(correct({ count: 0 })).rejects.toThrow("0 blocks at once");
    await expect(correct({ count: receiver.blocksMaximum + 1 })).rejects.toThrow("blocks at once");
    await expect(correct({ count: 5 })).rejects.toThrow("bytes of sifted bits are not 5 blocks of 38");
    await expect(correct({ first: -1 })).rejects.toThrow("block -1");
    await expect(correct({ lastBits: 301 })).rejects.toThrow("301 sifted bits: it may have 1 to 300");
    await expect(correct({ lastBits: 9 })).rejects.toThrow(`block ${FIRST + 5}: the part after its 9 bits`);
    const unpadded = received.bits.slice();
    unpadded[2 * layout.keyBytes - 1] |= 1;
    await expect(correct({ bits: unpadded })).rejects.toThrow(`block ${FIRST + 1}: the part after its 300 bits`);
    const syndromes = message.syndromes.slice();
    syndromes[layout.syndromeBytes - 1] |= 2;
    await expect(correct({}, { ...message, syndromes })).rejects.toThrow(`block ${FIRST}: the part after its 150 bits`);
    await expect(correct({}, { ...message, hashes: message.hashes.slice(1) })).rejects.toThrow("bytes of hashes");
    await expect(correct({}, { ...message, syndromes: message.syndromes.slice(1) })).rejects.toThrow("of syndromes");
    receiver.release();
    expect(() => bob(engines.cpu, parameters, spec("min-max"), 0.03)).toThrow("min-max is a decoder of symbols");
    expect(() => bob(engines.cpu, parameters, DECODER, 0.5)).toThrow("QBER 0.5");
  });
});

describe("multidimensional reconciliation", () => {
  /** A code of rate 1/2 that works reliably at this SNR: none of 8,000 blocks failed. */
  const code = pegCode(304, 3, 6);
  const SNR = 6;

  /** Both ends' values of the blocks. */
  function twoSequences(parameters: ReconciliationParameters, seed = 1): { x: Float32Array; y: Float32Array } {
    const { keyBits } = gaussianLayout(parameters);
    const { x, y } = correlatedValues(SNR, seed, { first: 0, count: BLOCKS * keyBits });
    return { x: Float32Array.from(x), y: Float32Array.from(y) };
  }

  const asBlocks = (values: Float32Array): GaussianBlocks => ({ first: FIRST, count: BLOCKS, values });

  const CASES = sweep<[string, Partial<ReconciliationParameters>]>(
    [
      ["punctured and shortened", { punctured: 9, shortened: 15, hashBits: 200 }],
      ["as it is", {}],
    ],
    1,
    2,
  );
  const ON_ENGINES = ENGINES.flatMap((engine) => CASES.map((each) => [engine, ...each] as const));

  it.each(inNode(sweep(ON_ENGINES, 6)))(
    "on the %s engine, %s: the reference end says rotations, H·word and hashes of random bits",
    async (engine, _, given) => {
      const parameters = reconciliation(code, given);
      const { fill, given: drawn } = secrets(3);
      const end = referenceEnd(engines[engine], parameters, fill);
      const { layout } = end;
      const { y } = twoSequences(parameters);
      const { message, bits } = await end.encode(asBlocks(y));
      end.release();
      expectSameElements(bits, Uint8Array.from(drawn[0]), "bits");
      const blocks = blocksOf(bits, layout);
      const hidden = hiddenBits(drawn[1], parameters.punctured);
      const textbook = textbookMessage(parameters, layout, blocks, FIRST, hidden);
      expectSameElements(message.syndromes, textbook.syndromes, "syndromes");
      expectSameElements(message.hashes, textbook.hashes, "hashes");
      const view = new DataView(message.rotations.buffer, message.rotations.byteOffset, message.rotations.length);
      expect(message.rotations.length).toBe((20 * BLOCKS * layout.keyBits) / 8);
      const all = blocks.flat();
      for (let group = 0; group < all.length / 8; group++) {
        const { alpha, norm } = rotationOf(y.subarray(8 * group, 8 * group + 8), all.slice(8 * group, 8 * group + 8));
        expect(view.getFloat32(20 * group + 16, true) / norm).toBeCloseTo(1, 6);
        alpha.forEach((value, i) => {
          expect(Math.abs(view.getInt16(20 * group + 2 * i, true) / 32767 - value)).toBeLessThan(0.51 / 32767);
        });
      }
    },
  );

  it.each(sweep(ON_ENGINES, 6))("on the %s engine, %s: the decoding end finds the bits", async (engine, _, given) => {
    const parameters = reconciliation(code, given);
    const { x, y } = twoSequences(parameters);
    const reference = referenceEnd(engines[engine], parameters, secrets(4).fill);
    const decoding = decodingEnd(engines[engine], parameters, DECODER, correlationOf(SNR));
    const { message, bits } = await reference.encode(asBlocks(y));
    const result = await decoding.decode(asBlocks(x), message);
    // Values that are independent of the values of blocks 1 and 4.
    const { keyBits, keyBytes } = reference.layout;
    const hopeless = x.map((value, i) => ([1, 4].includes(Math.floor(i / keyBits)) ? -value : value));
    const partly = await decoding.decode(asBlocks(hopeless), message);
    for (const end of [reference, decoding]) end.release();
    expectSameElements(result.verified, new Uint8Array(BLOCKS).fill(1), "verified");
    expectSameElements(result.converged, result.verified, "converged");
    expectSameElements(result.bits, bits, "bits");
    expect(Math.max(...result.iterations)).toBeGreaterThan(1);
    expect(Math.max(...result.iterations)).toBeLessThan(31);
    expectSameElements(partly.verified, Uint8Array.of(1, 0, 1, 1, 0, 1), "verified");
    const kept = bits.map((byte, i) => ([1, 4].includes(Math.floor(i / keyBytes)) ? 0 : byte));
    expectSameElements(partly.bits, kept, "bits");
  });

  it.each(ENGINES)("on the %s engine has the LLRs of the textbook", async (engine) => {
    const parameters = reconciliation(code, { punctured: 8, shortened: 16 });
    const layout = gaussianLayout(parameters);
    const { x, y } = twoSequences(parameters, 2);
    const end = referenceEnd(engines[engine], parameters);
    const { message } = await end.encode(asBlocks(y));
    end.release();
    const rho = correlationOf(SNR);
    const program = decodingProgram(parameters, layout, DECODER, engines[engine].limits);
    const slots = await engines[engine].prepare(program, BLOCKS);
    slots.write("values", x);
    slots.write("rotation", new Uint32Array(message.rotations.slice().buffer));
    const llrScale = Math.fround(rotatedLlrScale(rho) / 32767);
    await slots.runDispatch(program.start[0], runParameters({ frames: BLOCKS, llrScale }), 0);
    const llrs = await slots.read("channel_llr");
    slots.release();
    const halves = new Int16Array(message.rotations.slice().buffer);
    const floats = new Float32Array(message.rotations.slice().buffer);
    for (let b = 0; b < BLOCKS; b++) {
      layout.keyPositions.forEach((position, index) => {
        const group = (b * layout.keyBits + index - (index % 8)) / 8;
        const alpha = Float64Array.from(halves.subarray(10 * group, 10 * group + 8), (value) => value / 32767);
        const expected = rotatedLlrs({ alpha, norm: floats[5 * group + 4] }, x.subarray(8 * group, 8 * group + 8), rho);
        // Eight products in f32 with roundings of the product, its factors and the sum: 11 roundings of at most 6e-8 of the norm.
        expect(Math.abs(llrs[b * 304 + position] - expected[index % 8])).toBeLessThan(1e-6 * Math.hypot(...expected));
      });
      for (const position of layout.puncturedPositions) expect(llrs[b * 304 + position]).toBe(0);
      for (const position of layout.shortenedPositions) expect(llrs[b * 304 + position]).toBe(2 ** 20);
    }
  });

  itInNode("draws other bits each time, and publishes other rotations", async () => {
    const parameters = reconciliation(code);
    const end = referenceEnd(engines.cpu, parameters);
    const { y } = twoSequences(parameters);
    const [one, other] = await Promise.all([end.encode(asBlocks(y)), end.encode(asBlocks(y))]);
    end.release();
    expect(one.bits).not.toEqual(other.bits);
    expect(one.message.rotations).not.toEqual(other.message.rotations);
    const ones = unpackBits(one.bits, one.bits.length * 8).reduce((sum, bit) => sum + bit, 0);
    expect(Math.abs(ones - 152 * BLOCKS)).toBeLessThan(5 * Math.sqrt(76 * BLOCKS));
  });

  itInNode("names the fault of values, rotations, correlation and layout", async () => {
    const parameters = reconciliation(code);
    const reference = referenceEnd(engines.cpu, parameters);
    const decoding = decodingEnd(engines.cpu, parameters, DECODER, correlationOf(SNR));
    const { x, y } = twoSequences(parameters);
    const { message } = await reference.encode(asBlocks(y));
    const changed = (values: Float32Array, at: number, value: number) =>
      values.map((old, i) => (i === at ? value : old));
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -(2 ** 21)]) {
      const wrong = asBlocks(changed(x, 2 * 304 + 5, value));
      const text = `block ${FIRST + 2}: value 5 is ${value}: give finite values of variance 1`;
      await expect(reference.encode(wrong)).rejects.toThrow(text);
      await expect(decoding.decode(wrong, message)).rejects.toThrow(text);
    }
    await expect(reference.encode(asBlocks(y.subarray(1)))).rejects.toThrow("1823 values are not 6 blocks of 304");
    await expect(reference.encode({ ...asBlocks(y), count: 0 })).rejects.toThrow("0 blocks at once");
    const { rotations } = message;
    await expect(decoding.decode(asBlocks(x), { ...message, rotations: rotations.slice(1) })).rejects.toThrow(
      "bytes of rotations are not 6 blocks of 760",
    );
    const damaged = rotations.slice();
    damaged.fill(0xff, 760 + 36, 760 + 40);
    await expect(decoding.decode(asBlocks(x), { ...message, rotations: damaged })).rejects.toThrow(
      `block ${FIRST + 1}: group 1 has the norm NaN`,
    );
    for (const end of [reference, decoding]) end.release();
    expect(() => decodingEnd(engines.cpu, parameters, DECODER, 1)).toThrow("correlation 1: it must be above 0");
    expect(() => decodingEnd(engines.cpu, parameters, spec("min-max"), 0.5)).toThrow("is a decoder of symbols");
    expect(() => referenceEnd(engines.cpu, reconciliation(code, { shortened: 3 }))).toThrow(
      "301 bits of the key in a block are not groups of 8 values: shorten 5 positions more",
    );
  });
});
