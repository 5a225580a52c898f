import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import * as kernels from "../../src/kernels.ts";
import * as node from "../../src/node/index.ts";
import * as reconciliation from "../../src/reconciliation.ts";
import { nodesOf, type SyntaxNode } from "../house/syntax.ts";
import { root } from "../source-files.ts";
import { doors } from "./doors.ts";

const { cpuEngine, readDecoder, galoisField, constructCode, formats, binaryFormats } = library;
const engine = cpuEngine();
const graph = { family: "peg", name: "c", q: 2, polynomial: 3, n: 24, degrees: [3, 6] } as const;
const recipe = { ...graph, labels: "random", seed: 1, attempts: 1 } as const;
const code = constructCode(recipe);
const decoder = readDecoder("min-sum");
const llr = new Float32Array(24);
const model = library.readCode("error(0.1) D0\nerror(0.1) D0 D1\nerror(0.1) D1 L0", "chain.dem");
const curve = { origin: "mine", rows: [] };
const ensemble = {
  ...{ name: "regular", description: "", source: "" },
  ...{ variables: [{ fraction: 1, degrees: [3] }], checks: [{ fraction: 0.5, degrees: [6] }] },
};
const parameters = { code, punctured: 0, shortened: 0, seed: 1, hashBits: 64, salt: new Uint8Array(16) };
const link = {
  ...{ modulationVariance: 4, transmittance: 0.5, excessNoise: 0.01 },
  ...{ detectorEfficiency: 0.6, electronicNoise: 0.02 },
};
const blocks = { first: 0, count: 1 };
const anyMessage = {} as reconciliation.ReferenceMessage;

// biome-ignore lint/suspicious/noExplicitAny: programs in JavaScript give options of any kind.
type Call = (options: any) => unknown;

