import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LightWordSearch } from "../../src/code/low-weight/search.ts";
import { binaryDecoder } from "../../src/decoder/binary/decoder.ts";
import { scatterProgram } from "../../src/decoder/binary/scatter.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import { walkProgram } from "../../src/engine/low-weight/walk-program.ts";
import { kernels, parts, partsOf } from "../../src/engine/registry.ts";
import { galoisField } from "../../src/galois/field.ts";
import type { KernelConstants } from "../../src/gpu/kernel.ts";
import { closure } from "../../src/gpu/part.ts";
import type { Dispatch } from "../../src/gpu/program.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import { storageAccess } from "../../src/gpu/shader-declarations.ts";
import { assemble } from "../../src/gpu/template.ts";
import { workgroupSizeOf } from "../../src/gpu/workgroup.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { blockEncodingProgram } from "../../src/reconciliation/block-encoding.ts";
import { bobProgram } from "../../src/reconciliation/bob.ts";
import { decodingProgram } from "../../src/reconciliation/decoding-end.ts";
import { gaussianLayout } from "../../src/reconciliation/gaussian-blocks.ts";
import { blockLayout } from "../../src/reconciliation/parameters.ts";
import { referenceProgram } from "../../src/reconciliation/reference-end.ts";
import { copyProgram } from "../../src/simulation/bench/copy-bandwidth.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { f32 } from "../../wgsl/binary/formats/f32.ts";
import { sumProductDirect } from "../../wgsl/binary/rules/sum-product-direct.ts";
import { ARITHMETICS } from "../decoder/binary/cover.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { FRAME_DECODERS, MLGD_RULES, RULES, spec } from "../decoder/specs.ts";
import { root } from "../source-files.ts";

/** Names of all WGSL files: paths below wgsl/ without the extension. */
const names = readdirSync(join(root, "wgsl"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".wgsl"))
  .map((file) => file.slice(0, -".wgsl".length).replaceAll(sep, "/"))
  .sort();

const pieces = [...Object.values(kernels), ...Object.values(parts)];

it("every WGSL file is a kernel or a part of the registry, under the name of its path", () => {
  expect(pieces.map(({ name }) => name).sort()).toEqual(names);
  for (const { name, wgsl } of pieces) expect(fileURLToPath(wgsl)).toBe(join(root, "wgsl", `${name}.wgsl`));
});

it("every WGSL file has its description beside it", () => {
  for (const name of names) expect(existsSync(join(root, "wgsl", `${name}.ts`)), name).toBe(true);
});

