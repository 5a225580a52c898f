import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Writable } from "node:stream";
import { z } from "zod";
import type { ChannelPoints } from "../../channel/channel-text.ts";
import type { Code } from "../../code/code.ts";
import { codeEncoder } from "../../code/encoder.ts";
import { matrixOfEntries } from "../../code/formats/lists.ts";
import { readCode } from "../../code/formats/read-code.ts";
import { codeHash } from "../../code/hash.ts";
import { NO_POSITIONS } from "../../code/positions.ts";
import { encodeFrames, transmittedPositions } from "../../code/rate-matching.ts";
import { codeReport } from "../../code/report.ts";
import { wholeFrames } from "../../decoder/channel-llr.ts";
import { decoderText, defaultDecoder, readDecoder } from "../../decoder/decoder.ts";
import { inputWidth } from "../../decoder/decoder-program.ts";
import { LLR_KINDS, llrsPerSymbol, unscaled } from "../../decoder/llr.ts";
import { isModelCode } from "../../decoder/shots/model.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { type FrameDecoder, frameDecoder, inParts } from "../../engine/decode.ts";
import { type ShotCorrections, type ShotFrameDecoder, shotFrameDecoder } from "../../engine/decode-shots.ts";
import type { Engine } from "../../engine/engine.ts";
import { DeviceLostError, InputError } from "../../errors.ts";
import { fitted, isObject, jsonValue } from "../../json.ts";
import { type SimulateOptions, simulate } from "../../simulation/simulate.ts";
import { sweepDone, sweepRows } from "../../simulation/sweep.ts";
import { LOAD_OPTIONS, loadCode } from "../codes/codes.ts";
import { readyEncoder } from "../codes/ready-encoder.ts";
import { decoderFile } from "../disk/disk.ts";
import { type EngineChoice, openEngine } from "../engine/engines.ts";
import { LLR_TYPES, numbersOf } from "../files/llr-file.ts";
import { packedShots } from "../files/shot-file.ts";
import { withoutEmptyRows } from "../files/symbol-file.ts";
import { packageVersion } from "../program.ts";
import { openRun, type Run } from "../run/run.ts";

/** Version of the messages; a client of another one is refused. */
const PROTOCOL = 1;

/** Bytes of arrays that wait for their answers: beyond them no more is read. */
const WAITING_MAXIMUM = 2 ** 26;

/**
 * Serves a client by messages: a line of JSON, and behind it the bytes of its `arrays`, little-endian, in their order and without padding:
 * `{"id": 3, "method": "decode", "code": 1, "decoder": "min-sum", "kind": "bit", "arrays": [{"name": "llr", "dtype": "f32", "shape": [9, 576]}]}`.
 *
 * - `info` takes `protocol`: answers with protocol, version and methods.
 * - `load` takes `code` with `options`, or `matrix` with the arrays row, column and value: answers with a number, `code`, and sizes.
 * - `decoder` takes `code` and `decoder`: answers with the decoder written out.
 * - `encode` takes `code` and the array information, [frames][k]: answers with the array words, [frames][n], or [frames][N] with
 *   `transmitted` false, and the information's positions in a word of N symbols; without the array with the positions alone.
 * - `matrix` takes `code`: answers with the entries of H as the arrays row, column and value.
 * - `report` takes `code`: answers with dimensions, rank, degrees and girth.
 * - `decode` takes `code`, `decoder`, `kind` and the arrays llr, times `scale` if there is one, and syndrome: answers with the arrays symbols,
 *   iterations, converged and scales.
 * - `load` takes `model` with the array dem too, an error model in Stim's format; `decode-shots` takes `code`, `decoder` and the array shots,
 *   [shots][⌈detectors/8⌉]: answers with the arrays observables, iterations and found.
 * - `simulate` takes `code`, `decoder`, `channel` and `options`: sends events with `points`, and answers with the last ones and `done`.
 * - `run` takes `folder`: answers with the points of a run that `ldpc simulate` keeps there, and `done`.
 * - `cancel` takes `request`, the number of a simulation or a decoding; `release` takes `code`.
 *
 * An answer has the `id` of its request and `result` or `error`; answers may come in another order than requests.
 *
 * Serves until the client's stream ends: then simulations end, and decodings that are under way are still answered. The first message to the
 * client is `{"protocol": 1}`.
 * @param listen descriptor of a listening socket. Programs that connect to it are served, too, until the client's stream ends; all share one
 *   engine, which is opened at once, and the decoders of shots.
 * @throws InputError for a stream without messages, after an answer that reports it.
 */
