import { expect, it } from "vitest";
import { wordList } from "../src/word-list.ts";

it("a list has commas, and before its last word a conjunction", () => {
  expect(wordList([], "or")).toBe("");
  expect(wordList(["a"], "or")).toBe("a");
  expect(wordList(["a", "b"], "or")).toBe("a or b");
  expect(wordList(["a", "b", "c"], "and")).toBe("a, b and c");
});
