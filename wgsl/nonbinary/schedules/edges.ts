import { type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { part, twinOf } from "../../../src/gpu/part.ts";
import { checkSum, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { type ActiveSlots, activeSlots } from "../../common/active-frames/slots.ts";
import { LLR_BOUND } from "../../common/bound.ts";
import { domainOf } from "../domains/domain.ts";
import { posteriorStorage } from "../formats/f32.ts";
import { StoredVectors, storageOf } from "../formats/storage.ts";

export const edgesPart = part("nonbinary/schedules/edges", new URL("./edges.wgsl", import.meta.url));

/** Where a check's messages come from. Twin of flooding and layered beside this file. */
export interface SymbolSchedule {
  readonly layered: boolean;
}

/** Buffers of the check kernels with a frame-interleaved layout, flooding and layered. */
export const SYMBOL_CHECK_BINDINGS = [
  u32("checks"),
  u32("check_start"),
  u32("check_edges"),
  u32("quotients"),
  u32("syndrome"),
  u32("active_list"),
  u32("variable_words", "read_write"),
  u32("check_to_variable", "read_write"),
];

/** Subtracts a message's least element; the differences are cut at a bound and rounded to their stored form. */
export function normaliseMessage(message: Float32Array, rounded: (value: number) => number, bound = LLR_BOUND): void {
  const least = message.reduce((one, other) => Math.min(one, other));
  for (let x = 0; x < message.length; x++) {
    message[x] = rounded(Math.min(Math.fround(message[x] - least), bound));
  }
}

/** One check of one frame, in the order of its symbols x = h·a, of the first edge x ⊕ s or not. */
export interface SymbolCheck {
  readonly degree: number;
  /** s. */
  readonly syndrome: number;
  /** Writes an edge's message, not normalised, into `to` [x]. */
  load(i: number, to: Float32Array): void;
  /**
   * Stores the check's message for an edge.
   * @param input what the check had heard from it, normalised.
   */
  put(i: number, values: Float32Array, input: Float32Array): void;
}

/**
 * What a check kernel with a frame-interleaved layout does around its rule: twin of flooding, layered and edges
 * beside this file.
 * @param update is given every check of every frame of the dispatch.
 * @param firstEdge order of the first edge: `permuted`, x ⊕ s, with which the rule need not know of syndromes; or x, as of the
 * others.
 */
export function updateSymbolChecks(
  call: TwinCall,
  update: (check: SymbolCheck) => void,
  firstEdge: "permuted" | "straight" = "permuted",
): void {
  const { buffers, constants, variant, parameters, iteration, range } = call;
  const [checks, start, edges, quotients, syndrome, list, variableWords, messageWords] = buffers as Uint32Array[];
  const { Q, M, SYNDROME } = constants;
  const layered = twinOf<SymbolSchedule>(variant, "messages").layered;
  const { together, without } = domainOf(variant);
  const storage = storageOf(variant);
  // Kernels whose workgroups have fewer frames say how many.
  const size = (constants.FRAMES ?? WORKGROUP_SIZE) * storage.interleave;
  const slots: ActiveSlots = activeSlots(list, constants, parameters, iteration, range, size);
  const beliefs = new StoredVectors(variableWords, layered ? posteriorStorage(storage) : storage, Q, slots.room);
  const messages = new StoredVectors(messageWords, storage, Q, slots.room);
  const row = Math.max(Q, 4);

  for (let at = slots.first; at < slots.last; at++) {
    const frame = slots.frameAt(at);
    // The last word may have a frame too many.
    if (frame >= parameters.frames) continue;
    const slot = layered ? frame : at;
    const before = slots.slotBefore(at);
    for (let c = range.from; c < range.to; c++) {
      const m = checks[c];
      const first = start[m];
      const sum = checkSum(syndrome, SYNDROME, frame * M + m);
      const shift = firstEdge === "permuted" ? sum : 0;
      /** Symbols x and a of place x in the check's order. */
      const symbolsOf = (i: number, x: number): [x: number, a: number] => {
        const own = i === 0 ? x ^ shift : x;
        return [own, quotients[edges[2 * (first + i) + 1] * row + own]];
      };
      update({
        degree: start[m + 1] - first,
        syndrome: sum,
        load(i, to) {
          const e = first + i;
          for (let index = 0; index < Q; index++) {
            const [x, a] = symbolsOf(i, index);
            if (!layered) to[index] = beliefs.get(e, storage.symbolsPerWord === 1 ? x : a, before);
            else {
              const posterior = beliefs.get(edges[2 * e], a, frame);
              to[index] = iteration === 0 ? posterior : without(posterior, messages.get(e, x, frame));
            }
          }
        },
        put(i, values, input) {
          const e = first + i;
          for (let index = 0; index < Q; index++) {
            const [x, a] = symbolsOf(i, index);
            messages.set(e, x, slot, values[index]);
            if (layered) beliefs.set(edges[2 * e], a, frame, together(input[index], messages.rounded(values[index])));
          }
        },
      });
    }
  }
}
