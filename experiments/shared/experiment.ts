import type { Command } from "../../src/cli/command-line/command.ts";
import type { OptionTable } from "../../src/cli/command-line/option.ts";

/** What a file of experiments/ exports: a command, and half a line that says what it is. */
export interface Experiment<Table extends OptionTable> extends Command<Table> {
  readonly summary: string;
}

/** Checks an experiment's types against its table. */
export function defineExperiment<const Table extends OptionTable>(experiment: Experiment<Table>): Experiment<Table> {
  return experiment;
}
