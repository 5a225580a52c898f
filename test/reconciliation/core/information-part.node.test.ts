import { expect, it } from "vitest";
import { informationPart } from "../../../src/code/information-part.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { alice, bob } from "../../../src/reconciliation/core/bits.ts";
import { spec } from "../../decoder/specs.ts";
import { bothEngines } from "../../engines.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { asBlocks, blocksOf, differences, reconciliation, textbookMessage, twoEnds } from "./textbook.ts";

const engines = bothEngines();
const BLOCKS = 7;

it.each(["cpu", "gpu"] as const)(
  "reconciles with the information columns of 802.11n's codes on the %s engine",
  async (name) => {
    const parameters = reconciliation(informationPart(loadCode("wifi-648-432")), { shortened: 5 });
    const sender = alice(engines[name], parameters);
    const receiver = bob(engines[name], parameters, spec("normalised-min-sum iterations=31"), 0.03);
    const { layout } = sender;
    expect(layout).toMatchObject({ wordBits: 432, checks: 216, keyBits: 427, leakage: 280 });
    const lengths = Array.from({ length: BLOCKS }, (_, b) => (b === BLOCKS - 1 ? 211 : layout.keyBits));
    const sides = twoEnds(randomNumbers(3), lengths, (b) => (b === 3 ? 0.25 : 0.02));
    const message = await sender.encode(asBlocks(sides.alice, 40, layout));
    const noSecret = lengths.map(() => []);
    const textbook = textbookMessage(parameters, layout, sides.alice, 40, noSecret);
    expectSameElements(message.syndromes, textbook.syndromes, "syndromes");
    expectSameElements(message.hashes, textbook.hashes, "hashes");
    const result = await receiver.correct(asBlocks(sides.bob, 40, layout), message);
    sender.release();
    receiver.release();
    expect([...result.verified]).toEqual([1, 1, 1, 0, 1, 1, 1]);
    const recovered = blocksOf(result.bits, layout);
    sides.alice.forEach((block, b) => {
      const whole = [...block, ...new Array(layout.keyBits - block.length).fill(0)];
      expect(recovered[b], `block ${b}`).toEqual(b === 3 ? whole.map(() => 0) : whole);
      expect(result.corrected[b], `block ${b}`).toBe(b === 3 ? 0 : differences(block, sides.bob[b]));
    });
  },
);
