import { finishInTurns } from "../../code/steps.ts";
import {
  SET_KINDS,
  setCounts,
  type TrappingSetOptions,
  type TrappingSets,
  trappingSetsSteps,
} from "../../code/trapping-sets.ts";
import { loadCode } from "../../node/codes/codes.ts";
import { requireWritable, writeNewFile } from "../../node/disk/disk.ts";
import { INTERRUPTED } from "../../node/program.ts";
import { formatCount } from "../../report/format.ts";
import { formatTable } from "../../report/table.ts";
import { choice, defineCommand, flag, number, text, type Values } from "../command-line/option.ts";
import { CommandExit, untilInterrupted } from "../exit.ts";
import { CODE_FILE_OPTIONS, CODE_OPERAND, loadOptions } from "../options/code.ts";
import { Progress, printJson, printText } from "../output.ts";

const OPTIONS = {
  code: CODE_OPERAND,
  a: number({
    group: "Code",
    placeholder: "A",
    describe: "most variables of a set",
    example: "10",
    whole: 1,
    maximum: 64,
    default: 8,
  }),
  b: number({
    group: "Code",
    placeholder: "B",
    describe: "most unsatisfied checks of a set",
    example: "2",
    whole: 0,
    maximum: 255,
    default: 3,
  }),
  sets: choice(SET_KINDS, {
    group: "Code",
    describe:
      "elementary sets, whose checks have one or two of their variables. trapping: two checks or more of each variable are satisfied; absorbing: more checks of each variable are satisfied than not",
    default: "trapping",
  }),
  steps: number({
    group: "Stopping",
    describe: "most steps of the search for sets",
    example: "1e9",
    whole: 1,
    default: 3e7,
  }),
  out: text({
    group: "Output",
    placeholder: "FILE",
    describe: "JSON file for the sets, one of each orbit",
    example: "sets.json",
    defaultText: "no file",
  }),
  force: flag({ group: "Output", describe: "overwrite the file if it is there" }),
  json: flag({ group: "Output", describe: "print JSON instead of text" }),
  quiet: flag({ group: "Output", describe: "show no progress on stderr" }),
  ...CODE_FILE_OPTIONS,
} as const;

type Arguments = Values<typeof OPTIONS>;

export default defineCommand({
  options: OPTIONS,
  about: [
    "A set (a, b) has a variables, and b checks are unsatisfied if all of them are wrong. The search grows sets check by check, and finds every set of at most a variables unless --steps ends it before; it says how far it came. If H consists of circulants, one set of each orbit of their shifts is searched, and the table counts all of them.",
  ],
  examples: [
    { line: "ldpc code floor tanner-155-64", does: "all trapping sets of up to 8 variables and 3 unsatisfied checks" },
    { line: "ldpc code floor H.alist --a 12 --b 2 --steps 1e9 --out sets.json", does: "a longer search, and its sets" },
  ],
  run: (options) => untilInterrupted((signal) => run(options, signal)),
});

/** Most sets that are kept. */
const SETS_MAXIMUM = 1e6;

async function run(options: Arguments, signal: AbortSignal): Promise<void> {
  const code = loadCode(options.code, loadOptions(options));
  if (options.out !== undefined) requireWritable(options.out, options);
  const { a, b, sets: kind, steps } = options;
  const search: TrappingSetOptions = { a, b, kind, steps, sets: SETS_MAXIMUM, excluded: code.shortened };
  const found = await shown(options, search, trappingSetsSteps(code.matrix, search), signal);
  const { completeTo, endedBy, liftingSize } = found;
  const json = {
    name: code.name,
    search: { a, b, kind },
    completeTo,
    ...(endedBy && { endedBy }),
    steps: found.steps,
    liftingSize,
    counts: setCounts(found.sets),
    sets: found.sets.map(({ variables, checks, orbit, isAbsorbing }) => ({
      variables: [...variables],
      checks: [...checks],
      orbit,
      isAbsorbing,
    })),
  };
  if (options.json) printJson("code floor 1", json);
  else printText(searchLines(code.name, search, found).join("\n"));
  if (options.out !== undefined) writeNewFile(options.out, `${JSON.stringify(json)}\n`, options.force);
}

/** Does the steps of a search, and shows how far it is. @throws CommandExit if it is interrupted. */
async function shown(
  { quiet }: Arguments,
  { a, steps }: TrappingSetOptions,
  search: ReturnType<typeof trappingSetsSteps>,
  signal: AbortSignal,
): Promise<TrappingSets> {
  const progress = new Progress(process.stderr, quiet, process.env);
  let share = 0;
  const line = () => `sets of up to ${a} variables, ${formatCount(steps)} steps at most: ${Math.round(100 * share)} %`;
  progress.start({ table: line, line });
  try {
    return await finishInTurns(search, { signal, onProgress: (done) => (share = done) });
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    throw new CommandExit(
      "interrupted before the search ended; fewer --steps or a smaller --a end earlier",
      INTERRUPTED,
    );
  } finally {
    progress.stop();
  }
}

const LABEL_WIDTH = 18;

function searchLines(name: string, { a, b, kind }: TrappingSetOptions, found: TrappingSets): string[] {
  const { completeTo, endedBy, steps, liftingSize, sets } = found;
  const all = `all with a ≤ ${completeTo}, b ≤ ${b} (${formatCount(steps)} steps)`;
  const ended =
    endedBy === "sets" ? `there are more than ${formatCount(SETS_MAXIMUM)} sets` : "--steps ended the search";
  const rows: [string, string][] = [
    ["name", name],
    ["sets", `elementary ${kind} sets, connected`],
    ["searched", endedBy === undefined ? all : `${all}; not those of ${completeTo + 1} to ${a} variables: ${ended}`],
    ...(liftingSize === 1 ? [] : [["orbits", `of the ${liftingSize} shifts of the circulants`] as [string, string]]),
  ];
  const counts = setCounts(sets);
  const table = counts.map(({ a, b, sets, absorbing, orbits }) =>
    [`(${a}, ${b})`, sets, absorbing, orbits].map(String),
  );
  const headers = ["set (a, b)", "sets", "absorbing", "orbits"];
  return [
    ...rows.map(([label, text]) => label.padEnd(LABEL_WIDTH) + text),
    ...(counts.length === 0 ? ["no such set"] : ["", formatTable(headers, table)]),
  ];
}
