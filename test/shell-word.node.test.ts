import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { shellWord } from "../src/shell-word.ts";

const texts = [
  ...["runs/a", "a b", "it's", "''", "a'; touch x; '", "$HOME", "`ls`", "a;ls", "~", "*", "a\nb", '"', "\\", "=ls", ""],
  ...["{a,b}", "!1", "#a", "(a)", "0,2|1,3", "a&b", "a>b", "--x=y'z"],
];

it("a shell reads the words of a command line as they were", () => {
  const line = `printf '%s\\0' ${texts.map(shellWord).join(" ")}`;
  expect(execFileSync("/bin/sh", ["-c", line], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(texts);
});

it("plain words have no quotes", () => {
  for (const word of ["runs/nb620", "awgn", "1:0.5:9", "--ebn0=1", "0x3,5", "user@host", "50%"]) {
    expect(shellWord(word)).toBe(word);
  }
});