it.each(pieces)("$name imports what its description says", ({ wgsl, imports }) => {
  const imported = [...readFileSync(wgsl, "utf8").matchAll(/^\s*#import (\w\S*)$/gm)].map(([, name]) => name);
  expect(imports.map(({ name }) => name)).toEqual(imported);
});

const ELEMENT = /^(atomic<u32>|u32|vec[24]u|PackedCheckGroup|i32|f32|vec[24]f)$/;

it.each(Object.values(kernels))("$name declares its storage buffers in order, with elements of words", ({ wgsl }) => {
  const text = readFileSync(wgsl, "utf8");
  const declared = [...text.matchAll(/@binding\((\d+)\) var<storage, (read|read_write)> (\w+): array<(.+)>;/g)];
  expect(declared.map(([, , access]) => access)).toEqual(storageAccess(text));
  for (const [, , , name, type] of declared) expect(type, name).toMatch(ELEMENT);
});

/** Kernels with a snapshot of a whole shader: one of each family, and one for each directive of the assembler. */
const WHOLE = [
  "channel/sample",
  "source/encoding/encode-dual-diagonal",
  "statistics/tally",
  "binary/check",
  "binary/chip/iterations",
  "binary/resident",
  "binary/variable",
  "reproductions/min-max-symbols/check",
  "nonbinary/rules/qspa",
  "nonbinary/variable",
  "majority-logic/check",
  "reproductions/ratio/check",
  "reconciliation/block-rotation",
];

describe("assembled shaders", () => {
  const matrix = randomMatrix(galoisField(8), [4, 4, 3], 6, 1);
  const limits = { workgroupBytes: 16384, workgroupSize: 256, software: false };
  const code = { name: "random", description: "", source: "" };
  const binary = randomMatrix(galoisField(2), [3, 2, 3], 4, 1);
  const walkStart = new LightWordSearch({ matrix: binary }, { sums: 1, above: 0, seed: 1 }).generator
    .copy()
    .walkStart();
  const blocks = {
    code: { ...code, matrix: binary },
    punctured: 1,
    shortened: 0,
    seed: 1,
    hashBits: 32,
    salt: new Uint8Array(16),
  };
  const eight = randomMatrix(galoisField(2), [4, 3, 4], 8, 1);
  const values = { ...blocks, code: { ...code, matrix: eight }, punctured: 0 };
  const dispatches = [
    ...RULES.flatMap((rule) => [
      ...dispatchesInOrder(monteCarloProgram({ ...code, matrix }, spec(rule), "random", limits)),
    ]),
    ...dispatchesInOrder(
      monteCarloProgram({ ...code, matrix, punctured: Uint32Array.of(1) }, spec("min-max"), "random", limits, {
        name: "qsc",
        parameter: "symbol-error",
      }),
    ),
    ...(
      [
        ["16qam", "symbols"],
        ["16qam", "log-map"],
        ["8psk", "log-map"],
        ["256qam", "symbols"],
      ] as const
    ).flatMap(([name, demapper]) => [
      ...dispatchesInOrder(
        monteCarloProgram(
          { ...code, matrix: randomMatrix(galoisField(4), [4, 4, 3], 6, 1) },
          spec("min-max"),
          "random",
          limits,
          { name: "awgn", parameter: "esn0", modulation: { name, demapper, labeling: "gray" } },
        ),
      ),
    ]),
    ...dispatchesInOrder(
      monteCarloProgram(
        { ...code, matrix, sending: { order: Uint32Array.of(1, 0, 1), checksumBits: 0 } },
        spec("min-max"),
        "random",
        limits,
        { name: "awgn", parameter: "esn0", modulation: { name: "8psk", demapper: "log-map", labeling: "gray" } },
      ),
    ),
    ...dispatchesInOrder(
      monteCarloProgram(
        {
          ...code,
          matrix,
          sending: {
            order: Uint32Array.of(1, 0, 1),
            checksumBits: 0,
            shorter: { order: Uint32Array.of(1, 0), count: 1, blocks: 2 },
          },
        },
        spec("min-max"),
        "random",
        limits,
        { name: "awgn", parameter: "esn0", modulation: { name: "8psk", demapper: "log-map", labeling: "gray" } },
      ),
    ),
    ...dispatchesInOrder(
      monteCarloProgram({ ...code, matrix }, spec("min-max"), "random", limits, {
        name: "table",
        parameter: "at",
        table: { name: "bits", inputs: 2, outputs: 3, digest: "00000000" },
      }),
    ),
    // These kernels unroll loops over the field, so their field is small.
    ...["min-max mapping=tree", ...FRAME_DECODERS].flatMap((words) => [
      ...dispatchesInOrder(
        decoderProgram({ matrix: randomMatrix(galoisField(4), [4, 4, 3], 6, 1) }, spec(words), limits, {
          syndrome: true,
        }),
      ),
    ]),
    // These kernels spread a vector over several invocations.
    ...["qspa", "min-max mapping=frames"].flatMap((words) => [
      ...dispatchesInOrder(
        decoderProgram({ matrix: randomMatrix(galoisField(64), [4, 4, 3], 6, 1) }, spec(words), limits, {
          syndrome: true,
        }),
      ),
    ]),
    ...MLGD_RULES.flatMap((rule) => [
      ...dispatchesInOrder(decoderProgram({ matrix }, spec(rule), limits, { syndrome: true })),
    ]),
    ...["flooding", "layered", "layered mapping=streaming"].flatMap((schedule) =>
      checkNodeRules["normalised-min-sum"].options.messages.choices!.flatMap((messages) => [
        ...dispatchesInOrder(
          decoderProgram(
            { matrix: binary },
            spec(`normalised-min-sum schedule=${schedule} messages=${messages}`),
            limits,
            { syndrome: true },
          ),
        ),
      ]),
    ),
    ...["offset-min-sum", "normalised-min-sum"].flatMap((rule) => [
      ...dispatchesInOrder(
        decoderProgram(loadCode("nr-bg2-z2", { rows: 5 }), spec(`${rule} schedule=layered messages=int12`), limits),
      ),
    ]),
    ...[
      ...["reprocess=eqml stages=2", "reprocess=abp messages=int8 stages=2"],
      ...["reprocess=osd osd-order=1", "reprocess=osd messages=int8 osd-order=1"],
    ].flatMap((words) => [
      ...dispatchesInOrder(
        decoderProgram({ matrix: binary }, spec(`normalised-min-sum ${words}`), limits, { syndrome: true }),
      ),
    ]),
    ...dispatchesInOrder(decoderProgram({ matrix: binary }, spec("osd order=1"), limits, { syndrome: true })),
    ...["basis=bits", "basis=symbols"].flatMap((words) => [
      ...dispatchesInOrder(decoderProgram({ matrix }, spec(`symbol-osd ${words} order=1`), limits, { syndrome: true })),
    ]),
    ...dispatchesInOrder(decoderProgram({ matrix }, spec("min-max reprocess=osd"), limits)),
    ...dispatchesInOrder(walkProgram(walkStart, { labelled: false, sums: 3 }, limits)),
    ...ARITHMETICS.flatMap((words) => [...dispatchesInOrder(decoderProgram({ matrix: binary }, spec(words), limits))]),
    ...["layout=frames", "layout=frames bits=32", "layout=rows"].flatMap((words) => {
      const ratio = decoderProgram({ matrix: binary }, spec(`ratio-sum-product ${words}`), limits, { syndrome: true });
      // Iterations come first, because a snapshot shows the first dispatch with its name.
      return [...ratio.iterate, ...ratio.start, ...ratio.afterIterations].map((dispatch) => ({ dispatch }));
    }),
    ...(["wifi-648-540", "dvbs2-16200-14400"] as const).flatMap((name) =>
      (["random", "syndrome"] as const).flatMap((codeword) => [
        ...dispatchesInOrder(monteCarloProgram(loadCode(name), spec("sum-product"), codeword, limits)),
      ]),
    ),
    ...[
      { code: { ...code, matrix: binary }, decoder: "sum-product" },
      { code: loadCode("nr-bg2-z9", { rows: 14 }), decoder: "sum-product" },
      { code: loadCode("wifi-648-540"), decoder: "sum-product reprocess=eqml" },
    ].flatMap((one) => [...dispatchesInOrder(monteCarloProgram(one.code, spec(one.decoder), "random", limits))]),
    ...(["int12", "f32"] as const).flatMap((messages) => [
      ...dispatchesInOrder(
        monteCarloProgram(loadCode("wifi-648-540"), spec(`min-sum messages=${messages}`), "random", limits, {
          name: "awgn",
          parameter: "esn0",
          modulation: { name: "64qam", demapper: "log-map", labeling: "gray" },
        }),
      ),
    ]),
    ...dispatchesInOrder(
      monteCarloProgram(loadCode("wifi-648-540"), spec("min-sum messages=int12"), "random", {
        ...limits,
        workgroupBytes: 32768,
      }),
    ),
    ...dispatchesInOrder(
      decoderProgram(
        loadCode("nr-bg1-z384", { rows: 13 }),
        spec("min-sum schedule=layered messages=byte mapping=chip"),
        {
          workgroupBytes: 49152,
          workgroupSize: 1024,
          software: false,
        },
      ),
    ),
    ...dispatchesInOrder(
      monteCarloProgram(
        loadCode("wifi-648-540"),
        spec("min-sum schedule=layered messages=int12 mapping=chip"),
        "random",
        limits,
      ),
    ),
    ...dispatchesInOrder(
      monteCarloProgram({ ...code, matrix: binary }, spec("sum-product"), "random", limits, undefined, {
        generator: "philox4x32-10",
      }),
    ),
    ...dispatchesInOrder(
      decoderProgram(
        { matrix: randomMatrix(galoisField(64), [4, 4, 3], 6, 1) },
        spec("qspa messages=bf16 schedule=flooding"),
        limits,
      ),
    ),
    // Forms of formats that a CPU has, and a form of sum-product that no spec names (test/decoder/binary/direct-form.node.test.ts).
    ...dispatchesInOrder(decoderProgram({ matrix: binary }, spec("min-sum messages=int12"), { ...limits, simd: true })),
    ...["min-max messages=int12 schedule=layered mapping=frames", "trellis-min-max messages=int12"].flatMap((words) => [
      ...dispatchesInOrder(decoderProgram({ matrix }, spec(words), { ...limits, simd: true })),
    ]),
    ...dispatchesInOrder(
      binaryDecoder(
        { arithmetic: { lanes: f32, rule: sumProductDirect, constants: { LARGEST_DEGREE: 12 } } },
        { matrix: binary },
        spec("sum-product form=phi"),
        limits,
      ),
    ),
    ...dispatchesInOrder(
      scatterProgram(
        loadCode("nr-bg2-z9"),
        spec("sionna-5g-min-sum"),
        { partialSums: 4, messageClip: 127, accumulatorClip: 127 },
        limits,
      ),
    ),
    ...dispatchesInOrder(blockEncodingProgram(blocks, blockLayout(blocks))),
    ...dispatchesInOrder(bobProgram(blocks, blockLayout(blocks), spec("sum-product"), limits)),
    ...dispatchesInOrder(referenceProgram(values, gaussianLayout(values))),
    ...dispatchesInOrder(decodingProgram(values, gaussianLayout(values), spec("sum-product"), limits)),
    ...dispatchesInOrder(copyProgram()),
    ...["min-max", "min-max schedule=layered", "qspa"].flatMap((words) => [
      ...dispatchesInOrder(decoderProgram({ matrix }, readDecoder(words), limits, { soft: true })),
    ]),
    ...dispatchesInOrder(decoderProgram({ matrix: binary }, spec("min-sum"), limits, { soft: true })),
    ...dispatchesInOrder(
      decoderProgram(
        loadCode("nr-bg2-z9", { rows: 14 }),
        readDecoder("min-sum schedule=layered mapping=frames stop=none"),
        limits,
        { syndrome: true },
      ),
    ),
  ].map(({ dispatch }) => dispatch);
  const imports = Object.fromEntries(Object.values(parts).map(({ name, wgsl }) => [name, readFileSync(wgsl, "utf8")]));

  /** The kernel's name with the files that its variant imports. */
  const nameOf = ({ kernel, variant }: Dispatch) => [kernel, ...Object.values(variant?.imports ?? {})].join(", ");
  const variants = new Map(dispatches.map((dispatch) => [nameOf(dispatch), dispatch] as const).reverse());

  it("are those of every kernel", () => {
    expect(new Set([...variants.values()].map(({ kernel }) => kernel))).toEqual(new Set(Object.keys(kernels)));
  });

  it("have every part", () => {
    const used = new Set(dispatches.flatMap(partsOfShader).map(({ name }) => name));
    expect(Object.keys(parts).filter((name) => !used.has(name))).toEqual([]);
  });

  const shaders = [...variants]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, dispatch]) => [
      { name, kernel: dispatch.kernel, code: () => codeOf(dispatch, false) },
      ...(hasF16(dispatch)
        ? [{ name: `${name}, f16`, kernel: dispatch.kernel, code: () => codeOf(dispatch, true) }]
        : []),
    ]);

  function partsOfShader({ kernel, variant }: Dispatch) {
    return closure([...kernels[kernel].imports, ...Object.values(partsOf(variant?.imports))]);
  }

  function hasF16(dispatch: Dispatch): boolean {
    return partsOfShader(dispatch).some(({ f16 }) => f16);
  }

  function codeOf(dispatch: Dispatch, f16: boolean): string {
    const { kernel: name, constants: given, variant } = dispatch;
    const kernel = kernels[name];
    const form: KernelConstants = hasF16(dispatch) ? { F16: f16 ? 1 : 0 } : {};
    const constants = { ...given, ...form, WORKGROUP_SIZE: workgroupSizeOf(kernel, given) };
    return assemble(name, readFileSync(kernel.wgsl, "utf8"), constants, imports, variant).code;
  }

  const firstOf = (wanted: string) => shaders.find(({ kernel }) => kernel === wanted)!;

  it.each(WHOLE)("%s is as in its snapshot, the first of its variants", async (wanted) => {
    const { name, code } = firstOf(wanted);
    await expect(code()).toMatchFileSnapshot(`__snapshots__/${fileOf(name)}`);
  });

  it("have no snapshot that no test reads", () => {
    const files = [...WHOLE.map((wanted) => fileOf(firstOf(wanted).name)), "shaders.txt"];
    expect(readdirSync(new URL("__snapshots__", import.meta.url)).sort()).toEqual(files.sort());
  });

  // Each shader has a line, so that a difference lists the changed shaders. SHADERS writes their text (doc/guide/develop.md).
  it("have the hashes that they had", async () => {
    const folder = process.env.SHADERS;
    if (folder) mkdirSync(folder, { recursive: true });
    const lines = shaders.map(({ name, code }) => {
      if (folder) writeFileSync(join(folder, fileOf(name)), code());
      return `${createHash("sha256").update(code()).digest("hex").slice(0, 16)}  ${name}\n`;
    });
    await expect(lines.join("")).toMatchFileSnapshot("__snapshots__/shaders.txt");
  });
});

function fileOf(name: string): string {
  return `${name.replaceAll(/, |\//g, "-")}.wgsl`;
}
