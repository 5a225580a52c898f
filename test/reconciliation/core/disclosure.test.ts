import { expect, it } from "vitest";
import { Disclosure } from "../../../src/reconciliation/core/estimation.ts";

it.each([
  [2, 97],
  [7, 70],
  [7, 76],
  [10, 9],
])("of every %i groups one is disclosed, of %i", (every, groups) => {
  const disclosure = new Disclosure(8 * groups + 5, every, [1, 2]);
  const disclosed = disclosure.disclosed({ first: 0, count: groups });
  expect(disclosed.map((group) => Math.floor(group / every))).toEqual(
    Array.from({ length: Math.floor(groups / every) }, (_, i) => i),
  );
  const kept = Array.from({ length: groups }, (_, i) => i).filter((group) => !disclosed.includes(group));
  expect(disclosure).toMatchObject({ groups, kept: kept.length });
  // Kept groups one by one, and as ranges without the disclosed groups.
  for (const count of [1, 2, 5]) {
    for (let first = 0; first + count <= kept.length; first++) {
      const range = disclosure.rangeOf({ first, count });
      const left = disclosure.disclosed(range);
      const held = Array.from({ length: range.count }, (_, i) => range.first + i).filter(
        (group) => !left.includes(group),
      );
      expect(held).toEqual(kept.slice(first, first + count));
    }
  }
  const parts = [0, 1, 2, 3].flatMap((part) => disclosure.disclosed({ first: part * 25, count: 25 }));
  expect(parts).toEqual(disclosed);
});

it("chooses by the key, evenly", () => {
  const groups = 5000;
  const of = (key: [number, number]) => new Disclosure(8 * groups, 5, key).disclosed({ first: 0, count: groups });
  expect(of([1, 2])).not.toEqual(of([1, 3]));
  const counts = [0, 0, 0, 0, 0];
  for (const group of of([4, 2])) counts[group % 5]++;
  for (const count of counts) expect(Math.abs(count - 200)).toBeLessThan(5 * Math.sqrt(160));
});

it("keeps all if asked to disclose nothing, and refuses one of one", () => {
  const all = new Disclosure(800, 0, [1, 2]);
  expect(all).toMatchObject({ groups: 100, kept: 100 });
  expect(all.disclosed({ first: 0, count: 100 })).toEqual([]);
  expect(all.rangeOf({ first: 3, count: 4 })).toEqual({ first: 3, count: 4 });
  for (const every of [1, -1, 2.5]) {
    expect(() => new Disclosure(800, every, [1, 2])).toThrow(`one group disclosed of ${every}: give 2 or more`);
  }
});
