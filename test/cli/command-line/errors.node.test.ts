import { describe, expect, it } from "vitest";
import { CHANNEL_PARAMETERS, channels } from "../../../src/channel/channels.ts";
import {
  type AnyCommand,
  type CommandList,
  isList,
  type OptionTable,
  optionLabel,
} from "../../../src/cli/command-line/option.ts";
import { parseArguments, readArguments, UsageError } from "../../../src/cli/command-line/parse.ts";
import { program } from "../../../src/cli/commands.ts";
import { runCli } from "../../../src/cli/run.ts";
import { InputError } from "../../../src/errors.ts";
import { itIf } from "../../sweep.ts";
import { ldpc, listenedTo } from "../run-in-process.ts";

async function commandsBelow(list: CommandList, path: string): Promise<[path: string, command: AnyCommand][]> {
  const found: [string, AnyCommand][] = [];
  for (const { name, load } of list.entries) {
    const item = await load();
    if (isList(item)) found.push(...(await commandsBelow(item, `${path} ${name}`)));
    else found.push([`${path} ${name}`, item]);
  }
  return found;
}

const COMMANDS = await commandsBelow(program, "ldpc");

describe.each(COMMANDS)("%s", (path, command) => {
  const options: OptionTable = command.options;
  const named = Object.entries(options).filter(([, { positional, takes }]) => !positional && takes !== "nothing");

  itIf(named.length > 0, "asks for the value of every option, with a value that the option takes", async () => {
    for (const [name, option] of named) {
      for (const argv of [[`--${name}`], [`--${name}`, "--json"], [`--${name}=`], [`--${name}`, ""]]) {
        const parse = () => parseArguments(argv, options, path);
        expect(parse).toThrow(UsageError);
        expect(parse).toThrow(option.choices === undefined ? ", for example " : option.choices[0]);
        expect(parse).toThrow(`--${name} needs a value`);
      }
      const example = option.takes === "many" ? option.example.split(" ") : [option.example];
      if (option.choices === undefined) await option.read(example, optionLabel(name, option));
      else expect(option.choices).toContain(option.example);
    }
  });

  it("refuses a value without meaning with the value and a remedy", async () => {
    // The parser puts the option before the message.
    const remedy = /[?]!.*(for example|give|write|choose|such as|known are)/;
    const wrong: string[] = [];
    for (const [name, option] of named) {
      const read = async () => option.read(["?!"], optionLabel(name, option));
      const error = await read().catch((thrown: Error) => thrown);
      // Some texts are read later: names of files and codes, and values that depend on the decoder.
      if (option.json === "text" || name === "code" || error === "?!") continue;
      if (!(error instanceof InputError && remedy.test(error.message))) wrong.push(`${name}: ${error}`);
    }
    expect(wrong).toEqual([]);
  });

  const examples = Object.keys(command.examples ?? {});
  itIf(examples.length > 0, "has examples that its own parser reads", async () => {
    for (const line of examples) {
      expect(line.startsWith(`${path} `)).toBe(true);
      const words = line.slice(path.length + 1).match(/'[^']*'|\S+/g) ?? [];
      await readArguments(
        command,
        path,
        words.map((word) => word.replace(/^'|'$/g, "")),
      );
    }
  });

  it("describes effects in phrases, and names no value twice", () => {
    for (const [name, { describe: text, group, defaultText }] of Object.entries(options)) {
      expect(text, name).toMatch(/^\S.*[^.\s]$/s);
      expect(text, name).not.toMatch(/\[.*\]$/);
      expect(group, name).toMatch(/^[A-Z]/);
      expect(defaultText, name).not.toBe("");
    }
  });
});

const PLAIN = CHANNEL_PARAMETERS.filter((parameter) => !channels[parameter].needsTables);
const [LAST_CHANNEL, ...CHANNELS] = PLAIN.map((parameter) => `--${parameter}`).reverse();
const CHANNEL_OPTIONS = `${CHANNELS.reverse().join(", ")} or ${LAST_CHANNEL}`;

