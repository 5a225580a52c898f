import type { Code } from "../code/code.ts";
import { codeWindows } from "../code/windows.ts";
import { InputError } from "../errors.ts";
import { constantBuffer, type DeviceLimits, type Dispatch, frameBuffer, UNUSED_BUFFER } from "../gpu/program.ts";
import { WORKGROUP_SIZE } from "../gpu/workgroup.ts";
import { sum } from "../sum.ts";
import { type DecoderProgram, inputWidth } from "./decoder-program.ts";
import { multiplicationTable } from "./nonbinary/graph.ts";
import { testsWanted } from "./reprocess/decoder.ts";
import { roundFrames, sharedBuffers, turnOf, withRounds } from "./reprocess/rounds.ts";
import type { DecodableCode, DecoderRequest } from "./rule.ts";
import { interfaceBuffers } from "./skeleton.ts";
import { type DecoderSpec, stopConstant } from "./spec.ts";

/**
 * A decoder whose words are decoded window by window (src/code/windows), each by a decoder of its own that starts anew, with the syndrome that the
 * decisions before leave. The iterations of a frame are those of the window that took most. One window is the decoder of the whole code.
 * @param decoderOf the decoder of a part of the code.
 */
export function windowedProgram(
  code: DecodableCode & Required<Pick<Code, "windows">>,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false, frames = Number.POSITIVE_INFINITY }: DecoderRequest,
  decoderOf: (part: DecodableCode, request: DecoderRequest) => DecoderProgram,
): DecoderProgram {
  const { window, commit } = code.windows;
  const { matrix } = code;
  const { field, rows, columns } = matrix;
  const parts = codeWindows(code, code.windows);
  const decoders = parts.map((part) => decoderOf({ ...part, name: code.name }, { syndrome: true, frames, refills: 1 }));
  const [{ input, rounds, plan }] = decoders;
  if (rounds !== undefined) {
    throw new InputError(
      `${code.name ?? "the code"} is decoded in windows, without rounds of reprocessing: leave out reprocess=${spec.options.reprocess}, or --window`,
    );
  }
  const { buffers: perTest, names } = sharedBuffers(decoders);
  const interleave = Math.max(...Object.values(perTest).map((buffer) => buffer.interleave ?? 1));
  const together = roundFrames(perTest, { frames, testsOfFrame: 1, tests: testsWanted(limits, interleave) });
  const tables = parts.map(({ rows: checks, columns: own, stays }) => {
    const open = new Set(own);
    const head = [...[...own].map((n, i) => n + 2 ** 31 * stays[i]), ...checks];
    return sumsTable(matrix, head, checks, (n) => !open.has(n));
  });
  const constants = { Q: field.q, SYMBOLS: columns, CHECKS: rows, SYNDROME: Number(syndrome) };
  const given = syndrome ? "syndrome" : "unused";
  const dispatches = decoders.flatMap((decoder, w) => {
    const { rows: checks, columns: own } = parts[w];
    const sizes = { ...constants, N: own.length, M: checks.length };
    const width = inputWidth(input, field.q);
    const take: Dispatch = {
      kernel: "reprocess/take-window",
      constants: { ...sizes, WIDTH: width, STARTS_AT: own.length + checks.length },
      buffers: [
        "failed",
        "channel_llr",
        given,
        "decision",
        `window_${w}`,
        "products",
        "test_channel_llr",
        "test_syndrome",
      ],
      workgroups: Math.ceil((own.length * width + checks.length) / WORKGROUP_SIZE),
    };
    const keep: Dispatch = {
      kernel: "reprocess/keep-window",
      constants: { SYMBOLS: columns, N: own.length, ITERATIONS: spec.iterations },
      buffers: ["failed", `window_${w}`, "test_decision", "test_unsatisfied", "decision", "unsatisfied"],
      workgroups: Math.ceil((own.length + spec.iterations - 1) / WORKGROUP_SIZE),
    };
    return turnOf(decoder, { names: names[w], frames: together, before: [take], after: [keep], turn: w });
  });
  const main: DecoderProgram = {
    input,
    buffers: {
      ...interfaceBuffers(spec, columns * inputWidth(input, field.q), columns),
      ...(syndrome && { syndrome: frameBuffer("u32", rows) }),
    },
    start: [],
    iterate: [],
    repeats: spec.iterations - 1,
    afterIterations: [],
    afterRounds: [
      {
        kernel: "reprocess/test-word",
        constants: { ...constants, STARTS_AT: 0, ITERATIONS: spec.iterations, STOP: stopConstant(spec) },
        buffers: ["decision", given, "all_checks", "products", "unsatisfied"],
        workgroups: Math.ceil(rows / WORKGROUP_SIZE),
      },
    ],
    traffic: {
      edges: sum(decoders.map(({ traffic }) => traffic.edges)),
      bytesPerIteration: sum(decoders.map(({ traffic }) => traffic.bytesPerIteration)),
    },
    plan: [],
  };
  const note =
    parts.length === 1 ? "one window" : `${parts.length} windows of ${window} rounds, ${commit} of them committed`;
  return withRounds(main, {
    iterations: spec.iterations,
    isOfAll: true,
    frames: together,
    testsOfFrame: 1,
    perTest,
    buffers: {
      ...Object.fromEntries(tables.map((table, w) => [`window_${w}`, constantBuffer(table)])),
      all_checks: constantBuffer(sumsTable(matrix, [], Array(rows).keys(), () => true)),
      products: constantBuffer(multiplicationTable(field, (h) => h)),
      ...(syndrome ? {} : { unused: UNUSED_BUFFER }),
    },
    dispatches,
    notes: [note, ...plan],
  });
}

/** A table of reprocess/decided-sum behind other words: the symbols of each row that count. */
function sumsTable(
  { checkStart, variable, value }: DecodableCode["matrix"],
  head: readonly number[],
  rows: Iterable<number>,
  counts: (symbol: number) => boolean,
): Uint32Array {
  const lists = Array.from(rows, (m) => {
    const edges = Array.from({ length: checkStart[m + 1] - checkStart[m] }, (_, i) => checkStart[m] + i);
    return edges.filter((e) => counts(variable[e])).flatMap((e) => [variable[e], value[e]]);
  });
  const starts = [head.length + lists.length + 1];
  for (const { length } of lists) starts.push(starts.at(-1)! + length);
  return Uint32Array.from([head, starts, lists].flat(2));
}
