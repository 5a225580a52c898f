import { expect, it, vi } from "vitest";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { KeyOptions } from "../../../src/reconciliation/commands/options.ts";
import { BITS } from "../../../src/reconciliation/commands/run.ts";
import { blockLayout } from "../../../src/reconciliation/core/layout.ts";
import type { StreamHeader } from "../../../src/reconciliation/files/headers.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { asBlocks, blocksOf, differences, pegCode, reconciliation, twoEnds } from "../core/textbook.ts";

it("tells the failed blocks of a batch, two at once, and none of the verified blocks between them", async () => {
  const parameters = reconciliation(pegCode(300, 3, 6), { punctured: 9 });
  const layout = blockLayout(parameters);
  const { keyBits } = layout;
  // Blocks 1, 2 and 5 fail at first. Block 3 is beyond help.
  const QBERS = [0.02, 0.11, 0.085, 0.4, 0.02, 0.1];
  const lengths = new Array(6).fill(keyBits);
  const sides = twoEnds(randomNumbers(4), lengths, (block) => QBERS[block]);
  const file = (blocks: number[][]) => ({
    path: "",
    bits: 6 * keyBits,
    read: async (first: number, { length }: readonly number[]) =>
      asBlocks(blocks.slice(first / keyBits, first / keyBits + length), first / keyBits, layout).bits,
    close: async () => {},
  });
  const [cpu, slots, releases] = [cpuEngine(), [] as number[], [] as ReturnType<typeof vi.spyOn>[]];
  const engine: Engine = {
    ...cpu,
    // An eighth of the blocks may be told at once.
    framesMaximum: () => 16,
    async prepare(program, frames) {
      const prepared = await cpu.prepare(program, frames);
      slots.push(frames);
      releases.push(vi.spyOn(prepared, "release"));
      return prepared;
    },
  };
  const code = { name: "none", columns: "all", hash: "0".repeat(64), n: 300, checks: 150 } as const;
  const salt = Buffer.from(parameters.salt).toString("hex");
  const stream: StreamHeader = { ...parameters, code, salt, qber: 0.05, bits: 6 * keyBits, blocks: 6 };
  const header = { stream, files: {}, decoding: { decoder: "sum-product iterations=31", parameter: 0.05 } };
  const files = { reference: file(sides.alice), decoding: file(sides.bob) };
  const plan = { stream, parameters, header };
  const { reference, decoding, blind } = BITS.sides(files, engine, plan, { largestEfficiency: 3 } as KeyOptions);

  const encoded = await reference!.encode(0, lengths);
  const decoded = await decoding!.decode(0, lengths, encoded.payloads);
  for (const flags of [decoded.verified, decoded.converged]) expect([...flags]).toEqual([1, 0, 0, 0, 1, 0]);
  // As if block 3 had come to a wrong word at first.
  decoded.converged[3] = 1;
  const { told, steps } = await blind!.tell(0, lengths, encoded, decoded);
  expect([...decoded.verified]).toEqual([1, 1, 1, 0, 1, 1]);
  expect([...decoded.converged]).toEqual([1, 1, 1, 0, 1, 1]);
  // Two private bits a step, the ninth alone, then 1, 2, 4, 8 and 9 groups of eight bits of the key.
  const inAll = [0, 2, 4, 6, 8, 9, 17, 25, 41, 73, 81];
  expect([...steps]).toEqual([0, 9, 8, 10, 0, 8]);
  expect([...told]).toEqual(Array.from(steps, (count) => inAll[count]));
  expect(decoded.iterations[3]).toBe(31 * inAll.length);
  expect(blocksOf(decoded.bits, layout)).toEqual(sides.alice.with(3, new Array(keyBits).fill(0)));
  const wrong = sides.alice.map((block, b) => (b === 3 ? 0 : differences(block, sides.bob[b])));
  expect([...decoded.corrected!]).toEqual(wrong);

  // Programs of Alice and of Bob, and his second one, which has blocks of a step.
  expect(slots).toEqual([6, 6, 2]);
  for (const side of [reference, decoding]) side!.release();
  await new Promise(setImmediate);
  for (const release of releases) expect(release).toHaveBeenCalledOnce();
});
