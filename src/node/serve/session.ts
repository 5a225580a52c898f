import { z } from "zod";
import type { ChannelPoints } from "../../channel/channel-text.ts";
import type { Code } from "../../code/code.ts";
import { matrixOfEntries } from "../../code/formats/lists.ts";
import { readCode } from "../../code/formats/read-code.ts";
import { codeHash } from "../../code/hash.ts";
import { transmittedPositions } from "../../code/rate-matching.ts";
import { decoderText, defaultDecoder, readDecoder } from "../../decoder/decoder.ts";
import { LLR_KINDS } from "../../decoder/llr.ts";
import { isModelCode } from "../../decoder/shots/model.ts";
import { type FrameDecoder, frameDecoder, inParts } from "../../engine/decode.ts";
import { type ShotFrameDecoder, shotFrameDecoder } from "../../engine/decode-shots.ts";
import type { Engine } from "../../engine/engine.ts";
import { DeviceLostError, InputError } from "../../errors.ts";
import { fitted } from "../../json.ts";
import { type SimulateOptions, simulate } from "../../simulation/simulate.ts";
import { LOAD_OPTIONS, loadCode } from "../codes/codes.ts";
import { decoderFile } from "../disk/bounded-text.ts";
import { type EngineChoice, openEngine } from "../engine/engines.ts";
import { packageVersion } from "../package-root.ts";
import { decodeRequest } from "./decoding.ts";
import { type Message, PROTOCOL, type WireArray } from "./message.ts";

/** The answer to a request. */
type Answer = Partial<Message>;

const REQUEST = z.looseObject({ id: z.int().nonnegative(), method: z.string() });
const HANDLE = z.int().positive();
const METHODS = {
  info: z.strictObject({ protocol: z.literal(PROTOCOL).optional() }),
  load: z.strictObject({
    code: z.string().optional(),
    options: LOAD_OPTIONS.loose().optional(),
    matrix: z
      .strictObject({
        rows: z.int().positive(),
        columns: z.int().positive(),
        polynomial: z.int().optional(),
        name: z.string().optional(),
      })
      .optional(),
    model: z.strictObject({ name: z.string() }).optional(),
  }),
  decoder: z.strictObject({ code: HANDLE, decoder: z.string().optional() }),
  decode: z.strictObject({
    code: HANDLE,
    decoder: z.string(),
    kind: z.enum(LLR_KINDS),
    soft: z.boolean().optional(),
  }),
  "decode-shots": z.strictObject({ code: HANDLE, decoder: z.string() }),
  simulate: z.strictObject({
    code: HANDLE,
    decoder: z.string(),
    channel: z.union([z.string(), z.record(z.string(), z.union([z.number(), z.array(z.number())]))]),
    options: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  }),
  cancel: z.strictObject({ request: z.int().nonnegative() }),
  release: z.strictObject({ code: HANDLE }),
} as const;

type Parameters<Method extends keyof typeof METHODS> = z.infer<(typeof METHODS)[Method]>;

/** Milliseconds between two events of progress. */
const EVENT_INTERVAL = 200;

/** A client's loaded code, and the decoders whose kernels are compiled. */
export class Session {
  readonly #choice: EngineChoice;
  readonly #send: (message: Message) => void;
  readonly #codes = new Map<number, Code>();
  readonly #decoders = new Map<string, FrameDecoder>();
  /** Simulations and decodings under way, by the numbers of their requests. */
  readonly #running = new Map<number, AbortController>();
  readonly #decoding = new Map<number, AbortController>();
  readonly #shotDecoders = new Map<string, Promise<ShotFrameDecoder>>();
  #engine?: Promise<Engine>;
  #handles = 0;

  /** @param send called with answers and events, in the order in which they arise. */
  constructor(choice: EngineChoice, send: (message: Message) => void) {
    this.#choice = choice;
    this.#send = send;
  }

