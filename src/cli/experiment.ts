import { readdirSync } from "node:fs";
import { basename, extname } from "node:path";
import type { AnyCommand, CommandEntry, CommandList } from "./command-line/command.ts";

/** experiments/ beside src/, as source or compiled. */
const FOLDER = new URL("../../experiments/", import.meta.url);

/** What a file of experiments/ exports: a command that says of itself what it is. */
export type Experiment = AnyCommand & { readonly summary: string };

const list: CommandList = {
  noun: "experiment",
  isBrief: true,
  about: ["Each experiment regenerates a table or figure of a paper, or a measurement of doc/."],
  entries: experiments(),
};

export default list;

/** Every file of experiments/ is a command. */
function experiments(): CommandEntry[] {
  const ending = extname(import.meta.url);
  const files = readdirSync(FOLDER).filter((name) => extname(name) === ending && !name.endsWith(".d.ts"));
  return files.sort().map((file) => {
    const load = async (): Promise<Experiment> => (await import(new URL(file, FOLDER).href)).default;
    return { name: basename(file, ending), summary: async () => (await load()).summary, load };
  });
}
