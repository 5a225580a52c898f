import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { channelLlr, codeEncoder, cpuEngine, decodeFrames, encodeFrames } from "../../../src/index.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { type Message, messageBytes, messages, serve, type WireArray } from "../../../src/node/serve/serve.ts";
import { simulate } from "../../../src/simulation/simulate.ts";

class Client {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly ended = serve(this.input, this.output, { engine: "cpu", jobs: 64 });
  readonly #answers = messages(this.output);

  constructor() {
    this.ended.catch(() => {});
  }

  send(content: Message["content"], arrays: Message["arrays"] = {}): void {
    for (const bytes of messageBytes({ content, arrays })) this.input.write(bytes);
  }

  async next(): Promise<Message> {
    const { value } = await this.#answers.next();
    return value as Message;
  }

  /** The answer to a request. Events before the answer are dropped. */
  async ask(content: Message["content"], arrays: Message["arrays"] = {}): Promise<Message> {
    this.send(content, arrays);
    for (;;) {
      const message = await this.next();
      if (message.content.id === content.id && message.content.event === undefined) return message;
    }
  }
}

const f32 = (values: Float32Array, ...shape: number[]): WireArray => ({
  dtype: "f32",
  shape,
  bytes: new Uint8Array(values.buffer),
});
const u32 = (...values: number[]): WireArray => ({
  dtype: "u32",
  shape: [values.length],
  bytes: new Uint8Array(Uint32Array.from(values).buffer),
});

const code = loadCode("wimax-576-288");
const decoder = "min-sum iterations=5";
/** LLRs whose signs repeat every 7 bits, with errors. */
const llr = Float32Array.from({ length: 3 * 576 }, (_, i) => (i % 11 === 0 ? -1 : 2 + (i % 7)));