  /** Answers a request: `result` with its arrays, or `error` with its kind. Never throws. */
  async handle({ content, arrays }: Message): Promise<void> {
    const request = fitted(content, REQUEST);
    const id = typeof content.id === "number" ? content.id : null;
    try {
      if (request.misfit !== undefined) throw misfitError("request", request.misfit);
      const { id: number, method, ...parameters } = request.content;
      const answer = await this.#answer(number, method, parameters, arrays);
      this.#send({ content: { id, result: answer.content ?? {} }, arrays: answer.arrays ?? {} });
    } catch (error) {
      this.#send({ content: { id, error: errorContent(error) }, arrays: {} });
    }
  }

  /** Ends simulations, and closes the engine. */
  async close(): Promise<void> {
    for (const run of this.#running.values()) run.abort();
    this.#releaseDecoders();
    await (await this.#engine?.catch(() => undefined))?.close();
  }

  /** Ends simulations; decodings end by themselves. */
  cancelAll(): void {
    for (const run of this.#running.values()) run.abort();
  }

  #answer(id: number, method: string, parameters: unknown, arrays: Message["arrays"]): Promise<Answer> | Answer {
    switch (method) {
      case "info":
        return this.#info(parse(method, parameters));
      case "load":
        return this.#load(parse(method, parameters), arrays);
      case "decoder":
        return this.#decoder(parse(method, parameters));
      case "decode":
        return this.#decode(id, parse(method, parameters), arrays);
      case "decode-shots":
        return this.#decodeShots(id, parse(method, parameters), arrays);
      case "simulate":
        return this.#simulate(id, parse(method, parameters));
      case "cancel":
        return this.#cancel(parse(method, parameters));
      case "release":
        return this.#release(parse(method, parameters));
      default:
        throw new InputError(`unknown method "${method.slice(0, 40)}": known are ${Object.keys(METHODS).join(", ")}`);
    }
  }

  #info(_: Parameters<"info">): Answer {
    return { content: { protocol: PROTOCOL, version: packageVersion(), methods: Object.keys(METHODS) } };
  }

  #load({ code: name, options, matrix, model }: Parameters<"load">, arrays: Message["arrays"]): Answer {
    if ([name, matrix, model].filter((each) => each !== undefined).length !== 1) {
      throw new InputError("load needs one of code, matrix and model");
    }
    const code =
      name !== undefined
        ? loadCode(name, options)
        : matrix !== undefined
          ? codeOfArrays(matrix, arrays)
          : modelOfArray(model!.name, arrays);
    const handle = ++this.#handles;
    this.#codes.set(handle, code);
    const { rows, columns, field, variable } = code.matrix;
    const content = {
      code: handle,
      name: code.name,
      description: code.description,
      source: code.source,
      n: columns,
      m: rows + (code.emptyRows?.length ?? 0),
      q: field.q,
      polynomial: field.polynomial,
      edges: variable.length,
      sent: transmittedPositions(code).length,
      hash: codeHash(code.matrix, code),
    };
    return { content };
  }

