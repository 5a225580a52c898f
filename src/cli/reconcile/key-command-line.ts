import { shellWord } from "../../shell-word.ts";
import type { Given } from "../command-line/command.ts";
import type { OptionTable } from "../command-line/option.ts";
import { CODE_FILE_OPTIONS } from "../options/code.ts";
import type { ReconcileTask } from "./options.ts";
import { CV_DECODER, RECONCILIATION_DECODER } from "./table.ts";

/** The command of `ldpc key` for each task. Operands are named by the options of `reconcile` for their files. */
const COMMANDS: Readonly<
  Record<ReconcileTask["kind"], { readonly name: string; readonly operands: readonly string[] }>
> = {
  both: { name: "both", operands: ["alice", "bob"] },
  disclose: { name: "estimate", operands: ["alice"] },
  reference: { name: "send", operands: ["alice", "bob"] },
  decoding: { name: "correct", operands: ["alice", "bob", "syndromes"] },
  key: { name: "confirm", operands: ["alice", "bob", "syndromes", "verdict"] },
  retry: { name: "retry", operands: ["alice", "bob", "syndromes", "verdict"] },
  deliver: { name: "accept", operands: ["confirmation"] },
};

/** The words after `ldpc key` that name a task's command. */
export function keyCommandWords({ kind }: Pick<ReconcileTask, "kind">, cv: boolean): string[] {
  return [...(cv && kind !== "disclose" && kind !== "deliver" ? ["cv"] : []), COMMANDS[kind].name];
}

/**
 * The command line of `ldpc key` for a task of `reconcile`.
 * @param given the options of `reconcile`.
 * @param table options of the new command. Options that it lacks come from the other end's message.
 */
export function keyCommandLine(task: ReconcileTask, cv: boolean, given: Given, table: OptionTable): string {
  const { operands } = COMMANDS[task.kind];
  const texts = new Map([...given].map(([option, { texts: said }]) => [option, said[0]]));
  const files = operands.flatMap((option) => texts.get(option) ?? []);
  const wordsOf = (names: readonly string[]) =>
    names.flatMap((name) => (texts.has(name) ? [`${name}=${texts.get(name)}`] : []));
  const iterations = wordsOf(["iterations"]);
  if (iterations.length > 0 && !texts.has("decoder")) texts.set("decoder", cv ? CV_DECODER : RECONCILIATION_DECODER);
  if (texts.has("retry")) texts.set("disclose", texts.get("retry")!);
  const words: Readonly<Record<string, string[]>> = {
    code: wordsOf(Object.keys(CODE_FILE_OPTIONS)),
    decoder: iterations,
  };
  const options = [...texts]
    .filter(([option]) => table[option]?.positional === false && !operands.includes(option))
    .map(([option, text]) => {
      if (table[option].takes === "nothing") return text === "true" ? `--${option}` : `--no-${option}`;
      return `--${option} ${shellWord([text, ...(words[option] ?? [])].join(" "))}`;
    });
  return ["ldpc key", ...keyCommandWords(task, cv), ...files.map(shellWord), ...options].join(" ");
}
