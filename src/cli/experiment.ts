import { readdirSync } from "node:fs";
import { extname } from "node:path";
import type { Argv } from "yargs";
import type { Command } from "./command.ts";

/** experiments/ beside src/, as source or compiled. */
const FOLDER = new URL("../../experiments/", import.meta.url);

const command: Command = {
  command: "experiment",
  describe: "regenerate a table or figure of a paper",
  builder: async (yargs: Argv) => yargs.command(await experiments()).demandCommand(1, "no experiment named"),
  handler() {},
};

export default command;

/** Every file of experiments/ is one yargs command. */
async function experiments(): Promise<Command[]> {
  const ending = extname(import.meta.url);
  const files = readdirSync(FOLDER).filter((name) => extname(name) === ending && !name.endsWith(".d.ts"));
  const modules = await Promise.all(files.sort().map((name) => import(new URL(name, FOLDER).href)));
  return modules.map((module) => module.default as Command);
}