  /** The decoder with all its options, so that a client learns of a wrong decoder at once. */
  #decoder({ code, decoder }: Parameters<"decoder">): Answer {
    const loaded = this.#code(code);
    return { content: { decoder: decoderText(readDecoder(decoder ?? defaultDecoder(loaded), decoderFile)) } };
  }

  async #decode(
    id: number,
    { code, decoder, kind, soft: isSoft = false }: Parameters<"decode">,
    arrays: Message["arrays"],
  ): Promise<Answer> {
    const loaded = this.#code(code);
    const { llr, syndrome } = arrays;
    if (llr === undefined) throw new InputError("decode needs the array llr");
    const engine = await this.#opened();
    const form = { syndrome: syndrome !== undefined, soft: isSoft };
    const spec = readDecoder(decoder, decoderFile);
    const key = JSON.stringify([code, spec, form]);
    const made = this.#decoders.get(key) ?? frameDecoder(engine, loaded, spec, form);
    this.#decoders.set(key, made);
    const request = { kind, llr, syndrome };
    const stop = new AbortController();
    this.#decoding.set(id, stop);
    const decoding = decodeRequest(loaded, made, request, engine.runsInFlight, isSoft, stop.signal);
    const { clamped, soft, ...outcome } = await decoding.finally(() => this.#decoding.delete(id));
    const frames = outcome.iterations.length;
    const { columns, field } = loaded.matrix;
    const width = made.input === "bit" ? [] : [field.q];
    return {
      content: { clamped },
      arrays: {
        symbols: { dtype: "u8", shape: [frames, columns], bytes: outcome.symbols },
        iterations: { dtype: "u32", shape: [frames], bytes: new Uint8Array(outcome.iterations.buffer) },
        converged: { dtype: "u8", shape: [frames], bytes: outcome.converged },
        ...(soft && {
          soft: { dtype: "f32", shape: [frames, columns, ...width], bytes: new Uint8Array(soft.buffer) },
        }),
      },
    };
  }

  /** Shots of an error model: detectors in, observables that the corrections flip out. */
  async #decodeShots(
    id: number,
    { code, decoder }: Parameters<"decode-shots">,
    { shots }: Message["arrays"],
  ): Promise<Answer> {
    const loaded = this.#code(code);
    if (!isModelCode(loaded)) throw new InputError(`${loaded.name} is no error model`);
    const [stride, outStride] = [loaded.model.detectors, loaded.model.observables].map((bits) => Math.ceil(bits / 8));
    const [count = 0, width] = shots?.shape ?? [];
    if (shots?.dtype !== "u8" || shots.shape.length !== 2 || width !== stride) {
      throw new InputError(`decode-shots needs the array shots, u8 of shape [shots, ${stride}]`);
    }
    const engine = await this.#opened();
    const spec = readDecoder(decoder, decoderFile);
    const key = JSON.stringify([code, spec]);
    const making = this.#shotDecoders.get(key) ?? shotFrameDecoder(engine, loaded, spec);
    this.#shotDecoders.set(key, making);
    const stop = new AbortController();
    this.#decoding.set(id, stop);
    const observables = new Uint8Array(count * outStride);
    const [iterations, found] = [new Uint32Array(count), new Uint32Array(count)];
    let isWhole: boolean;
    try {
      const made = await making;
      const decodePart = async (first: number, end: number) => {
        const part = await made.decode(shots.bytes.subarray(first * stride, end * stride));
        observables.set(part.observables, first * outStride);
        iterations.set(part.iterations, first);
        found.set(part.found, first);
      };
      const parts = { from: 0, to: count, size: made.shots };
      isWhole = await inParts(parts, engine.runsInFlight, decodePart, stop.signal);
    } catch (error) {
      // A decoder that could not be made, or has lost its device, is made anew by the next request.
      this.#shotDecoders.delete(key);
      throw error;
    } finally {
      this.#decoding.delete(id);
    }
    if (!isWhole) throw new InputError("the request was cancelled");
    return {
      arrays: {
        observables: { dtype: "u8", shape: [count, outStride], bytes: observables },
        iterations: { dtype: "u32", shape: [count], bytes: new Uint8Array(iterations.buffer) },
        found: { dtype: "u32", shape: [count], bytes: new Uint8Array(found.buffer) },
      },
    };
  }

  async #simulate(id: number, { code, decoder, channel, options = {} }: Parameters<"simulate">): Promise<Answer> {
    if (this.#running.has(id))
      throw new InputError(`request ${id} is running already: give each request a number of its own`);
    const loaded = this.#code(code);
    const stop = new AbortController();
    this.#running.set(id, stop);
    try {
      const engine = await this.#opened();
      const wanted = { ...options, engine, signal: stop.signal } as SimulateOptions;
      let last = { points: [] as readonly unknown[], frames: 0, done: false };
      let reported = performance.now();
      for await (const progress of simulate(
        loaded,
        readDecoder(decoder, decoderFile),
        channel as string | ChannelPoints,
        wanted,
      )) {
        last = progress;
        if (performance.now() - reported < EVENT_INTERVAL) continue;
        reported = performance.now();
        this.#send({ content: { id, event: "progress", ...progress }, arrays: {} });
      }
      return { content: { ...last, cancelled: stop.signal.aborted } };
    } finally {
      this.#running.delete(id);
    }
  }

  #cancel({ request }: Parameters<"cancel">): Answer {
    const run = this.#running.get(request) ?? this.#decoding.get(request);
    run?.abort();
    return { content: { cancelled: run !== undefined } };
  }

  #release({ code }: Parameters<"release">): Answer {
    this.#code(code);
    this.#codes.delete(code);
    this.#releaseDecoders(code);
    return {};
  }

  /** Releases the decoders of a code, or all. */
  #releaseDecoders(code?: number): void {
    const isMeant = (key: string) => code === undefined || JSON.parse(key)[0] === code;
    for (const [key, decoder] of this.#decoders) {
      if (!isMeant(key)) continue;
      decoder.release();
      this.#decoders.delete(key);
    }
    for (const [key, making] of this.#shotDecoders) {
      if (!isMeant(key)) continue;
      making.then((decoder) => decoder.release()).catch(() => undefined);
      this.#shotDecoders.delete(key);
    }
  }

  #code(handle: number): Code {
    const code = this.#codes.get(handle);
    if (code === undefined) throw new InputError(`no code ${handle} is loaded`);
    return code;
  }

  #opened(): Promise<Engine> {
    const opening = this.#engine ?? openEngine(this.#choice);
    this.#engine = opening;
    // An engine that could not be opened, or has lost its device, is opened anew by the next request.
    opening.catch(() => {
      if (this.#engine === opening) this.#engine = undefined;
    });
    return opening;
  }
}

