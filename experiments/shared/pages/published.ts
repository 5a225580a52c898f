import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../src/node/program.ts";
import { type Comparison, compareWithReferences } from "../../../src/report/compare.ts";
import { formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { parseReference } from "../../../src/report/reference.ts";
import { rateText, undetectedText } from "../rates.ts";
import { errorsOf, pointsOfFile } from "./fer.ts";
import type { Figures } from "./figure.ts";
import { experimentsFile } from "./results.ts";

const RUNS = "results/published";

/** The project's runs, each tested against its published curve, at 5 % for all points of a curve. */
function comparisons(): Comparison[] {
  return readdirSync(experimentsFile(RUNS)).flatMap((name) => {
    const file = join(packageRoot(), "codes", name.split("-")[0], "reference", name);
    const runs = [{ origin: name, rows: pointsOfFile(`${RUNS}/${name}`) }];
    const curves = parseReference(readFileSync(file, "utf8"), name, file);
    return compareWithReferences(runs, curves, { significance: 0.05, correction: "holm" });
  });
}

const isConsistent = ({ consistent }: Comparison) => consistent;

function consistentText(): string {
  const all = comparisons();
  return `${all.filter(isConsistent).length} of ${all.length} points`;
}

/** FER and undetected frames of a run's point. */
function pointErrors(run: string, value: number): string[] {
  const errors = errorsOf(pointsOfFile(`${RUNS}/${run}`).find(({ point }) => point === value)!);
  return [rateText(errors), undetectedText(errors)];
}

function otherTable(): string {
  const rows = comparisons().filter((one) => !one.consistent);
  return markdownTable(
    ["curve", "Eb/N0", "our FER", "undetected", "published FER"],
    rows.map(({ run, value, published }) => [
      run.replace(".csv", ""),
      `${value} dB`,
      ...pointErrors(run, value),
      formatRate(published.fer),
    ]),
  );
}

/** FER of flooding sum-product with 50 iterations over that with 40, wimax-2304-1152. @param point Eb/N0 in dB. */
function moreIterations(point: number): string {
  const [fifty, forty] = [
    "results/wimax-2304-1152-sum-product-flooding-50.csv",
    `${RUNS}/wimax-2304-1152-sum-product-flooding-40.csv`,
  ].map((name) => pointsOfFile(name).find((row) => row.point === point)!.fer);
  return (fifty / forty).toFixed(2);
}

export const PUBLISHED_FIGURES: Figures = {
  "published points": consistentText,
  "published others": otherTable,
  "published 0.75 dB": () => moreIterations(0.75),
  "published 1.75 dB": () => moreIterations(1.75),
};