describe("a command line that cannot be meant", () => {
  it.each([
    ["simulate --ebn0", "--ebn0 needs a value, for example 2:0.25:3"],
    ["simulate --code x --out", "--out needs a value, for example runs/nb620"],
    ["plot runs/a --title", "--title needs a value, for example 'Min-Max over GF(32)'"],
    ["bench --engine --json", "--engine needs a value: auto, gpu or cpu"],
    ["simulate --engine tpu --code x", '--engine "tpu" is unknown: choose auto, gpu or cpu'],
    ["simulate --ebn0 1", "ldpc simulate needs --code, for example --code nb620-gf32"],
    ["status", "ldpc status needs <folder>, for example runs/nb620"],
    ["status a b", 'unknown argument "b": ldpc status takes only <folder>'],
    ["codes a", 'unknown argument "a": ldpc codes takes no arguments without a name'],
    ["simulate --ebn0 1 2 3", 'unknown argument "2": write the values of --ebn0 without blanks, --ebn0 1,2,3'],
    [
      "bench --code x --qber=0.01 0.02",
      'unknown argument "0.02": write the values of --qber without blanks, --qber 0.01,0.02',
    ],
    ["simulate --code x --seed 1 2", 'unknown argument "2": --seed takes one value'],
    ["simulate wifi-648-324 --ebn0 1", 'unknown argument "wifi-648-324": did you mean --code wifi-648-324?'],
    [
      "simulate --code wifi-648-324 --ebn0 1 --decoder min-sum messages=int8",
      `unknown argument "messages=int8": quote --decoder with its options, --decoder 'min-sum messages=int8'`,
    ],
    ["code convert tiny10-gf4 a.alist", 'unknown argument "a.alist": did you mean --out a.alist?'],
    ["code info --code x", "ldpc code info has no option --code; give <code> without a name"],
    ["st", 'unknown command "st"; did you mean status?'],
    ["c", 'unknown command "c"; the names that begin so are code, codes, compare, completion, correlated-values'],
    ["codes --jsn", "ldpc codes has no option --jsn; did you mean --json?"],
    ["codes --no-all=1", '--no-all takes no value: leave out "=1"'],
    ["codes --no-alll", "ldpc codes has no option --no-alll; did you mean --no-all?"],
    ["codes --no-rubbish", "ldpc codes has no option --no-rubbish; see ldpc codes --help"],
    ["simulate -q", "ldpc simulate has no option -q; the names that begin so are --qber, --quiet"],
    [
      "simulate --code nr --ebn0 1 --rate 1/2 --transport 1e9",
      "--transport 1000000000: give a whole number from 1 to 1277992, for example 8424",
    ],
    ["simulate --maxErrors 3", "ldpc simulate has no option --maxErrors; did you mean --max-errors?"],
    ["cods", 'unknown command "cods"; did you mean codes?'],
    ["zzzzzz", 'unknown command "zzzzzz"; ldpc --help lists the commands'],
    ["--jsn", 'unknown option "--jsn"; ldpc --help lists the commands'],
    ["experiment cvqkd-fre", 'unknown experiment "cvqkd-fre"; did you mean cvqkd-fer?'],
    [
      "simulate --code x --seed abc",
      '--seed "abc" cannot be read: give a whole number from 0 to 4294967295, for example 7',
    ],
    ["simulate --code x --target-fer 2", "--target-fer 2: give a number above 0 and below 1, for example 1e-6"],
    ["simulate --code nb620-gf32", `no ${CHANNEL_OPTIONS} given: give for example --ebn0=2:0.25:3`],
    ["simulate --code nb620-gf32 --ebn0 1 --qber 0.1", "--ebn0 and --qber are given: choose one channel"],
  ])("ends with status 2 and one sentence: %s", async (line, message) => {
    expect(await ldpc(...line.split(" "))).toEqual({ status: 2, stdout: "", stderr: `ldpc: ${message}\n` });
  });

  it("is not one with a value that begins with a minus sign and a digit", () => {
    const [, { options }] = COMMANDS.find(([path]) => path === "ldpc simulate")!;
    const given = parseArguments(["--ebn0", "-1:0.5:3", "--seed=2"], options, "ldpc simulate");
    expect([...given]).toEqual([
      ["ebn0", { texts: ["-1:0.5:3"] }],
      ["seed", { texts: ["2"] }],
    ]);
  });

  it("takes flags back, and everything after -- as operands", () => {
    const [, { options }] = COMMANDS.find(([path]) => path === "ldpc plot")!;
    const given = parseArguments(["--json", "--no-json", "--", "--run"], options, "ldpc plot");
    expect([...given]).toEqual([
      ["json", { texts: ["false"] }],
      ["runs", { texts: ["--run"] }],
    ]);
  });
});

describe("a list without an entry", () => {
  const list: CommandList = { noun: "experiment", entries: [], none: "this installation has none: clone the source" };

  it("says why, and refuses a name with the same text", async () => {
    const said = (...argv: string[]) => listenedTo(() => runCli(argv, list));
    for (const argv of [[], ["--help"], ["--help-all"]]) {
      expect(await said(...argv)).toEqual({ status: 0, stdout: `${list.none}\n`, stderr: "" });
    }
    expect(await said("table-1")).toEqual({ status: 2, stdout: "", stderr: `ldpc: ${list.none}\n` });
  });
});