/** A call of each public function or method with an object that programs write, by `function parameter`: an optional name, and good options beside it. */
const CALLS: Readonly<Record<string, readonly [name: string, good: object, call: Call]>> = {
  "normalApproximation moments": [
    "logTerm",
    { capacity: 0.5, dispersion: 1 },
    (o) => library.normalApproximation(o, 9, 3),
  ],
  "metFamily recipe": ["attempts", { family: "met", ensemble }, library.metFamily],
  "constructCode recipe": ["attempts", recipe, constructCode],
  "threshold options": ["resolution", { target: 1e-4 }, (o) => library.threshold(ensemble, o)],
  "readCode options": ["polynomial", {}, (o) => library.readCode(formats.json.write(code), "c.json", o)],
  "lightWords options": [
    "heaviest",
    { sums: 1, above: 0, seed: 1, informationSets: 1 },
    (o) => library.lightWords(code, o),
  ],
  "rateMatch options": ["fillers", {}, (o) => library.rateMatch(code, o)],
  "channelLlr options": ["transmitted", {}, (o) => library.channelLlr(llr, code, decoder, o)],
  "cpuEngine options": ["store", {}, (o) => cpuEngine("CPU", o)],
  "openCpuPool options": ["workers", {}, library.openCpuPool],
  "decodeFrames options": ["syndromes", {}, (o) => library.decodeFrames(engine, code, decoder, llr, o)],
  "encodeFrames options": ["transmitted", {}, (o) => library.encodeFrames(code, new Uint8Array(12), o)],
  "frameDecoder request": ["syndrome", {}, (o) => library.frameDecoder(engine, code, decoder, o)],
  "shotFrameDecoder options": ["shots", {}, (o) => library.shotFrameDecoder(engine, model, decoder, o)],
  "compareWithReferences options": [
    "correction",
    { significance: 0.05 },
    (o) => library.compareWithReferences([curve], library.curvesOfRuns([curve]), o),
  ],
  "packedDecoder options": ["timed", {}, (o) => library.packedDecoder(engine, code, decoder, o)],
  "openWebGpu options": ["memory", {}, library.openWebGpu],
  "simulate options": ["maxErrors", { engine }, (o) => library.simulate(code, decoder, { ebn0: 1 }, o)],
  "MatrixFormat.read options": ["polynomial", { file: "a" }, (o) => formats.alist.read(formats.alist.write(code), o)],
  "MatrixFormat.write options": ["values", {}, (o) => formats.alist.write(code, o)],
  "BinaryMatrixFormat.readBytes options": [
    "polynomial",
    { file: "a" },
    (o) => binaryFormats.npy.readBytes(new Uint8Array(), o),
  ],
  "BinaryMatrixFormat.writeBytes options": ["values", {}, (o) => binaryFormats.npy.writeBytes(code, o)],
  "loadCode options": ["polynomial", {}, (o) => node.loadCode("tiny20-gf2", o)],
  "openEngine choice": ["memory", { engine: "cpu" }, node.openEngine],
  "decodeFile job": ["report", { decoder }, node.decodeFile],
  "openLlrFile options": ["transmitted", { field: galoisField(2), symbols: 24 }, (o) => node.openLlrFile("no.f32", o)],
  "createSymbolFile shape": ["force", { frames: 1, symbols: 24, q: 2 }, (o) => node.createSymbolFile("no.txt", o)],
  "alice parameters": ["disclosed", parameters, (o) => reconciliation.alice(engine, o)],
  "bob parameters": ["disclosed", parameters, (o) => reconciliation.bob(engine, o, decoder, 0.02)],
  "referenceEnd parameters": ["disclosed", parameters, (o) => reconciliation.referenceEnd(engine, o)],
  "decodingEnd parameters": ["disclosed", parameters, (o) => reconciliation.decodingEnd(engine, o, decoder, 0.5)],
  "blockLayout parameters": ["disclosed", parameters, reconciliation.blockLayout],
  "Alice.encode blocks": ["privateBits", blocks, (o) => reconciliation.alice(engine, parameters).encode(o)],
  "Bob.correct blocks": [
    "lastBits",
    blocks,
    (o) => reconciliation.bob(engine, parameters, decoder, 0.02).correct(o, anyMessage),
  ],
  "ReferenceEnd.encode blocks": [
    "privateBits",
    blocks,
    (o) => reconciliation.referenceEnd(engine, parameters).encode(o),
  ],
  "DecodingEnd.decode blocks": [
    "values",
    blocks,
    (o) => reconciliation.decodingEnd(engine, parameters, decoder, 0.5).decode(o, anyMessage),
  ],
  "prepareAmplifier options": ["most", {}, (o) => reconciliation.prepareAmplifier(engine, 16, 4, o)],
  "correlatedValues range": ["count", { first: 0 }, (o) => reconciliation.correlatedValues(1, 7, o)],
  "adaptRate adaptation": [
    "efficiency",
    { n: 1000, checks: 300, adaptable: 100, qber: 0.02 },
    reconciliation.adaptRate,
  ],
  "cvSecretKey link": [
    "excessNoise",
    link,
    (o) => reconciliation.cvSecretKey(o, { efficiency: 1, detector: "trusted" }),
  ],
  "cvSecretKey reconciliation": [
    "failureRate",
    { efficiency: 1, detector: "trusted" },
    (o) => reconciliation.cvSecretKey(link, o),
  ],
  "holevoInformation link": ["excessNoise", link, (o) => reconciliation.holevoInformation(o, "trusted")],
  "homodyneSnr link": ["excessNoise", link, reconciliation.homodyneSnr],
  "linkAtSnr link": ["excessNoise", link, (o) => reconciliation.linkAtSnr(o, 1)],
  "finiteKeyBits key": ["phaseErrors", {}, reconciliation.finiteKeyBits],
  "finiteCvKeyBits key": ["leakedBits", {}, reconciliation.finiteCvKeyBits],
  "phaseErrorBound phaseErrors": ["sample", { rate: 0.02 }, (o) => reconciliation.phaseErrorBound(o, 1e6, 1e-10)],
  "secretKeyBits parameters": ["sacrificedBits", {}, reconciliation.secretKeyBits],
  "receivedFrame modulated": [
    "interleaver",
    { name: "qpsk", labeling: "gray", demapper: "log-map" },
    (o) => kernels.receivedFrame(o, 24, 1, 1),
  ],
  "decoderProgram request": ["syndrome", {}, (o) => kernels.decoderProgram(code, decoder, engine.limits, o)],
  "gpuEngine options": ["memory", {}, kernels.gpuEngine],
};

