import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { experimentsFile, jsonFile, resultFile } from "./results.ts";

const of = (name: string) => experimentsFile(resultFile(`results/${name}`));

/** Runs `ldpc` with some words. */
type Command = (words: readonly string[]) => Promise<unknown>;

/** Draws a picture of a document. @param picture its path in the project. @param file to write. */
export async function drawPicture(picture: string, file: string, run: Command): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ldpc-picture-"));
  try {
    // An experiment writes a page too.
    const page = join(folder, "page.html");
    await run(["experiment", ...PICTURES[picture](), `--${extname(picture).slice(1)}=${file}`, `--html=${page}`]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pictures of documents, and the arguments of the `ldpc experiment` that draws each from the file of a measurement. */
export const PICTURES: Readonly<Record<string, () => readonly string[]>> = {
  "doc/nonbinary-throughput.png": () => ["nonbinary-throughput", `--from=${of("nonbinary-throughput")}`],
  "doc/papers/cvqkd-figure-4.svg": () => [
    ...["cvqkd-figure-4", "--read-only", `--speeds=${of("cvqkd-speeds")}`],
    ...["--in-flight", ...cvqkdFrames().map(String)],
  ],
  "doc/papers/cvqkd-key-rate.svg": () => ["cvqkd-key-rate", `--cells=${of("cvqkd-fer")}`],
  "doc/papers/eqml-figure-7.svg": () => ["eqml-figure-7", `--from=${of("eqml-figure-7")}`],
  "doc/papers/eqml-figures-8-10.svg": () => ["eqml-figures-8-10", `--from=${of("eqml-tables-4-6")}`],
  "doc/papers/qkd-figure-7.svg": () => ["qkd-figure-7", `--points=${of("qkd-operating-points")}`],
  "doc/papers/qkd-figure-8.svg": () => ["qkd-figure-8", `--from=${of("qkd-tables")}`],
};

/** The numbers of frames at once that the file has of `mapping=streaming`, which only this figure measures. */
function cvqkdFrames(): number[] {
  const { measurements } = jsonFile(resultFile("results/cvqkd-speeds")) as {
    readonly measurements: readonly { readonly decoder: string; readonly asked: number }[];
  };
  const streaming = measurements.filter(({ decoder }) => decoder.endsWith("mapping=streaming"));
  return [...new Set(streaming.map(({ asked }) => asked))].sort((a, b) => a - b);
}
