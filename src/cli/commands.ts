import bench from "./bench.ts";
import code from "./code.ts";
import codes from "./codes.ts";
import type { Command } from "./command.ts";
import correlatedValues from "./correlated-values.ts";
import decode from "./decode.ts";
import decoders from "./decoders.ts";
import devices from "./devices.ts";
import experiment from "./experiment.ts";
import merge from "./merge.ts";
import plot from "./plot.ts";
import reconcile from "./reconcile.ts";
import simulate from "./simulate.ts";
import status from "./status.ts";

/** The commands of `ldpc`, in the order of its help. A new command is its file and its line here. */
export const commands: readonly Command[] = [
  devices,
  codes,
  code,
  decoders,
  simulate,
  status,
  merge,
  plot,
  decode,
  reconcile,
  correlatedValues,
  bench,
  experiment,
];
