import { expect, it } from "vitest";
import { commandHelp, listHelp } from "../../../src/cli/command-line/help.ts";
import { type CommandEntry, isList } from "../../../src/cli/command-line/option.ts";
import { program } from "../../../src/cli/commands.ts";

const [WIDTH, HEIGHT] = [80, 50];

const summaryOf = async ({ summary }: CommandEntry) => (typeof summary === "string" ? summary : summary());

/** The usual help of each command and list of commands that help shows, by name. */
async function pages(entries: readonly CommandEntry[], path: string): Promise<[name: string, page: string][]> {
  const found = await Promise.all(
    entries.map(async (entry): Promise<[string, string][]> => {
      const name = `${path} ${entry.name}`;
      const item = await entry.load();
      if (!isList(item)) return [[name, commandHelp(item, name, await summaryOf(entry), WIDTH)]];
      const own = listHelp(item, name, await Promise.all(item.entries.map(summaryOf)), WIDTH);
      return [[name, own], ...(await pages(item.entries, name))];
    }),
  );
  return found.flat();
}

it(`the help of every command fits a screen of ${WIDTH} × ${HEIGHT}`, async () => {
  const first = listHelp(program, "ldpc", await Promise.all(program.entries.map(summaryOf)), WIDTH);
  const all = [["ldpc", first] as const, ...(await pages(program.entries, "ldpc"))];
  expect(all.length).toBeGreaterThan(60);
  const sizes = all.map(([name, page]) => {
    const lines = page.split("\n");
    return {
      name,
      // A terminal breaks an example that is wider.
      lines: lines.reduce((sum, line) => sum + Math.max(1, Math.ceil([...line].length / WIDTH)), 0),
      wide: lines.filter((line) => [...line].length > WIDTH && !/^ {2}ldpc /.test(line)),
    };
  });
  expect(sizes.filter(({ lines, wide }) => lines > HEIGHT || wide.length > 0)).toEqual([]);
});
