import { expect, it } from "vitest";
import { type AnyCommand, type CommandList, isList } from "../../../src/cli/command-line/command.ts";
import keyCommands from "../../../src/reconciliation/commands/command.ts";
import { ldpc } from "../../cli/run-in-process.ts";

/** The commands below a list, by name. */
async function commandsOf(list: CommandList, path = ""): Promise<[string, AnyCommand][]> {
  const found = await Promise.all(
    list.entries.map(async ({ name, load }): Promise<[string, AnyCommand][]> => {
      const item = await load();
      return isList(item) ? commandsOf(item, `${path}${name} `) : [[`${path}${name}`, item]];
    }),
  );
  return found.flat();
}

it("no command of ldpc key has more than 15 options of its own beside the shared groups", async () => {
  const commands = await commandsOf(keyCommands);
  const ownOf = (name: string, { options }: AnyCommand) => {
    const others = new Set(
      commands.flatMap(([other, command]) => (other === name ? [] : Object.values(command.options))),
    );
    return Object.keys(options).filter((option) => !others.has(options[option]));
  };
  const own = new Map(commands.map(([name, command]) => [name, ownOf(name, command)]));
  // The count separates a command's own options from shared options.
  expect(own.get("new-auth")).toContain("end");
  expect(own.get("send")).not.toContain("out");
  expect([...own].filter(([, names]) => names.length > 15)).toEqual([]);
});

it("no command of ldpc key has more than 25 options", async () => {
  const commands = await commandsOf(keyCommands);
  expect(commands.map(([name]) => name)).toEqual([
    "send",
    "correct",
    "confirm",
    "accept",
    "retry",
    "both",
    "estimate",
    "cv send",
    "cv correct",
    "cv confirm",
    "cv retry",
    "cv both",
    "new-auth",
    "add",
    "show",
  ]);
  const counts = commands.map(([name, { options }]) => [name, Object.keys(options).length] as const);
  expect(counts.filter(([, count]) => count > 25)).toEqual([]);
});

it("reads the options of a code's file behind the code", async () => {
  const refused = async (code: string) => {
    const said = await ldpc("key", "send", "nothing.bin", "--qber=0.02", "--out=never", "--code", code);
    return [said.status, said.stderr.trim()];
  };
  expect(await refused("H.alist colums=all")).toEqual([2, "ldpc: --code has no word colums=; did you mean columns=?"]);
  expect(await refused("H.alist columns=some")).toEqual([
    2,
    "ldpc: --code: columns=some is unknown: choose all or information",
  ]);
  expect(await refused("H.json lifting-size=z")).toEqual([
    2,
    expect.stringMatching(/^ldpc: --code: lifting-size= "z" /),
  ]);
});

it("refuses one file in two places", async () => {
  const { status, stderr } = await ldpc("key", "correct", "b.bin", "b.bin", "--out=never");
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "ldpc: syndromes b.bin is the file of bob too: choose another\n",
  });
});
