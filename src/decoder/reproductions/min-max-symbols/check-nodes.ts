import { galoisTableBytes } from "../../../../wgsl/common/arithmetic/galois.ts";
import type { TannerGraph } from "../../../code/tanner-graph.ts";
import { InputError } from "../../../errors.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import { type DeviceLimits, frameBuffer } from "../../../gpu/program.ts";
import type { CheckNodePlan, DecoderRequest } from "../../rule.ts";
import { type DecoderSpec, stopConstant } from "../../spec.ts";
import { type SymbolMappingOptions, symbolMappingOptions } from "./options.ts";

/** Invocations per workgroup aimed at when the checks per workgroup are not given: four NVIDIA subgroups. */
const INVOCATIONS = 128;

/** Symbols per invocation on software devices: on lavapipe 8 is three times as fast as 1, and no slower than 16. */
const SOFTWARE_SYMBOLS = 8;
/** More do not fit the registers of any device. */
const SYMBOLS_MAXIMUM = 16;

/** Bytes of workgroup memory of reproductions/min-max-symbols/check. */
function bytesOf({ Q, DEGREE, CHECKS_PER_WORKGROUP, METRICS_IN_STORAGE }: KernelConstants): number {
  const vectors = 8 * CHECKS_PER_WORKGROUP * Q;
  return galoisTableBytes(Q) + vectors + (METRICS_IN_STORAGE === 1 ? 4 : vectors * DEGREE);
}

/**
 * The paper's mapping of Min-Max check nodes: C·q invocations for C checks, F/B metrics in workgroup memory where they
 * fit, else in storage memory (Wang et al. 2012, sections IV-B and IV-E).
 */
export function minMaxPlan(
  graph: TannerGraph,
  spec: DecoderSpec,
  limits: DeviceLimits,
  messages: number,
  { syndrome = false }: DecoderRequest,
): CheckNodePlan {
  const { q, checks, checkDegreeMaximum: degree } = graph;
  const options = symbolMappingOptions(spec);
  const symbols = symbolsPerItem(q, options, limits);
  const constants = (perWorkgroup: number, inStorage: boolean): KernelConstants => ({
    Q: q,
    M: checks,
    MESSAGES: messages,
    DEGREE: degree,
    CHECKS_PER_WORKGROUP: perWorkgroup,
    SYMBOLS_PER_INVOCATION: symbols,
    METRICS_IN_STORAGE: inStorage ? 1 : 0,
    SYNDROME: syndrome ? 1 : 0,
    STOP: stopConstant(spec),
  });
  const fits = (perWorkgroup: number, inStorage: boolean) =>
    bytesOf(constants(perWorkgroup, inStorage)) <= limits.workgroupBytes;

  const inStorage = options.metrics === "storage" || (options.metrics === "auto" && !fits(1, false));
  if (!fits(1, inStorage)) {
    const bytes = bytesOf(constants(1, inStorage));
    const remedy = inStorage ? "choose another adapter" : "use metrics=storage or metrics=auto";
    throw new InputError(
      `min-max over GF(${q}) with check degree ${degree} needs ${bytes} bytes of workgroup memory, the device has ${limits.workgroupBytes}: ${remedy}`,
    );
  }
  const perWorkgroup = options.checksPerGroup === 0 ? chooseChecksPerGroup() : options.checksPerGroup;
  const size = (perWorkgroup * q) / symbols;
  if (size > limits.workgroupSize || !fits(perWorkgroup, inStorage)) {
    throw new InputError(
      `checksPerGroup=${perWorkgroup} over GF(${q}) needs ${size} invocations and ${bytesOf(constants(perWorkgroup, inStorage))} bytes per workgroup; the device has ${limits.workgroupSize} and ${limits.workgroupBytes}: choose fewer`,
    );
  }
  const chosen = constants(perWorkgroup, inStorage);
  return {
    dispatches: [
      {
        kernel: "reproductions/min-max-symbols/check",
        constants: chosen,
        buffers: [
          "check_start",
          "check_edges",
          "galois_tables",
          "variable_to_check",
          "unsatisfied",
          "syndrome",
          "check_to_variable",
          "metrics",
        ],
        workgroups: Math.ceil(checks / perWorkgroup),
      },
    ],
    buffers: {
      metrics: inStorage ? frameBuffer("f32", checks * 2 * degree * q) : { ...frameBuffer("f32", 1), perFrame: false },
    },
    plan: [
      `F/B metrics in ${inStorage ? "storage" : "workgroup"} memory`,
      `${perWorkgroup} check${perWorkgroup === 1 ? "" : "s"} of ${q / symbols} invocations per workgroup, ${symbols} symbol${symbols === 1 ? "" : "s"} each, ${bytesOf(chosen)} bytes`,
    ],
  };

  /** Largest power of two that stays within the invocations aimed at, half of the workgroup memory, and the checks. */
  function chooseChecksPerGroup(): number {
    let count = 1;
    const roomy = (n: number) =>
      (n * q) / symbols <= Math.min(INVOCATIONS, limits.workgroupSize) &&
      n < 2 * checks &&
      2 * bytesOf(constants(n, inStorage)) <= limits.workgroupBytes;
    while (roomy(2 * count)) count *= 2;
    return count;
  }
}

/**
 * Field elements per invocation: one, as in the paper, except on software devices. Software devices pay for every load
 * of an invocation, and S elements share 2·S loads for S² pairs of a trellis step. On hardware loads S apart collide in
 * the banks of shared memory. Results are equal for every S. @throws InputError for a number that does not divide q.
 */
function symbolsPerItem(
  q: number,
  { symbolsPerItem: requested }: Pick<SymbolMappingOptions, "symbolsPerItem">,
  { software }: DeviceLimits,
): number {
  if (requested === 0) return software ? Math.min(q, SOFTWARE_SYMBOLS) : 1;
  if (q % requested !== 0 || requested > SYMBOLS_MAXIMUM) {
    throw new InputError(
      `symbolsPerItem=${requested}: over GF(${q}) choose a power of two up to ${Math.min(q, SYMBOLS_MAXIMUM)}`,
    );
  }
  return requested;
}
