import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { untracedNumbers } from "../../experiments/shared/pages/untraced.ts";
import experiments from "../../src/cli/experiment.ts";
import { listDecoders, listNodeRules } from "../../src/decoder/listing.ts";
import { root } from "../source-files.ts";
import { NOTE_FIGURES } from "./note-figures.ts";

/** The notes of every decoder, and of every rule of variables and edges, that may have measured figures. */
const notes = [
  ...listDecoders().flatMap(({ claim, use, advice }) => [claim, use, ...advice.map(({ reason }) => reason)]),
  ...listNodeRules().flatMap(({ claim = "", use }) => [claim, use]),
];

/** The settings FER 1e-2, at 1e-5 and down to 1e-6, and numbers of operations. */
const SETTING = /\b(?:FER|at|to) 1e-\d|[\d,]+ operations a check/g;

it("every figure in the notes of decoders is that of a file", () => {
  for (const figure of NOTE_FIGURES) expect(notes.join("\n")).toContain(figure);
});

it("notes have no other measured figure", () => {
  const rest = notes.map((note) =>
    NOTE_FIGURES.reduce((text, figure) => text.replaceAll(figure, "·"), note).replace(SETTING, "·"),
  );
  expect(rest.flatMap((note) => untracedNumbers("notes", note).map(({ text }) => `${text} in "${note}"`))).toEqual([]);
});

/** A rule without a claim is none. */
const claims = [...listDecoders(), ...listNodeRules().filter(({ name }) => name !== "plain")];

describe("a rule's claim", () => {
  it.each(claims)("$name: is set beside a finding, by an experiment, file or test that is there", ({ claim = "" }) => {
    expect(claim).toMatch(/^[^.:]+.*\. Here .+\.$/);
    const places = [...claim.matchAll(/\((?:ldpc experiment ([\w-]+)|([\w./-]+\/[\w./-]+))\)/g)];
    expect(places.length).toBeGreaterThan(0);
    for (const [, experiment, file] of places) {
      if (experiment !== undefined) expect(experiments.entries.map(({ name }) => name)).toContain(experiment);
      else expect(existsSync(join(root, file)), file).toBe(true);
    }
  });
});