describe("ldpc serve", () => {
  it("decodes as the library does, from files and from arrays", async () => {
    const client = new Client();
    expect((await client.next()).content).toEqual({ protocol: 1 });
    expect((await client.ask({ id: 1, method: "info", protocol: 1 })).content.result).toMatchObject({ protocol: 1 });
    const loaded = await client.ask({ id: 2, method: "load", code: "wimax-576-288" });
    expect(loaded.content.result).toMatchObject({ code: 1, n: 576, m: 288, q: 2, sent: 576 });
    const { checkStart, variable, rows } = code.matrix;
    const row = Array.from({ length: rows }, (_, m) => new Array(checkStart[m + 1] - checkStart[m]).fill(m)).flat();
    const arrays = { row: u32(...row), column: u32(...variable) };
    const matrix = { rows, columns: 576 };
    const same = await client.ask({ id: 3, method: "load", matrix }, arrays);
    const hash = (message: Message) => (message.content.result as { hash: string }).hash;
    expect(hash(same)).toBe(hash(loaded));
    const expected = await decodeFrames(cpuEngine(), code, readDecoder(decoder), llr);
    for (const handle of [1, 2]) {
      const request = { id: 3 + handle, method: "decode", code: handle, decoder, kind: "bit" };
      const answer = await client.ask(request, { llr: f32(llr, 3, 576) });
      expect(answer.arrays.symbols.shape).toEqual([3, 576]);
      expect(answer.arrays.symbols.bytes).toEqual(Uint8Array.from(expected.symbols));
      expect(new Uint32Array(answer.arrays.iterations.bytes.buffer)).toEqual(expected.iterations);
      expect(answer.arrays.converged.bytes).toEqual(expected.converged);
    }
    const request = { id: 6, method: "decode", code: 1, decoder, kind: "bit", soft: true };
    const { soft } = (await client.ask(request, { llr: f32(llr, 3, 576) })).arrays;
    const posteriors = await decodeFrames(cpuEngine(), code, readDecoder(decoder), llr, { soft: true });
    expect([soft.dtype, soft.shape]).toEqual(["f32", [3, 576]]);
    expect(new Float32Array(soft.bytes.slice().buffer)).toEqual(posteriors.soft);
    client.input.end();
    await client.ended;
  });

  it("encodes, and gives H and its report", async () => {
    const client = new Client();
    await client.ask({ id: 1, method: "load", code: "tiny10-gf4" });
    const small = loadCode("tiny10-gf4");
    const information: WireArray = { dtype: "u8", shape: [2, 5], bytes: Uint8Array.of(1, 2, 3, 0, 1, 3, 3, 2, 1, 0) };
    const { words, positions } = (await client.ask({ id: 2, method: "encode", code: 1 }, { information })).arrays;
    expect(words.shape).toEqual([2, 10]);
    expect(words.bytes).toEqual(encodeFrames(small, information.bytes));
    expect([...new Uint32Array(positions.bytes.slice().buffer)]).toEqual([...codeEncoder(small).informationPositions]);
    const { row, column, value } = (await client.ask({ id: 3, method: "matrix", code: 1 })).arrays;
    expect(new Uint32Array(column.bytes.slice().buffer)).toEqual(small.matrix.variable);
    expect(value.bytes).toEqual(small.matrix.value);
    expect(row.shape).toEqual([small.matrix.variable.length]);
    const { content } = await client.ask({ id: 4, method: "report", code: 1 });
    expect(content.result).toMatchObject({ n: 10, k: 5, girth: 6 });
    const short: WireArray = { dtype: "u8", shape: [1, 4], bytes: new Uint8Array(4) };
    const wrong = await client.ask({ id: 5, method: "encode", code: 1 }, { information: short });
    expect(wrong.content.error).toMatchObject({
      message: "encode needs the array information, u8 of shape [frames, 5]",
    });
    client.input.end();
    await client.ended;
  });

  it("has soft output of symbols as costs", async () => {
    const client = new Client();
    await client.ask({ id: 1, method: "load", code: "tiny10-gf4" });
    const small = loadCode("tiny10-gf4");
    const bits = llr.slice(0, 2 * 20);
    const request = { id: 2, method: "decode", code: 1, decoder: "min-max iterations=3", kind: "bit", soft: true };
    const { soft } = (await client.ask(request, { llr: f32(bits, 2, 20) })).arrays;
    const whole = channelLlr(bits, small, readDecoder("min-max iterations=3")).llr;
    const expected = await decodeFrames(cpuEngine(), small, readDecoder("min-max iterations=3"), whole, { soft: true });
    expect(soft.shape).toEqual([2, 10, 4]);
    expect(new Float32Array(soft.bytes.slice().buffer)).toEqual(expected.soft);
    client.input.end();
    await client.ended;
  });

  it("simulates with the counts of the library, and cancels", async () => {
    const client = new Client();
    await client.ask({ id: 1, method: "load", code: "wimax-576-288" });
    const options = { maxErrors: 5, maxFrames: 512, chunkFrames: 64, seed: 3 };
    const request = { method: "simulate", code: 1, decoder, channel: { ebn0: [0, 1] } };
    const { content } = await client.ask({ id: 2, ...request, options });
    const rows = await simulate(
      code,
      readDecoder(decoder),
      { ebn0: [0, 1] },
      { engine: cpuEngine(), ...options },
    ).result();
    expect(content.result).toMatchObject({ points: JSON.parse(JSON.stringify(rows)), done: true, cancelled: false });
    client.send({ id: 3, ...request, channel: { ebn0: 8 }, options: { maxErrors: 1000, maxFrames: 1e9 } });
    for (let seen = await client.next(); seen.content.event !== "progress"; ) seen = await client.next();
    client.send({ id: 4, method: "cancel", request: 3 });
    const both: Message[] = [];
    // Further events may be on their way.
    while (both.length < 2) {
      const message = await client.next();
      if (message.content.event === undefined) both.push(message);
    }
    expect(both.find((message) => message.content.id === 4)?.content.result).toEqual({ cancelled: true });
    expect(both.find((message) => message.content.id === 3)?.content.result).toMatchObject({
      done: false,
      cancelled: true,
    });
    client.input.end();
    await client.ended;
  });

  it("decodes shots that come at once together, as one by one", async () => {
    const client = new Client();
    const detectors = 9;
    const chain = Array.from({ length: detectors - 1 }, (_, d) => `error(0.1) D${d} D${d + 1} L${d}\n`);
    const dem = new TextEncoder().encode(`error(0.1) D0 L9\n${chain.join("")}error(0.1) D8 L8\n`);
    const model = { dem: { dtype: "u8", shape: [dem.length], bytes: dem } } as const;
    for (const id of [1, 2]) await client.ask({ id, method: "load", model: { name: "m.dem" } }, model);
    const shots = Array.from({ length: 2 ** detectors }, (_, i) => Uint8Array.of(i & 255, i >> 8));
    const request = (id: number, first: number, count: number, loaded: number) =>
      [
        { id, method: "decode-shots", code: loaded, decoder: "relay" },
        {
          shots: { dtype: "u8", shape: [count, 2], bytes: Buffer.concat(shots.slice(first, first + count)) },
        },
      ] as const;
    const whole = await client.ask(...request(3, 0, shots.length, 1));
    const parts = Array.from({ length: 32 }, (_, i) => ({ first: 16 * i, count: 1 + (i % 16) }));
    for (const [i, { first, count }] of parts.entries()) client.send(...request(10 + i, first, count, 1 + (i % 2)));
    for (const _ of parts) {
      const answer = await client.next();
      const { first, count } = parts[(answer.content.id as number) - 10];
      for (const [name, width] of [
        ["observables", 2],
        ["iterations", 4],
        ["found", 4],
      ] as const) {
        const expected = whole.arrays[name].bytes.subarray(width * first, width * (first + count));
        expect(Buffer.from(answer.arrays[name].bytes)).toEqual(Buffer.from(expected));
      }
    }
    client.input.end();
    await client.ended;
  });

  it("answers requests that it cannot serve with an error, and goes on", async () => {
    const client = new Client();
    await client.ask({ id: 1, method: "load", code: "wimax-576-288" });
    const request = { method: "decode", code: 1, decoder, kind: "bit" };
    const nan = Float32Array.from(llr).fill(Number.NaN, 600, 601);
    for (const [content, arrays, message] of [
      [{ method: "frob" }, {}, /unknown method "frob": known are info, load/],
      [{ method: "load" }, {}, /load needs one of code, matrix and model/],
      [{ method: "load", model: { name: "m.dem" } }, {}, /a model needs the array dem, u8/],
      [{ method: "decode-shots", code: 1, decoder }, {}, /wimax-576-288 is no error model/],
      [{ method: "load", code: "wimax-576" }, {}, /unknown code "wimax-576"/],
      [{ ...request, code: 7 }, { llr: f32(llr, 3, 576) }, /no code 7 is loaded/],
      [request, {}, /decode needs the array llr/],
      [request, { llr: f32(llr, 2, 864) }, /llr has 864 values a frame: bit LLRs of this code are 576/],
      [request, { llr: f32(nan, 3, 576) }, /frame 1: bit LLR 24 is NaN/],
      [{ ...request, decoder: "min-some" }, { llr: f32(llr, 3, 576) }, /min-some/],
      [{ ...request, extra: 1 }, {}, /decode has an unknown entry "extra"/],
      [{ method: "simulate", code: 1, decoder, channel: { ebno: 1 } }, {}, /channel has no parameter ebno/],
    ] as const) {
      const answer = await client.ask({ id: 9, ...content }, arrays as Message["arrays"]);
      expect(answer.content.error).toMatchObject({ kind: "input", message: expect.stringMatching(message) });
    }
    expect((await client.ask({ id: 10, method: "release", code: 1 })).content.result).toEqual({});
    client.input.end();
    await client.ended;
  });

  it.each([
    ["no JSON", "{no\n", /not valid JSON/],
    ["no object", "[1]\n", /a message is a line with a JSON object/],
    [
      "arrays that are larger than any",
      '{"id":1,"method":"decode","arrays":[{"name":"llr","dtype":"f32","shape":[1e9,1e9]}]}\n',
      /at most 2147483648/,
    ],
    [
      "a stream that ends within a message",
      '{"id":1,"method":"decode","arrays":[{"name":"llr","dtype":"f32","shape":[4]}]}\nab',
      /ended within a message/,
    ],
  ])("ends at %s, and says so before", async (_, text, message) => {
    const client = new Client();
    client.input.write(text);
    // Other faults end the server although the client's stream is open.
    if (text.endsWith("ab")) client.input.end();
    await expect(client.ended).rejects.toThrow(message);
    expect(client.input.destroyed).toBe(true);
    await client.next();
    expect((await client.next()).content.error).toMatchObject({
      kind: "protocol",
      message: expect.stringMatching(message),
    });
  });
});
