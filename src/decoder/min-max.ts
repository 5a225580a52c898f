import type { TannerGraph } from "../code/tanner-graph.ts";
import { InputError } from "../errors.ts";
import { checkMinMax } from "../kernel/check-min-max.ts";
import type { KernelConstants } from "../kernel/kernel.ts";
import type { CheckNodePlan } from "./check-node-rule.ts";
import { type DeviceLimits, frameBuffer } from "./program.ts";
import type { DecoderSpec } from "./spec.ts";

/** Work items per workgroup aimed at when the checks per workgroup are not given: four NVIDIA subgroups. */
const WORK_ITEMS = 128;

/**
 * The paper's mapping of Min-Max check nodes: C·q work items for C checks, F/B metrics in workgroup memory where they
 * fit, else in storage memory (nonbinary paper, sections IV-B and IV-E).
 */
export function minMaxPlan(
  graph: TannerGraph,
  spec: DecoderSpec,
  limits: DeviceLimits,
  messages: number,
): CheckNodePlan {
  const { q, checks, checkDegreeMaximum: degree } = graph;
  const constants = (perGroup: number, inStorage: boolean): KernelConstants => ({
    Q: q,
    M: checks,
    MESSAGES: messages,
    DEGREE: degree,
    CHECKS_PER_GROUP: perGroup,
    METRICS_IN_STORAGE: inStorage ? 1 : 0,
    STOP: spec.stop === "syndrome" ? 1 : 0,
  });
  const fits = (perGroup: number, inStorage: boolean) =>
    checkMinMax.workgroupBytes(constants(perGroup, inStorage)) <= limits.workgroupBytes;

  const inStorage = spec.metrics === "storage" || (spec.metrics === "auto" && !fits(1, false));
  if (!fits(1, inStorage)) {
    const bytes = checkMinMax.workgroupBytes(constants(1, inStorage));
    const remedy = inStorage ? "choose another adapter" : "use metrics=storage or metrics=auto";
    throw new InputError(
      `min-max over GF(${q}) with check degree ${degree} needs ${bytes} bytes of workgroup memory, the device has ${limits.workgroupBytes}: ${remedy}`,
    );
  }
  const perGroup = spec.checksPerGroup === 0 ? chooseChecksPerGroup() : spec.checksPerGroup;
  if (perGroup * q > limits.workgroupSize || !fits(perGroup, inStorage)) {
    throw new InputError(
      `checksPerGroup=${perGroup} over GF(${q}) needs ${perGroup * q} work items and ${checkMinMax.workgroupBytes(constants(perGroup, inStorage))} bytes per workgroup; the device has ${limits.workgroupSize} and ${limits.workgroupBytes}: choose fewer`,
    );
  }
  const chosen = constants(perGroup, inStorage);
  return {
    stages: [
      {
        kernel: checkMinMax.name,
        constants: chosen,
        buffers: [
          "check_start",
          "check_edges",
          "galois_tables",
          "variable_to_check",
          "unsatisfied",
          "check_to_variable",
          "metrics",
        ],
        groups: Math.ceil(checks / perGroup),
      },
    ],
    buffers: {
      metrics: inStorage ? frameBuffer("f32", checks * 2 * degree * q) : { ...frameBuffer("f32", 1), perFrame: false },
    },
    plan: [
      `F/B metrics in ${inStorage ? "storage" : "workgroup"} memory`,
      `${perGroup} check${perGroup === 1 ? "" : "s"} of ${q} work items per workgroup, ${checkMinMax.workgroupBytes(chosen)} bytes`,
    ],
  };

  /** Largest power of two that stays within the work items aimed at, half of the workgroup memory, and the checks. */
  function chooseChecksPerGroup(): number {
    let count = 1;
    const roomy = (n: number) =>
      n * q <= Math.min(WORK_ITEMS, limits.workgroupSize) &&
      n < 2 * checks &&
      2 * checkMinMax.workgroupBytes(constants(n, inStorage)) <= limits.workgroupBytes;
    while (roomy(2 * count)) count *= 2;
    return count;
  }
}
