import { expect, it } from "vitest";
import { Recent } from "../src/recent.ts";

it("keeps the most recently used values, and makes the others again", () => {
  const recent = new Recent<string, number | undefined>(2);
  const made: string[] = [];
  const make = (key: string) => {
    made.push(key);
    return key === "none" ? undefined : key.length;
  };
  const get = (key: string) => recent.get(key, () => make(key));
  for (const key of ["a", "bb", "a", "none", "a", "none", "bb"]) get(key);
  expect(made).toEqual(["a", "bb", "none", "bb"]);
  expect([get("bb"), get("none"), get("a")]).toEqual([2, undefined, 1]);
  expect(made.slice(4)).toEqual(["a"]);
});

it("keeps nothing of a failure", () => {
  const recent = new Recent<string, number>(2);
  const fail = () => {
    throw new Error("no value");
  };
  expect(() => recent.get("a", fail)).toThrow("no value");
  expect(recent.get("a", () => 1)).toBe(1);
});