export async function serve(
  input: AsyncIterable<Uint8Array>,
  output: Writable,
  choice: EngineChoice,
  listen?: number,
): Promise<void> {
  const device = new Device(choice, listen === undefined ? 0 : MODELS_KEPT);
  const further = new Set<Promise<void>>();
  const end = new AbortController();
  if (listen !== undefined) {
    device.opened().catch(() => undefined);
    const server = createServer((socket) => {
      // A client that breaks off ends its own session alone.
      socket.on("error", () => undefined);
      end.signal.addEventListener("abort", () => socket.destroy());
      const served = serveClient(socket, socket, device).catch(() => undefined);
      further.add(served.finally(() => further.delete(served)));
    });
    end.signal.addEventListener("abort", () => server.close());
    server.listen({ fd: listen });
    await once(server, "listening");
  }
  try {
    await serveClient(input, output, device);
  } finally {
    end.abort();
    await Promise.all(further);
    await device.close();
  }
}

async function serveClient(input: AsyncIterable<Uint8Array>, output: Writable, device: Device): Promise<void> {
  const send = (message: Message) => {
    for (const bytes of messageBytes(message)) output.write(bytes);
  };
  const session = new Session(device, send);
  let waiting = 0;
  const under = new Set<Promise<void>>();
  send({ content: { protocol: PROTOCOL }, arrays: {} });
  try {
    for await (const message of messages(input)) {
      const size = Object.values(message.arrays).reduce((sum, { bytes }) => sum + bytes.length, 0);
      waiting += size;
      const handled = session.handle(message).finally(() => {
        waiting -= size;
        under.delete(handled);
      });
      under.add(handled);
      while (waiting > WAITING_MAXIMUM) await Promise.race(under);
      if (output.writableNeedDrain) await once(output, "drain");
    }
  } catch (error) {
    if (error instanceof InputError) {
      send({ content: { id: null, error: { kind: "protocol", message: error.message } }, arrays: {} });
    }
    throw error;
  } finally {
    session.cancelAll();
    await Promise.all(under);
    session.releaseDecoders();
  }
}

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
  encode: z.strictObject({ code: HANDLE, transmitted: z.boolean().optional() }),
  matrix: z.strictObject({ code: HANDLE }),
  report: z.strictObject({ code: HANDLE }),
  decode: z.strictObject({
    code: HANDLE,
    decoder: z.string(),
    kind: z.enum(LLR_KINDS),
    soft: z.boolean().optional(),
    scale: z.number().positive().optional(),
  }),
  "decode-shots": z.strictObject({ code: HANDLE, decoder: z.string() }),
  simulate: z.strictObject({
    code: HANDLE,
    decoder: z.string(),
    channel: z.union([z.string(), z.record(z.string(), z.union([z.number(), z.array(z.number())]))]),
    options: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  }),
  run: z.strictObject({ folder: z.string() }),
  cancel: z.strictObject({ request: z.int().nonnegative() }),
  release: z.strictObject({ code: HANDLE }),
} as const;

type Parameters<Method extends keyof typeof METHODS> = z.infer<(typeof METHODS)[Method]>;

/** Milliseconds between two events of progress. */
const EVENT_INTERVAL = 200;

/** Models, and decoders of shots, that a server for several clients keeps for the next one. */
const MODELS_KEPT = 4;

/** The engine, and the error models and decoders of shots, which clients share. */
class Device {
  readonly #choice: EngineChoice;
  readonly #kept: number;
  /** Error models by the SHA-256 of their files, the last one read last. */
  readonly #models = new Map<string, { readonly code: Code; readonly hash: string }>();
  readonly #shots = new Map<string, { readonly making: Promise<ShotQueue>; readonly clients: Set<Session> }>();
  #engine?: Promise<Engine>;

