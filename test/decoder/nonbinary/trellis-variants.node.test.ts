import { expect, it } from "vitest";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { basicSetTrellisMinMax } from "../../oracle/check-node/basic-set.ts";
import { byEnumeration, MIN_MAX } from "../../oracle/check-node/enumeration.ts";
import { trellisMinMax } from "../../oracle/check-node/trellis-min-max.ts";
import { sweep } from "../../sweep.ts";
import { expectCheckMessages } from "./expect-check-messages.ts";

// Variants of trellis Min-Max over every field. Devices and schedules are in rules.test.ts, whole numbers in int12.node.test.ts.
const engines = bothEngines();

it.each(
  sweep(
    ["one-minimum-trellis-min-max", "basic-set-trellis-min-max"].flatMap((rule, r) =>
      [2, 4, 8, 16, 32, 64, 128, 256].map((q, i) => [rule, q, (i + r) % 2 === 0 ? "f32" : "f16"] as const),
    ),
    16,
  ),
)("%s over GF(%i), %s", async (rule, q, messages) => {
  const words = `${rule} messages=${messages} scale=0.8125`;
  await expectCheckMessages([engines.cpu], { q, weights: [1, 2, 5, 9], words, seed: q, withSyndrome: true });
});

it("a basic set worked out by hand", () => {
  // Likeliest symbols 0. Least messages: of 1 4 by edge 2, of 2 1 by edge 0, of 3 3 by edge 2. The set is 2 and 3, of which 1 is the sum.
  const inputs = [
    [0, 5, 1, 7],
    [0, 6, 2, 8],
    [0, 4, 9, 3],
  ];
  // To edge 0 2 has its second message 2; to edge 2 3 has 7.
  expect(basicSetTrellisMinMax((value) => value)(galoisField(4), [1, 1, 1], inputs)).toEqual([
    [0, 3, 2, 3],
    [0, 3, 1, 3],
    [0, 7, 1, 7],
  ]);
});

it("over GF(2) a basic set is Min-Max, and a second minimum may lie in the half of the first", () => {
  const inputs = [
    [0, 5],
    [3, 0],
    [0, 6],
    [0, 7],
  ];
  const [field, ones] = [galoisField(2), [1, 1, 1, 1]];
  expect(basicSetTrellisMinMax((value) => value)(field, ones, inputs)).toEqual(
    byEnumeration(MIN_MAX)(field, ones, inputs),
  );
  // The least message is 3 of edge 1, which gets 6 of edge 2 in the place of 5.
  const estimated = trellisMinMax({ scale: 1, estimated: (other) => other })(field, ones, inputs);
  expect(estimated).toEqual([
    [3, 0],
    [0, 6],
    [3, 0],
    [3, 0],
  ]);
});
