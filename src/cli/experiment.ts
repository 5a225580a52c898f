import { existsSync, readdirSync } from "node:fs";
import { basename, extname } from "node:path";
import type { AnyCommand, CommandEntry, CommandList } from "./command-line/option.ts";

/** The folder experiments/ beside src/, as source or compiled. */
const FOLDER = new URL("../../experiments/", import.meta.url);

/** Name of folders with files that several experiments import. They contain no experiments. */
const SHARED = "shared";

/** The default export of a file of experiments/: a command with a summary. */
export type Experiment = AnyCommand & { readonly summary: string };

const list: CommandList = {
  noun: "experiment",
  isBrief: true,
  about: ["Each experiment regenerates a table or figure of a paper, or a measurement of doc/."],
  entries: experiments(),
  none: "the npm package has no experiments: clone the source repository of gfq-ldpc, and there run npm ci and node bin/ldpc.js experiment",
};

export default list;

/** The commands of experiments/: every file in it and in a paper's folder. experiments/qkd/table-1.ts is `qkd-table-1`. */
function experiments(): CommandEntry[] {
  // The published package has no experiments, because they write their results into the repository.
  if (!existsSync(FOLDER)) return [];
  const papers = readdirSync(FOLDER, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== SHARED,
  );
  const folders = ["", ...papers.map((paper) => `${paper.name}/`)];
  return folders.flatMap(experimentsOf).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function experimentsOf(folder: string): CommandEntry[] {
  const ending = extname(import.meta.url);
  const url = new URL(folder, FOLDER);
  const files = readdirSync(url).filter((name) => extname(name) === ending && !name.endsWith(".d.ts"));
  return files.map((file) => {
    const load = async (): Promise<Experiment> => (await import(new URL(file, url).href)).default;
    return {
      name: folder.replace("/", "-") + basename(file, ending),
      summary: async () => (await load()).summary,
      load,
    };
  });
}
