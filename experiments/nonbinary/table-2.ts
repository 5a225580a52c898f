import { number } from "../../src/cli/command-line/option.ts";
import { print } from "../../src/cli/output.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { markdownTable } from "../../src/report/markdown.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";

/** The paper's kernels of Table II: workgroups and work items of a group, for N symbols, M checks of degree d, fields of q elements. */
const PAPER: Readonly<Record<string, readonly [stage: string, workgroups: string, items: string]>> = {
  init: ["Init LLR", "N", "q"],
  check: ["CNP", "M", "q"],
  variable: ["VNP", "N", "q"],
  normalise: ["Norm VNP msg", "N", "d"],
  decide: ["Tentative dec", "⌈M/32⌉", "32"],
  syndrome: ["in Tentative dec", "", ""],
};

/** Limits of an H200, which decide the mapping. */
const DEVICE = { workgroupBytes: 49152, workgroupSize: 1024, software: false };

export default defineExperiment({
  name: "nonbinary-table-2",
  summary: "Table II: workgroups and invocations of the mapping's kernels, beside the paper's",
  paper: "nonbinary",
  computes: true,
  options: {
    checks: number({
      group: "Decoder",
      describe: "checks of a workgroup, the paper's C; 1 as in Table II",
      example: "4",
      default: 1,
    }),
  },
  run({ checks }) {
    const code = loadCode("nb620-gf32");
    const { columns: N, rows: M, field } = code.matrix;
    const spec = readDecoder(`min-max mapping=symbols checksPerGroup=${checks} iterations=2`);
    const rows = new Map<string, string[]>();
    for (const { dispatch } of dispatchesInOrder(decoderProgram(code, spec, DEVICE))) {
      const name = dispatch.kernel.split("/").at(-1)!;
      const [stage, groups, items] = PAPER[name];
      const size = invocations(name, dispatch.constants);
      rows.set(name, [stage, groups, items, name, String(dispatch.workgroups), String(size)]);
    }
    print(
      `N = ${N}, M = ${M}, q = ${field.q}, d = 6\n\n${markdownTable(
        [
          "paper's kernel",
          "workgroups",
          "work items of a group",
          "ours",
          "workgroups of a frame",
          "invocations of a group",
        ],
        [...rows.values()],
      )}`,
    );
  },
});

/** Workgroup sizes as the kernels declare them. */
function invocations(kernel: string, constants: Readonly<Record<string, number>>): number {
  const { Q, CHECKS_PER_WORKGROUP, SYMBOLS_PER_INVOCATION, VARIABLES_PER_WORKGROUP } = constants;
  if (kernel === "check") return (CHECKS_PER_WORKGROUP * Q) / SYMBOLS_PER_INVOCATION;
  return kernel === "init" || kernel === "variable" ? VARIABLES_PER_WORKGROUP * Q : WORKGROUP_SIZE;
}
