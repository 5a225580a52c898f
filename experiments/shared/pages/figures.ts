import { readdirSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../../src/errors.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { README_FIGURES } from "./readme.ts";
import type { Figures } from "./results.ts";
import { SPEED_FIGURES } from "./speeds.ts";

const pagesOf = (folder: string): string[] =>
  readdirSync(join(packageRoot(), folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);

/** Pages whose measured numbers are all traced to a file or to a paper. */
export const TRACED_PAGES: readonly string[] = [
  "README.md",
  "doc/performance.md",
  "doc/peers.md",
  "doc/glossary.md",
  ...pagesOf("doc/papers"),
  // It has limits and counts of tests, no results.
  ...pagesOf("doc/guide").filter((page) => page !== "doc/guide/develop.md"),
];

const FIGURES: Figures = { ...SPEED_FIGURES, ...README_FIGURES };

/** Names that pages may use. */
export const figureNames = (): readonly string[] => Object.keys(FIGURES);

/** The text of a figure. @throws InputError for an unknown name, or if its file lacks the number. */
export function figureText(name: string): string {
  const figure = FIGURES[name];
  if (figure === undefined) throw new InputError(`there is no figure "${name}": experiments/shared/pages has them`);
  return figure();
}
