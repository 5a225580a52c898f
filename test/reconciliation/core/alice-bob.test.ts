import { describe, expect, it } from "vitest";
import { unpackBits } from "../../../src/code/packed-bits.ts";
import type { Blocks } from "../../../src/reconciliation/core/ends.ts";
import { alice, bob } from "../../../src/reconciliation/core/ends.ts";
import { blockLayout, type ReconciliationParameters } from "../../../src/reconciliation/core/layout.ts";
import { binaryMatrix } from "../../code/binary-matrix.ts";
import { codeOf } from "../../code-of.ts";
import { spec } from "../../decoder/specs.ts";
import { bothEngines } from "../../engines.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { inNode, itInNode, sweep } from "../../sweep.ts";
import { asBlocks, blocksOf, differences, pegCode, reconciliation, textbookMessage, twoEnds } from "./textbook.ts";

const engines = bothEngines();
const code = pegCode(300, 3, 6);
const DECODER = spec("sum-product iterations=31");
/** First index, so that indices need more than 32 bits. */
const FIRST = 3 * 2 ** 32 - 2;
const BLOCKS = 6;

/** Lengths of whole blocks and of a last block of `last` bits. */
function lengths(parameters: ReconciliationParameters, last?: number): number[] {
  const { keyBits } = blockLayout(parameters);
  return Array.from({ length: BLOCKS }, (_, b) => (b === BLOCKS - 1 ? (last ?? keyBits) : keyBits));
}

// A browser has its device, and each kernel once: SwiftShader compiles the kernels of both ends for seconds.
describe.each(sweep(["gpu", "cpu"] as const, 1, 2))("reconciliation on the %s engine", (name) => {
  /** Runs both ends on blocks that differ at this rate. */
  async function reconcile(
    parameters: ReconciliationParameters,
    options: { qber?: (block: number) => number; last?: number; seed?: number; decoder?: string } = {},
  ) {
    const { qber = () => 0.03, last, seed = 1, decoder } = options;
    const sides = twoEnds(randomNumbers(seed), lengths(parameters, last), qber);
    const [sender, receiver] = [
      alice(engines[name], parameters),
      bob(engines[name], parameters, decoder === undefined ? DECODER : spec(decoder), 0.03),
    ];
    const { layout } = sender;
    const message = await sender.encode(asBlocks(sides.alice, FIRST, layout));
    const received = asBlocks(sides.bob, FIRST, layout);
    const result = await receiver.correct(received, message);
    const whole = (blocks: readonly (readonly number[])[]) => blocksOf(asBlocks(blocks, FIRST, layout).bits, layout);
    return { sides, layout, sender, receiver, message, received, result, expected: whole(sides.alice) };
  }

  const SENT = [
    ["both, the last block short", { punctured: 17, shortened: 21, hashBits: 200 }, 100],
    ["as it is", {}, undefined],
    ["the last block of one bit", { hashBits: 256 }, 1],
  ] as const;
  it.each(inNode(SENT))("Alice says H·word and SHA-256 of her blocks: %s", async (_, given, last) => {
    const parameters = reconciliation(code, given);
    const layout = blockLayout(parameters);
    const random = randomNumbers(4);
    const blocks = twoEnds(random, lengths(parameters, last), () => 0).alice;
    const secret: number[] = [];
    const sender = alice(engines[name], parameters, (bytes) => {
      for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(256 * random());
      secret.push(...bytes);
    });
    const message = await sender.encode(asBlocks(blocks, FIRST, layout));
    sender.release();
    const secretBytes = Math.ceil(parameters.punctured / 8);
    const hidden = blocks.map((_, b) => [
      ...unpackBits(
        Uint8Array.from(secret.slice(b * secretBytes, (b + 1) * secretBytes)),
        8 * Math.max(1, secretBytes),
      ),
    ]);
    const textbook = textbookMessage(parameters, layout, blocks, FIRST, hidden);
    expectSameElements(message.syndromes, textbook.syndromes, "syndromes");
    expectSameElements(message.hashes, textbook.hashes, "hashes");
  });

  itInNode("hides the syndrome behind fresh random bits", async () => {
    const sender = alice(engines[name], reconciliation(code, { punctured: 20 }));
    const bits = new Uint8Array(2 * sender.layout.keyBytes);
    const [one, other] = await Promise.all([0, 0].map((first) => sender.encode({ first, count: 2, bits })));
    sender.release();
    expectSameElements(one.hashes, other.hashes, "hashes");
    expect(one.syndromes).not.toEqual(other.syndromes);
    expect(one.syndromes.some((byte) => byte !== 0)).toBe(true);
  });

  const CORRECTED = [
    ["both, the last block short", { punctured: 9, shortened: 21 }, 100],
    ["as it is", {}, undefined],
    ["the last block of one bit", {}, 1],
  ] as const;
  it.each(sweep(CORRECTED, 1, 3))("Bob gets Alice's blocks: %s", async (_, given, last) => {
    const { result, expected, sides, sender, receiver } = await reconcile(reconciliation(code, given), { last });
    [sender, receiver].forEach((end) => {
      end.release();
    });
    expectSameElements(result.verified, new Uint8Array(BLOCKS).fill(1), "verified");
    expectSameElements(result.converged, result.verified, "converged");
    expect(blocksOf(result.bits, sender.layout)).toEqual(expected);
    const flipped = sides.alice.map((block, b) => differences(block, sides.bob[b]));
    expectSameElements(result.corrected, flipped, "corrected");
    expect(Math.max(...flipped)).toBeGreaterThan(4);
    expect(Math.max(...result.iterations)).toBeGreaterThan(1);
    expect(Math.max(...result.iterations)).toBeLessThanOrEqual(31);
  });

  const DECODERS = ["sum-product", "normalised-min-sum messages=int8", "sum-product stop=none iterations=9"];
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

    const salted = bob(
      engines[name],
      { ...parameters, salt: parameters.salt.map((byte) => byte ^ 128) },
      DECODER,
      0.03,
    );
    const salt = await salted.correct(received, message);
    salted.release();
    expect([...salt.verified]).toEqual(but(0, 1, 2, 3, 4, 5));
    expect([...salt.converged]).toEqual(but());
  });

  it("keeps outstanding calls apart, also while slots grow", async () => {
    const parameters = reconciliation(code, { punctured: 5, shortened: 4 });
    const { receiver, sender, received, sides, layout } = await reconcile(parameters);
    const ranges = [[0, 1], [1, 3], [3, 6]]; // biome-ignore format: ranges
    const part = ({ bits, first }: Blocks, [from, to]: number[]): Blocks => ({
      first: first + from,
      count: to - from,
      bits: bits.slice(from * layout.keyBytes, to * layout.keyBytes),
    });
    const own = asBlocks(sides.alice, FIRST, layout);
    const messages = await Promise.all(ranges.map((range) => sender.encode(part(own, range))));
    const results = await Promise.all(ranges.map((range, i) => receiver.correct(part(received, range), messages[i])));
    [sender, receiver].forEach((end) => {
      end.release();
    });
    expectSameElements(
      results.flatMap(({ bits }) => [...bits]),
      own.bits,
      "bits",
    );
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
    expect(() => bob(engines[name], parameters, spec("min-max"), 0.03)).toThrow("min-max is a decoder of symbols");
    expect(() => bob(engines[name], parameters, DECODER, 0.5)).toThrow("QBER 0.5");
  });
});