/** Types of arguments that are no options: values that functions of the library make, data, and whole programs for an engine. */
const OTHER_TYPES = new Set([
  ...["Engine", "Code", "DecodableCode", "DecoderSpec", "ParityCheckMatrix", "TannerGraph", "GaloisField"],
  ...["CodeFamily", "MetEnsemble", "DeviceLimits", "AliceMessage", "ReferenceMessage", "DecodeTotals", "DetectorTrust"],
  ...["ChannelCode", "CodeSize", "FillSecret", "Program", "Dispatch", "RunParameters", "RunInputs", "BufferData"],
  ...["ReferenceCurve", "ErrorModel", "NoisePoint", "DetectorBasis", "BitSource", "GPUBuffer"],
  ...["KernelConstants", "ArrayLike", "number", "string", "boolean"],
  // `simulate` reads the one name itself, and test/simulation/simulate.test.ts misspells it.
  "ChannelPoints",
  // The files of `readDecoder`: their names are the user's.
  "FileText | Readonly",
]);
/** Methods that only the library calls. */
const OWN_METHODS = ["ChannelKind."];

interface Parameter extends SyntaxNode {
  readonly left?: Parameter;
  readonly typeAnnotation?: { readonly typeAnnotation: SyntaxNode };
}

type Declaration = SyntaxNode & {
  readonly id?: { readonly name: string };
  readonly key?: { readonly name: string };
  readonly params?: readonly Parameter[];
};

/** `function parameter` or `Type.method parameter` of each parameter of the doors that is an object which programs write. */
function optionParameters(): string[] {
  return doors.flatMap(({ names }) =>
    names.flatMap(({ name, file }) => {
      const text = readFileSync(join(root, file), "utf8");
      const nodes = nodesOf(text).map(({ node }) => node as Declaration);
      const whole = nodes.find(({ id }) => id?.name === name)!;
      const within = nodes.filter(({ start, end }) => start >= whole.start && end <= whole.end);
      return within.flatMap((each) => {
        const method = each.type === "TSMethodSignature" ? `${name}.${each.key!.name}` : undefined;
        if (method === undefined && (each !== whole || each.type !== "FunctionDeclaration")) return [];
        return each.params!.flatMap((given) => {
          const parameter = given.left ?? given;
          const type = parameter.typeAnnotation?.typeAnnotation;
          if (type === undefined || !isWritten(text.slice(type.start, type.end))) return [];
          return `${method ?? name} ${parameter.name}`;
        });
      });
    }),
  );
}

/** Whether a type is of objects that programs write: not of arrays, functions and the other types. */
function isWritten(type: string): boolean {
  if (/Array\b|\[\]|=>|^readonly /.test(type)) return false;
  const alone = type.replace(/^string \| /, "");
  const [, named = alone] = /^(?:Pick|Omit|Partial)<(\w+)/.exec(alone) ?? [];
  return !OTHER_TYPES.has(named.replace(/<.*/, ""));
}

describe("options", () => {
  it("of every public function are tried here", () => {
    const all = optionParameters().filter((name) => !OWN_METHODS.some((begin) => name.startsWith(begin)));
    expect(all.length).toBeGreaterThan(40);
    expect(all.sort()).toEqual(Object.keys(CALLS).sort());
  });

  it.each(Object.entries(CALLS))("of %s have no unknown name", async (_, [name, good, call]) => {
    const wrong = { ...good, [`${name}s`]: undefined };
    const error = await Promise.resolve()
      .then(() => call(wrong))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(library.InputError);
    expect((error as Error).message).toMatch(`option ${name}s is unknown: did you mean ${name}?`);
  });

  it("are an object", async () => {
    const decode = library.decodeFrames as (...given: unknown[]) => Promise<unknown>;
    const given = [engine, code, decoder, llr, new Uint32Array(12)];
    await expect(decode(...given)).rejects.toThrow("decodeFrames: options must be an object, not an array");
  });
});
