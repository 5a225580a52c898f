import { print } from "../../src/cli/output.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { markdownTable } from "../../src/report/table.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { decoder } from "../shared/options.ts";
import { CODE, PAPER } from "./shared/paper.ts";

/** The paper's kernels of Table II by ours: workgroups and work items of a group, for N symbols, M checks of degree d, fields of q elements. */
const STAGES = ["init", "check", "variable", "normalise", "decide"];

/** Limits of an H200, which decide the mapping. */
const DEVICE = { workgroupBytes: 49152, workgroupSize: 1024, software: false };

export default defineExperiment({
  name: "nonbinary-table-2",
  summary: "Table II: workgroups and invocations of the mapping's kernels, beside the paper's",
  paper: "nonbinary",
  computes: true,
  options: { checks: decoder.count("checks of a workgroup, the paper's C; 1 as in Table II", "4", 1) },
  run({ checks }) {
    const { columns: N, rows: M, field } = CODE.matrix;
    const spec = readDecoder(`min-max mapping=symbols checksPerGroup=${checks} iterations=2`);
    const rows = new Map<string, string[]>();
    for (const { dispatch } of dispatchesInOrder(decoderProgram(CODE, spec, DEVICE))) {
      const name = dispatch.kernel.split("/").at(-1)!;
      const theirs = PAPER.table2[STAGES.indexOf(name)];
      const paper = theirs && [theirs.stage, theirs.workgroups, theirs.invocations];
      const size = invocations(name, dispatch.constants);
      rows.set(name, [...(paper ?? ["in Tentative dec", "", ""]), name, String(dispatch.workgroups), String(size)]);
    }
    const headers = [
      ...["paper's kernel", "workgroups", "work items of a group"],
      ...["ours", "workgroups of a frame", "invocations of a group"],
    ];
    print(`N = ${N}, M = ${M}, q = ${field.q}, d = 6\n\n${markdownTable(headers, [...rows.values()])}`);
  },
});

/** Workgroup sizes as the kernels declare them. */
function invocations(kernel: string, constants: Readonly<Record<string, number>>): number {
  const { Q, CHECKS_PER_WORKGROUP, SYMBOLS_PER_INVOCATION, VARIABLES_PER_WORKGROUP } = constants;
  if (kernel === "check") return (CHECKS_PER_WORKGROUP * Q) / SYMBOLS_PER_INVOCATION;
  return kernel === "init" || kernel === "variable" ? VARIABLES_PER_WORKGROUP * Q : WORKGROUP_SIZE;
}