  /** @param kept number of models and decoders without a client that are kept. */
  constructor(choice: EngineChoice, kept: number) {
    this.#choice = choice;
    this.#kept = kept;
  }

  opened(): Promise<Engine> {
    const opening = this.#engine ?? openEngine(this.#choice);
    this.#engine = opening;
    // An engine that could not be opened, or has lost its device, is opened anew by the next request.
    opening.catch(() => {
      if (this.#engine === opening) this.#engine = undefined;
    });
    return opening;
  }

  /** @param key of the model and the decoder. */
  shots(key: string, client: Session, make: (engine: Engine) => Promise<ShotFrameDecoder>): Promise<ShotQueue> {
    const made = async (engine: Engine) => new ShotQueue(await make(engine), engine.runsInFlight);
    const known = this.#shots.get(key) ?? { making: this.opened().then(made), clients: new Set() };
    this.#shots.delete(key);
    this.#shots.set(key, known);
    known.clients.add(client);
    return known.making;
  }

  /** A client's farewell to a decoder. Without clients, the decoders that were used first are released. */
  leave(key: string, client: Session): void {
    this.#shots.get(key)?.clients.delete(client);
    const idle = [...this.#shots].filter(([, { clients }]) => clients.size === 0);
    for (const [other] of idle.slice(0, Math.max(0, idle.length - this.#kept))) this.drop(other);
  }

  /** An error model in Stim's format. */
  model(name: string, bytes: Uint8Array): { readonly code: Code; readonly hash: string } {
    const key = createHash("sha256").update(`${name}\n`).update(bytes).digest("hex");
    const known = this.#models.get(key) ?? identified(readCode(bytes, name, { format: "dem" }));
    this.#models.delete(key);
    this.#models.set(key, known);
    for (const [other] of [...this.#models].slice(0, -this.#kept || undefined)) this.#models.delete(other);
    return known;
  }

  /** Takes a decoder away that could not be made, or has lost its device: the next request makes it anew. */
  drop(key: string): void {
    this.#shots
      .get(key)
      ?.making.then(({ decoder }) => decoder.release())
      .catch(() => undefined);
    this.#shots.delete(key);
  }

  async close(): Promise<void> {
    for (const key of this.#shots.keys()) this.drop(key);
    await (await this.#engine?.catch(() => undefined))?.close();
  }
}

/** Shots of all clients: those that come while the device is busy go through its next run together. */
class ShotQueue {
  readonly decoder: ShotFrameDecoder;
  readonly #atOnce: number;
  readonly #waiting: { packed: Uint8Array; shots: number; done: (corrections: Promise<ShotCorrections>) => void }[] =
    [];
  #running = 0;

  constructor(decoder: ShotFrameDecoder, atOnce: number) {
    this.decoder = decoder;
    this.#atOnce = atOnce;
  }

  /** @param shots at most as many as the decoder takes. */
  decode(packed: Uint8Array, shots: number): Promise<ShotCorrections> {
    return new Promise((done) => {
      this.#waiting.push({ packed, shots, done });
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.#atOnce && this.#waiting.length > 0) {
      let [count, shots] = [0, 0];
      while (count < this.#waiting.length && shots + this.#waiting[count].shots <= this.decoder.shots) {
        shots += this.#waiting[count++].shots;
      }
      const together = this.#waiting.splice(0, count);
      this.#running++;
      const packed = together.length === 1 ? together[0].packed : Buffer.concat(together.map((each) => each.packed));
      const decoding = this.decoder.decode(packed);
      let from = 0;
      for (const { shots: own, done } of together) {
        const first = from;
        done(decoding.then((corrections) => shotsOf(corrections, shots, first, first + own)));
        from += own;
      }
      const ended = () => {
        this.#running--;
        this.#next();
      };
      decoding.then(ended, ended);
    }
  }
}

function shotsOf(corrections: ShotCorrections, shots: number, first: number, end: number): ShotCorrections {
  const { observables, iterations, found } = corrections;
  const width = observables.length / shots;
  return {
    observables: observables.subarray(first * width, end * width),
    iterations: iterations.subarray(first, end),
    found: found.subarray(first, end),
  };
}

/** A client's loaded codes, and the decoders whose kernels are compiled. */
class Session {
  readonly #device: Device;
  readonly #send: (message: Message) => void;
  readonly #codes = new Map<number, { readonly code: Code; readonly hash: string }>();
  readonly #decoders = new Map<string, FrameDecoder>();
  /** Simulations and decodings under way, by the numbers of their requests. */
  readonly #running = new Map<number, AbortController>();
  readonly #decoding = new Map<number, AbortController>();
  /** Decoders of shots that this client uses, by their codes and texts: a text is read once, not with each request. */
  readonly #shotDecoders = new Map<number, Map<string, { readonly spec: DecoderSpec; readonly key: string }>>();
  /** Run folders that the client looks at. */
  readonly #runs = new Map<string, Run>();
  #handles = 0;

  /** @param send called with answers and events, in the order in which they arise. */
  constructor(device: Device, send: (message: Message) => void) {
    this.#device = device;
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

  /** Ends simulations; decodings end by themselves. */
  cancelAll(): void {
    for (const run of this.#running.values()) run.abort();
  }

  #answer(id: number, method: string, parameters: unknown, arrays: Message["arrays"]): Promise<Answer> | Answer {
    if (!Object.hasOwn(METHODS, method)) {
      throw new InputError(`unknown method "${method.slice(0, 40)}": known are ${Object.keys(METHODS).join(", ")}`);
    }
    const name = method as keyof typeof METHODS;
    const fit = fitted<unknown>(parameters, METHODS[name]);
    if (fit.misfit !== undefined) throw misfitError(name, fit.misfit);
    const answer = this.#methods[name] as (parameters: unknown, arrays: Message["arrays"], id: number) => Answer;
    return answer.call(this, fit.content, arrays, id);
  }

  readonly #methods: {
    readonly [Name in keyof typeof METHODS]: (
      parameters: Parameters<Name>,
      arrays: Message["arrays"],
      id: number,
    ) => Promise<Answer> | Answer;
  } = {
    info: () => ({ content: { protocol: PROTOCOL, version: packageVersion(), methods: Object.keys(METHODS) } }),
    load: this.#load,
    // With all its options, so that a client learns of a wrong decoder at once.
    decoder: ({ code, decoder }) => {
      const text = decoder ?? defaultDecoder(this.#code(code));
      return { content: { decoder: decoderText(readDecoder(text, decoderFile)) } };
    },
    encode: this.#encode,
    matrix: this.#matrix,
    report: ({ code }) => {
      const { matrix, base } = this.#code(code);
      return { content: { ...codeReport(matrix, base?.liftingSize) } };
    },
    decode: this.#decode,
    "decode-shots": this.#decodeShots,
    simulate: this.#simulate,
    run: this.#run,
    cancel: ({ request }) => {
      const run = this.#running.get(request) ?? this.#decoding.get(request);
      run?.abort();
      return { content: { cancelled: run !== undefined } };
    },
    release: ({ code }) => {
      this.#code(code);
      this.#codes.delete(code);
      this.releaseDecoders(code);
      return {};
    },
  };

  #load({ code: name, options, matrix, model }: Parameters<"load">, arrays: Message["arrays"]): Answer {
    if ([name, matrix, model].filter((each) => each !== undefined).length !== 1) {
      throw new InputError("load needs one of code, matrix and model");
    }
    const known =
      name !== undefined
        ? identified(loadCode(name, options))
        : matrix !== undefined
          ? identified(codeOfArrays(matrix, arrays))
          : this.#device.model(model!.name, demBytes(arrays));
    const { code, hash } = known;
    const handle = ++this.#handles;
    this.#codes.set(handle, known);
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
      hash,
    };
    return { content };
  }

  async #encode({ code, transmitted }: Parameters<"encode">, { information }: Message["arrays"]): Promise<Answer> {
    const loaded = this.#code(code);
    await readyEncoder(loaded, "encoder");
    const { k, informationPositions } = codeEncoder(loaded);
    const bytes = new Uint8Array(Uint32Array.from(informationPositions).buffer);
    const positions: WireArray = { dtype: "u32", shape: [k], bytes };
    if (information === undefined) return { arrays: { positions } };
    if (information.dtype !== "u8" || information.shape.at(-1) !== k) {
      throw new InputError(`encode needs the array information, u8 of shape [frames, ${k}]`);
    }
    const words = encodeFrames(loaded, information.bytes, { transmitted });
    const frames = information.bytes.length / k;
    return {
      arrays: {
        words: { dtype: "u8", shape: [frames, frames === 0 ? 0 : words.length / frames], bytes: words },
        positions,
      },
    };
  }

  #matrix({ code }: Parameters<"matrix">): Answer {
    const { matrix, emptyRows } = this.#code(code);
    const { rows, checkStart, variable, value } = matrix;
    const empty = new Set(emptyRows);
    const row = new Uint32Array(variable.length);
    for (let m = 0, place = 0; m < rows; m++, place++) {
      while (empty.has(place)) place++;
      row.fill(place, checkStart[m], checkStart[m + 1]);
    }
    const shape = [variable.length];
    return {
      arrays: {
        row: { dtype: "u32", shape, bytes: new Uint8Array(row.buffer) },
        column: { dtype: "u32", shape, bytes: new Uint8Array(Uint32Array.from(variable).buffer) },
        value: { dtype: "u8", shape, bytes: Uint8Array.from(value) },
      },
    };
  }

  async #decode(
    { code, decoder, ...request }: Parameters<"decode">,
    arrays: Message["arrays"],
    id: number,
  ): Promise<Answer> {
    const loaded = this.#code(code);
    const { llr, syndrome } = arrays;
    if (llr === undefined) throw new InputError("decode needs the array llr");
    const engine = await this.#device.opened();
    const form = { syndrome: syndrome !== undefined, soft: request.soft === true };
    const spec = readDecoder(decoder, decoderFile);
    const key = JSON.stringify([code, spec, form]);
    const made = this.#decoders.get(key) ?? frameDecoder(engine, loaded, spec, form);
    this.#decoders.set(key, made);
    const stop = new AbortController();
    this.#decoding.set(id, stop);
    const decoding = decodeRequest(loaded, made, request, arrays, engine.runsInFlight, stop.signal);
    const { clamped, scales, soft, ...outcome } = await decoding.finally(() => this.#decoding.delete(id));
    const frames = outcome.iterations.length;
    const { columns, field } = loaded.matrix;
    const width = made.input === "bit" ? [] : [field.q];
    return {
      content: { clamped },
      arrays: {
        symbols: { dtype: "u8", shape: [frames, columns], bytes: outcome.symbols },
        iterations: { dtype: "u32", shape: [frames], bytes: new Uint8Array(outcome.iterations.buffer) },
        converged: { dtype: "u8", shape: [frames], bytes: outcome.converged },
        scales: { dtype: "f64", shape: [frames], bytes: new Uint8Array(scales.buffer) },
        ...(soft && {
          soft: { dtype: "f32", shape: [frames, columns, ...width], bytes: new Uint8Array(soft.buffer) },
        }),
      },
    };
  }

  /** Shots of an error model: detectors in, observables that the corrections flip out. */
  async #decodeShots(
    { code, decoder }: Parameters<"decode-shots">,
    { shots }: Message["arrays"],
    id: number,
  ): Promise<Answer> {
    const loaded = this.#code(code);
    if (!isModelCode(loaded)) throw new InputError(`${loaded.name} is no error model`);
    const [stride, outStride] = [loaded.model.detectors, loaded.model.observables].map((bits) => Math.ceil(bits / 8));
    const [count = 0, width] = shots?.shape ?? [];
    if (shots?.dtype !== "u8" || shots.shape.length !== 2 || width !== stride) {
      throw new InputError(`decode-shots needs the array shots, u8 of shape [shots, ${stride}]`);
    }
    packedShots(shots.bytes, loaded.model.detectors, "detectors");
    const { spec, key } = this.#shotDecoder(code, decoder);
    const stop = new AbortController();
    this.#decoding.set(id, stop);
    const observables = new Uint8Array(count * outStride);
    const [iterations, found] = [new Uint32Array(count), new Uint32Array(count)];
    let isWhole: boolean;
    try {
      const { runsInFlight } = await this.#device.opened();
      const queue = await this.#device.shots(key, this, (engine) =>
        shotFrameDecoder(engine, loaded, spec, { timed: false }),
      );
      const decodePart = async (first: number, end: number) => {
        const part = await queue.decode(shots.bytes.subarray(first * stride, end * stride), end - first);
        observables.set(part.observables, first * outStride);
        iterations.set(part.iterations, first);
        found.set(part.found, first);
      };
      const parts = { from: 0, to: count, size: queue.decoder.shots };
      isWhole = await inParts(parts, runsInFlight, decodePart, stop.signal);
    } catch (error) {
      this.#device.drop(key);
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

  #shotDecoder(code: number, text: string): { readonly spec: DecoderSpec; readonly key: string } {
    const ofCode = this.#shotDecoders.get(code) ?? new Map<string, { spec: DecoderSpec; key: string }>();
    this.#shotDecoders.set(code, ofCode);
    const known = ofCode.get(text);
    if (known !== undefined) return known;
    const spec = readDecoder(text, decoderFile);
    const made = { spec, key: JSON.stringify([this.#codes.get(code)?.hash, spec]) };
    ofCode.set(text, made);
    return made;
  }

  async #simulate(
    { code, decoder, channel, options = {} }: Parameters<"simulate">,
    _: Message["arrays"],
    id: number,
  ): Promise<Answer> {
    if (this.#running.has(id))
      throw new InputError(`request ${id} is running already: give each request a number of its own`);
    const loaded = this.#code(code);
    const stop = new AbortController();
    this.#running.set(id, stop);
    try {
      const engine = await this.#device.opened();
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

  #run({ folder }: Parameters<"run">): Answer {
    const run = this.#runs.get(folder) ?? openRun(folder, () => {});
    this.#runs.set(folder, run);
    run.refresh();
    const points = run.points;
    return { content: { points: sweepRows(run.sweep, points), done: sweepDone(points) } };
  }

  /** Releases the decoders of a code, or of all. */
  releaseDecoders(code?: number): void {
    const isMeant = (key: string) => code === undefined || JSON.parse(key)[0] === code;
    for (const [key, decoder] of this.#decoders) {
      if (!isMeant(key)) continue;
      decoder.release();
      this.#decoders.delete(key);
    }
    for (const [handle, known] of this.#shotDecoders) {
      if (code !== undefined && handle !== code) continue;
      for (const { key } of known.values()) this.#device.leave(key, this);
      this.#shotDecoders.delete(handle);
    }
  }

  #code(handle: number): Code {
    const known = this.#codes.get(handle);
    if (known === undefined) throw new InputError(`no code ${handle} is loaded`);
    return known.code;
  }
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

function demBytes({ dem }: Message["arrays"]): Uint8Array {
  if (dem?.dtype !== "u8") throw new InputError("a model needs the array dem, u8");
  return dem.bytes;
}

function identified(code: Code): { readonly code: Code; readonly hash: string } {
  return { code, hash: codeHash(code.matrix, code) };
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

/** Most bytes of LLRs in a run: a request of any size takes little memory beside its own. */
const RUN_BYTES = 2 ** 25;

/**
 * Decodes the frames of a request, in runs that fit the device.
 * @param llr times `scale`. @param syndrome of the words, where the decoder takes some.
 * @param isSoft whether the decoder was made with soft output. @param signal ends the request after the runs in flight.
 * @returns outcomes frame by frame, the number of LLRs that were cut at the bound, the power of two that each frame's LLRs were multiplied by
 *   (`ChannelLlr`), and bit LLRs [frame][N] or costs [frame][N][q] of a decoder with soft output, which count in the LLRs as they came.
 */
async function decodeRequest(
  code: Code,
  decoder: FrameDecoder,
  { kind, scale = 1, soft: isSoft = false }: Pick<Parameters<"decode">, "kind" | "scale" | "soft">,
  { llr, syndrome }: Message["arrays"],
  runsInFlight: number,
  signal: AbortSignal,
) {
  const { field, columns, rows } = code.matrix;
  const width = llrsPerSymbol(kind, field);
  const values = numbers(llr, scale);
  const frames = llr.shape[0] ?? 0;
  const perFrame = frames === 0 ? 0 : values.length / frames;
  const symbols = perFrame / width;
  const sent = transmittedPositions(code).length;
  if (frames > 0 && symbols !== columns && symbols !== sent) {
    const lengths = [...new Set([columns * width, sent * width])].join(" or ");
    throw new InputError(`llr has ${perFrame} values a frame: ${kind} LLRs of this code are ${lengths}`);
  }
  const syndromes = syndrome === undefined ? undefined : syndromeSymbols(syndrome, frames, code);
  const outcome = {
    soft: isSoft ? new Float32Array(frames * columns * inputWidth(decoder.input, field.q)) : undefined,
    symbols: new Uint8Array(frames * columns),
    iterations: new Uint32Array(frames),
    converged: new Uint8Array(frames),
    clamped: 0,
    scales: new Float64Array(frames),
  };
  const size = Math.max(1, Math.min(decoder.framesMaximum, Math.floor(RUN_BYTES / (4 * columns * field.q))));
  const decodePart = async (first: number, end: number) => {
    const part = values.subarray(first * perFrame, end * perFrame) as Float32Array | Float64Array;
    const { input, llrMaximum, llrWidest } = decoder;
    const origin = { input, llrMaximum, llrWidest, inPlace: true, firstFrame: first };
    const made = wholeFrames(kind, part, code, symbols, origin);
    outcome.scales.set(made.scales, first);
    outcome.clamped += made.clamped;
    const decoded = await decoder.decode(made.llr, syndromes?.slice(first * rows, end * rows));
    outcome.symbols.set(decoded.symbols, first * columns);
    outcome.iterations.set(decoded.iterations, first);
    outcome.converged.set(decoded.converged, first);
    if (decoded.soft !== undefined) {
      unscaled(decoded.soft, made.scales);
      outcome.soft?.set(decoded.soft, (first * decoded.soft.length) / (end - first));
    }
  };
  const isWhole = await inParts({ from: 0, to: frames, size }, runsInFlight, decodePart, signal);
  if (!isWhole) throw new InputError("the request was cancelled");
  return outcome;
}

function numbers({ dtype, bytes }: WireArray, scale: number): Float32Array | Float64Array {
  const type = LLR_TYPES.find((known) => known === dtype);
  if (type === undefined) throw new InputError(`llr is of type ${dtype}: send ${LLR_TYPES.join(" or ")}`);
  const values = numbersOf(bytes as Uint8Array<ArrayBuffer>, type);
  if (scale !== 1) for (let i = 0; i < values.length; i++) values[i] *= scale;
  return values;
}

function syndromeSymbols(
  { dtype, bytes }: WireArray,
  frames: number,
  { matrix, emptyRows = NO_POSITIONS }: Code,
): Uint32Array {
  const rows = matrix.rows + emptyRows.length;
  const { q } = matrix.field;
  if (dtype !== "u8") throw new InputError(`syndrome is of type ${dtype}: send u8`);
  if (bytes.length !== frames * rows) {
    throw new InputError(
      `syndrome has ${bytes.length} values: ${frames} frames of ${rows} checks are ${frames * rows}`,
    );
  }
  const wrong = bytes.findIndex((value) => value >= q);
  if (wrong >= 0) {
    throw new InputError(
      `frame ${Math.floor(wrong / rows)}: syndrome ${wrong % rows} is ${bytes[wrong]}, not below q = ${q}`,
    );
  }
  return withoutEmptyRows(Uint32Array.from(bytes), rows, emptyRows);
}

/** Element types of arrays, little-endian. */
const DTYPES = { f16: 2, f32: 4, f64: 8, i8: 1, i16: 2, u8: 1, u32: 4 } as const;

type Dtype = keyof typeof DTYPES;

/** An array of a message: its description in the JSON line, and its bytes. */
export interface WireArray {
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** A message: a line of JSON, then the bytes of its arrays in the order of `arrays`. */
export interface Message {
  readonly content: Readonly<Record<string, unknown>>;
  readonly arrays: Readonly<Record<string, WireArray>>;
}

/** Longest JSON line, and most bytes of arrays of a message. */
const LINE_MAXIMUM = 2 ** 20;
const BYTES_MAXIMUM = 2 ** 31;
const LINE_FEED = 10;

const ARRAYS = z.array(
  z.strictObject({
    name: z.string().max(40),
    dtype: z.enum(Object.keys(DTYPES) as [Dtype, ...Dtype[]]),
    shape: z.array(z.int().nonnegative()).max(4),
  }),
);

/**
 * Messages of a stream of bytes, one after the other; the stream is read no further than the requested message.
 * @throws InputError for a line that is no JSON object or is too long, and for a stream that ends within a message: no message after it can
 * be found.
 */
export async function* messages(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Message, void> {
  const source = new ByteSource(chunks);
  try {
    for (;;) {
      const line = await source.line();
      if (line === undefined) return;
      if (line.trim() === "") continue;
      const value = jsonValue(line, PLACE, LINE_MAXIMUM);
      if (!isObject(value)) throw new InputError("a message is a line with a JSON object", PLACE);
      const { arrays: listed = [], ...content } = value;
      const fit = fitted(listed, ARRAYS);
      if (fit.misfit !== undefined) {
        throw new InputError(`"arrays.${fit.misfit.path.join(".")}" ${fit.misfit.message}`, PLACE);
      }
      const descriptions = fit.content;
      const arrays: Record<string, WireArray> = {};
      let total = 0;
      const sizes = descriptions.map(({ shape, dtype }) => shape.reduce((product, n) => product * n, DTYPES[dtype]));
      for (const size of sizes) total += size;
      if (!(total <= BYTES_MAXIMUM)) {
        throw new InputError(`arrays of ${total} bytes: at most ${BYTES_MAXIMUM} are taken, send fewer frames`, PLACE);
      }
      for (const [i, { name, dtype, shape }] of descriptions.entries()) {
        arrays[name] = { dtype, shape, bytes: await source.bytes(sizes[i]) };
      }
      yield { content, arrays };
    }
  } finally {
    // An open stream would keep the process running.
    await source.close();
  }
}

/** The bytes of a message. Every array must have as many bytes as its shape and type say. */
export function messageBytes({ content, arrays }: Message): Uint8Array[] {
  const listed = Object.entries(arrays).map(([name, { dtype, shape }]) => ({ name, dtype, shape }));
  const line = JSON.stringify(listed.length === 0 ? content : { ...content, arrays: listed });
  return [new TextEncoder().encode(`${line}\n`), ...Object.values(arrays).map(({ bytes }) => bytes)];
}

const PLACE = { file: "message" };

/** Takes lines and bytes from a stream of chunks. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next line without its end; undefined at the end of the stream. */
  async line(): Promise<string | undefined> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const end = this.#rest.indexOf(LINE_FEED);
      if (end >= 0) {
        parts.push(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return Buffer.concat(parts).toString("utf8");
      }
      length += this.#rest.length;
      if (length > LINE_MAXIMUM) throw new InputError(`a line of more than ${LINE_MAXIMUM} bytes is no message`, PLACE);
      parts.push(this.#rest);
      if (await this.#more()) continue;
      if (length === 0) return undefined;
      throw new InputError("the stream ended within a message", PLACE);
    }
  }

  /** The next bytes, in memory of their own. */
  async bytes(count: number): Promise<Uint8Array<ArrayBuffer>> {
    const all = new Uint8Array(count);
    for (let done = 0; done < count; ) {
      if (this.#rest.length === 0 && !(await this.#more())) {
        throw new InputError("the stream ended within a message", PLACE);
      }
      const part = this.#rest.subarray(0, count - done);
      all.set(part, done);
      done += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return all;
  }

  /** Closes the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    this.#rest = done ? new Uint8Array() : value;
    return !done;
  }
}
