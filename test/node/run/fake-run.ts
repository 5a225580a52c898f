import { type RunFile, withPoints } from "../../../src/node/run/run-file.ts";
import type { Sweep } from "../../../src/simulation/sweep.ts";

export function fakeRun({ tasks, rule, part, symbols, bitsPerSymbol }: Sweep): RunFile {
  const { channel, code, ...rest } = tasks[0];
  const { name, parameter } = channel;
  return withPoints(
    {
      format: 2,
      code: { ...code, given: code.name, symbols, bitsPerSymbol },
      ...rest,
      channel: { name, parameter },
      points: [],
      stopping: rule,
      ...(part === undefined ? {} : { part }),
      versions: { "gfq-ldpc": "0" },
      commit: null,
    },
    tasks.map(({ channel: { value } }) => value),
  );
}
