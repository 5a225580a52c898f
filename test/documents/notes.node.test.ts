import { expect, it } from "vitest";
import { noteFigures } from "../../experiments/shared/pages/notes.ts";
import { untracedNumbers } from "../../experiments/shared/pages/untraced.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";

/** The notes of every decoder that may have measured figures. */
const notes = Object.values(checkNodeRules).flatMap(({ use, advice }) => [use, ...advice.map(({ reason }) => reason)]);
const figures = noteFigures();

/** The settings FER 1e-2, at 1e-5 and down to 1e-6, and numbers of operations. */
const SETTING = /\b(?:FER|at|to) 1e-\d|[\d,]+ operations a check/g;

it("every figure in the notes of decoders is that of a file", () => {
  for (const figure of figures) expect(notes.join("\n")).toContain(figure);
});

it("notes have no other measured figure", () => {
  const rest = notes.map((note) =>
    noteFigures()
      .reduce((text, figure) => text.replaceAll(figure, "·"), note)
      .replace(SETTING, "·"),
  );
  expect(rest.flatMap((note) => untracedNumbers("notes", note).map(({ text }) => `${text} in "${note}"`))).toEqual([]);
});
