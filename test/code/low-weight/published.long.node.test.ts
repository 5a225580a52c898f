import { expect, it } from "vitest";
import { familyCode } from "../../../src/code/code-family.ts";
import { readFamily } from "../../../src/code/formats/json.ts";
import { lightWords } from "../../../src/code/low-weight.ts";

// The (155,64) code of Tanner, Sridhara and Fuja (ISCTA 2001) is quasi-cyclic with shifts 2^column·5^row mod 31. Its distance is 20,
// and it has 1,023 words of that weight.
it("the lightest words of Tanner's code are found", () => {
  const shifts = [1, 5, 25].map((row) => [1, 2, 4, 8, 16].map((column) => (row * column) % 31));
  const family = { name: "tanner", lifting: { rule: "as given", size: 31 }, columns: 5, shifts };
  const code = familyCode(readFamily(JSON.stringify(family), "tanner"), 31);
  const found = lightWords(code, { sums: 3, above: 0, seed: 1, informationSets: 1500 });
  expect(found.classes.map(({ weight, listed }) => [weight, listed])).toEqual([[20, 1023]]);
  expect(found.classes[0].missed).toBeLessThan(0.1);
});
