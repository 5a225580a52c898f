import type { Command, Example, Values } from "../../cli/command-line/command.ts";
import type { OptionTable } from "../../cli/command-line/option.ts";
import { checkUsage } from "../../cli/command-line/usage-error.ts";
import { untilInterrupted } from "../../cli/interrupt.ts";
import { type ReconcileArguments, type ReconcileTask, requireDifferentFiles } from "./steps/options.ts";
import { runTask } from "./steps/task.ts";

/** One role of the protocol as a command. */
interface Role<Table extends OptionTable> {
  /** Operands and options; those of `ReconcileArguments` under their names there. */
  readonly options: Table;
  readonly about?: readonly string[];
  readonly examples: readonly Example[];
  /** Whether the data are Gaussian values. */
  readonly cv: boolean;
  /** The step of the protocol. @throws InputError for options that do not go together. */
  task(values: Values<Table>): ReconcileTask;
}

/** A command of `ldpc key` for one role's step of the protocol. */
export function roleCommand<const Table extends OptionTable>(role: Role<Table>): Command<Table> {
  const { options, about, examples, cv } = role;
  const operands = Object.keys(options).filter((name) => options[name].group === "Files");
  return {
    options,
    about,
    examples,
    async run(values) {
      // A code includes the options of its file.
      const { code } = values as { code?: object };
      const given = { ...(values as object), ...code, cv } as ReconcileArguments;
      const task = checkUsage(() => {
        requireDifferentFiles(operands.map((name) => [name, (values as Record<string, unknown>)[name]]));
        return role.task(values);
      });
      await untilInterrupted((signal) => runTask(task, given, signal));
    },
  };
}
