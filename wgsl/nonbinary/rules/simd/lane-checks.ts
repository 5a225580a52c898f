import type { KernelConstants, SimdKernel } from "../../../../src/gpu/kernel.ts";
import type { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { activeSlots } from "../../../common/active-frames/slots.ts";
import { type SimdDomain, simdDomainOf } from "../../domains/simd/domain.ts";
import { f32 } from "../../formats/f32.ts";
import { layered as layeredMessages } from "../../schedules/layered.ts";
import { LANES, lanePlaces, placeValues } from "../../simd/lanes.ts";
import { checkRuns, checkScratch, SCRATCH_WORDS } from "./check-runs.ts";

/** Parameters of the functions of a run of checks. */
export interface LaneShape {
  readonly q: number;
  readonly degree: number;
  readonly layered: boolean;
  readonly domain: SimdDomain;
  /** Whether the four frames are neighbours. */
  readonly together: boolean;
  /** The rule's own constants that the kernel names. */
  readonly constants: KernelConstants;
}

/** A rule in WebAssembly, four frames at a time. */
interface LaneRule {
  /** The kernel's name. */
  readonly name: string;
  /** Constants that its functions depend on. */
  readonly constants?: readonly string[];
  /** The functions, including `check` with the parameters of forward-backward.ts. */
  functions(shape: LaneShape): readonly FunctionBuilder[];
  /** Words of scratch memory that `check` needs. */
  scratchWords(shape: Pick<LaneShape, "q" | "degree" | "layered">): number;
}

/** Check nodes in f32 without syndromes, four frames at a time. Compiled WGSL updates checks of degree 1. */
export function simdLaneChecks(rule: LaneRule): SimdKernel {
  return ({ constants, variant, buffers, memory, rest }) => {
    const { Q: q, REFILLS, SYNDROME } = constants;
    const domain = simdDomainOf(variant);
    if (variant.parts.storage !== f32 || domain === undefined || q < 4 || REFILLS > 1 || SYNDROME === 1) {
      return undefined;
    }
    const layered = variant.parts.messages === layeredMessages;
    const [checks, start, edges, quotients, , list, beliefs, messages] = buffers as Uint32Array[];
    const { runs, ofOneEdge } = checkRuns(memory, { checks, start, edges, quotients }, q);
    const largest = Math.max(...runs.map(({ degree }) => degree));
    if (runs.length === 0 || rule.scratchWords({ q, degree: largest, layered }) > SCRATCH_WORDS) return undefined;
    const named = Object.fromEntries((rule.constants ?? []).map((name) => [name, constants[name]]));
    const functions = runs.map(({ degree }) =>
      [false, true].map((together) => {
        const shape = { q, degree, layered, together };
        const key = `${rule.name} ${JSON.stringify({ ...shape, ...named })}`;
        return memory.functions(key, () => rule.functions({ ...shape, domain, constants: named }));
      }),
    );
    const scratch = checkScratch(memory);
    return (call) => {
      const slots = activeSlots(list, constants, call.parameters, call.iteration, call.range);
      const rowBytes = 4 * slots.room;
      for (let at = slots.first; at < slots.last; at += LANES) {
        const from = lanePlaces(slots, at, layered ? slots.frameAt : slots.slotBefore);
        const to = layered ? from : lanePlaces(slots, at, (slot) => slot);
        const places = [...placeValues(from), ...placeValues(to)];
        const heard = call.iteration === 0 ? 0 : 1;
        runs.forEach(({ count, table }, r) => {
          const addresses = [scratch, table, count, beliefs.byteOffset, messages.byteOffset];
          functions[r][from.together && to.together ? 1 : 0].check(...addresses, rowBytes, heard, ...places);
        });
      }
      for (const c of ofOneEdge) rest({ ...call, range: { ...call.range, from: c, to: c + 1 } });
    };
  };
}