function parse<Method extends keyof typeof METHODS>(method: Method, parameters: unknown): Parameters<Method> {
  const fit = fitted<unknown>(parameters, METHODS[method]);
  if (fit.misfit !== undefined) throw misfitError(method, fit.misfit);
  return fit.content as Parameters<Method>;
}

function misfitError(what: string, { path, message }: { path: readonly PropertyKey[]; message: string }): InputError {
  return new InputError(`${[what, ...path.map(String)].join(".")} ${message}`);
}

function codeOfArrays(
  { rows, columns, polynomial, name = "matrix" }: NonNullable<Parameters<"load">["matrix"]>,
  { row, column, value }: Message["arrays"],
): Code {
  if (row === undefined || column === undefined) throw new InputError("a matrix needs the arrays row and column");
  if (row.bytes.length !== column.bytes.length) throw new InputError("row and column have different lengths");
  const entries = {
    rows,
    columns,
    row: indices(row),
    column: indices(column),
    value: value?.bytes,
    header: { file: name },
    place: () => ({ file: name }),
  };
  if (value !== undefined && (value.dtype !== "u8" || value.bytes.length !== entries.row.length)) {
    throw new InputError("value must have a u8 for each entry");
  }
  return {
    name,
    description: "",
    source: "a client's arrays",
    ...matrixOfEntries(entries, { file: name, polynomial }),
  };
}

/** An error model in Stim's format, the bytes of the array `dem`. */
function modelOfArray(name: string, { dem }: Message["arrays"]): Code {
  if (dem?.dtype !== "u8") throw new InputError("a model needs the array dem, u8");
  return readCode(dem.bytes, name, { format: "dem" });
}

function indices({ dtype, bytes }: WireArray): Uint32Array {
  if (dtype !== "u32") throw new InputError(`row and column are u32, not ${dtype}`);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

function errorContent(error: unknown): { kind: string; message: string } {
  if (error instanceof InputError) return { kind: "input", message: error.message };
  if (error instanceof DeviceLostError) return { kind: "device", message: error.message };
  return { kind: "internal", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
