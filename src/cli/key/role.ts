import { camel } from "../command-line/case.ts";
import type { Command, Example, Values } from "../command-line/command.ts";
import type { OptionTable } from "../command-line/option.ts";
import { checkUsage } from "../command-line/usage-error.ts";
import { untilInterrupted } from "../interrupt.ts";
import { type ReconcileArguments, reconcileTask } from "../reconcile/options.ts";
import { RECONCILE_OPTIONS } from "../reconcile/table.ts";
import { runTask } from "../reconcile/task.ts";

/** One role of the protocol as a command. */
interface Role<Table extends OptionTable> {
  /** Operands and options under their names in `RECONCILE_OPTIONS`. */
  readonly options: Table;
  readonly about?: readonly string[];
  readonly examples: readonly Example[];
  /** Whether the data are Gaussian values. */
  readonly cv: boolean;
  /** Renames options that have another name in `RECONCILE_OPTIONS`. */
  rename?(values: Values<Table>): Partial<ReconcileArguments>;
}

/** Values of options that the role lacks. */
const ABSENT = Object.fromEntries(
  Object.entries(RECONCILE_OPTIONS).map(([name, { absent }]) => [camel(name), absent]),
) as unknown as ReconcileArguments;

/** A command of `ldpc key` for one role's step of the protocol. */
export function roleCommand<const Table extends OptionTable>(role: Role<Table>): Command<Table> {
  const { options, about, examples, cv } = role;
  return {
    options,
    about,
    examples,
    async run(values) {
      // A code includes the options of its file.
      const { code } = values as { code?: object };
      const given: ReconcileArguments = { ...ABSENT, ...(values as object), ...code, ...role.rename?.(values), cv };
      const task = checkUsage(() => reconcileTask(given));
      await untilInterrupted((signal) => runTask(task, given, signal));
    },
  };
}
