import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { NativeShader, NativeShaders } from "../../src/engine/cpu/compiled.ts";
import { CpuState, cpuEngine } from "../../src/engine/cpu/engine.ts";
import type { BufferData } from "../../src/gpu/kernel.ts";
import type { Program } from "../../src/gpu/program.ts";
import { nativeShaders, nativeTarget } from "../../src/node/engine/native-shaders.ts";
import { packageRoot } from "../../src/node/program.ts";
import { copyProgram } from "../../src/simulation/bench/bench.ts";
import { runParameters } from "../run-parameters.ts";
import { itIf, widened } from "../sweep.ts";
import { firstDispatches } from "../wgsl-cpu/comparisons.ts";
import { PROGRAMS } from "../wgsl-cpu/programs.ts";
import { runCompiled } from "../wgsl-cpu/run-compiled.ts";

const folder = () => mkdtempSync(join(tmpdir(), "gfq-ldpc-native-"));
const target = nativeTarget();
const LANES = [4, 8, 16] as const;
type Lanes = (typeof LANES)[number];
const COPY = `
  @group(0) @binding(1) var<storage, read> input: array<u32>;
  @group(0) @binding(2) var<storage, read_write> output: array<u32>;
  @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }`;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A store of native code with vectors of any width, and the promises of what it compiles. */
function storeOf(lanes: Lanes) {
  const real = nativeShaders(expect.unreachable, folder())!;
  const asked = new Map<string, Promise<NativeShader | undefined>>();
  const compiled: NativeShaders["compiled"] = (source, width) => {
    if (!asked.has(source.key)) asked.set(source.key, real.compiled(source, width));
    return asked.get(source.key)!;
  };
  const native: NativeShaders = { lanes, kept: () => undefined, compiled };
  return { native, asked };
}

function fill(state: CpuState, { buffers }: Program): void {
  state.clear(true);
  if (buffers.channel_llr === undefined) return;
  const llr = state.buffer("channel_llr");
  for (let i = 0; i < llr.length; i++) llr[i] = i % 4 === 0 ? 0 : Math.fround(Math.abs(Math.sin(i * 12.9898) * 9) % 7);
}

const wordsOf = ({ buffer, byteOffset, length }: BufferData) => new Uint32Array(buffer, byteOffset, length);

/** Runs each dispatch in WebAssembly and natively. @returns the buffers with other bits. */
async function differences(program: Program, lanes: Lanes): Promise<string[]> {
  const frames = 148;
  const { native, asked } = storeOf(lanes);
  const store = { native, compiled: (_: string, compile: () => ReturnType<never>) => compile() };
  const wasm = new CpuState(program, frames, frames);
  const states = [wasm, new CpuState(program, frames, frames, store)];
  const piece = {
    parameters: runParameters({ frames, firstFrame: 2 ** 32 - 40, llrScale: 2 ** -7, amplitude: 500 }),
    chunk: 0,
  };
  const timed = [...firstDispatches(program)];
  // Each reading of the clock is a second later, so each kernel asks for native code after its first call.
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => 1000 * now++);
  fill(states[1], program);
  for (const { dispatch, iteration } of timed) {
    states[1].ready(dispatch);
    states[1].execute(dispatch, piece, iteration);
  }
  clock.mockRestore();
  expect(asked.size).toBeGreaterThan(0);
  expect(await Promise.all(asked.values())).not.toContain(undefined);
  fill(wasm, program);
  for (const name of Object.keys(program.buffers)) states[1].buffer(name).set(wasm.buffer(name));
  const found: string[] = [];
  for (const { dispatch, iteration } of timed) {
    for (const state of states) state.execute(dispatch, piece, iteration);
    for (const name of dispatch.buffers) {
      const [expected, actual] = states.map((state) => wordsOf(state.buffer(name)));
      if (expected.some((word, i) => word !== actual[i])) found.push(`${dispatch.kernel} ${iteration}: ${name}`);
    }
  }
  return found;
}

describe("native code of kernels has the bits of WebAssembly", () => {
  const cases = PROGRAMS.flatMap(({ name, make }) => LANES.map((lanes) => ({ name, make, lanes })));
  const few = [
    "min-max mapping=frames, q = 8 16",
    "normalised-min-sum schedule=layered messages=int8, q = 2 8",
    "sum-product, q = 2 4",
  ];
  it("of the chosen programs", () => {
    expect(cases.map(({ name, lanes }) => `${name} ${lanes}`)).toEqual(expect.arrayContaining(few));
  });
  const chosen = widened({ few: cases.filter(({ name, lanes }) => few.includes(`${name} ${lanes}`)), every: cases });
  for (const { name, make, lanes } of chosen) {
    itIf(target !== undefined, `${name}, ${lanes} lanes`, async () => {
      expect(await differences(make({ ...cpuEngine().limits, vectorWords: lanes }), lanes)).toEqual([]);
    });
  }
});

describe("invocations of a workgroup exchange words", () => {
  // By constant distances, by a permutation that they load, and in branches. From 16 words on a vector is the workgroup.
  const text = `
    @group(0) @binding(1) var<storage, read> order: array<u32>;
    @group(0) @binding(2) var<storage, read_write> output: array<u32>;
    var<workgroup> words: array<u32, 16>;
    @compute @workgroup_size(16) fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) i: u32) {
      let own = order[16u * id.x + i];
      var sum = own * own;
      for (var turn = 0u; turn <= id.x; turn++) {
        words[i] = sum;
        workgroupBarrier();
        sum = select(sum * 3u, 1u, (i & 2u) != 0u) + words[i ^ 1u] + words[i ^ 6u] + words[15u - i];
        workgroupBarrier();
      }
      words[i] = 7u;
      workgroupBarrier();
      if (own != 3u) { words[own] = sum; }
      workgroupBarrier();
      var found = 5u;
      if ((own & 4u) == 0u) { found = words[(own + id.x) % 16u]; }
      output[16u * id.x + i] = words[i] ^ (found << 7u);
    }`;
  const order = Uint32Array.from({ length: 48 }, (_, i) => ((5 + (i >> 4)) * (i % 16) * 2 + (i % 16) * 3) % 16);
  const call = { buffers: [order, new Uint32Array(48)], workgroups: 3 };

  /** One invocation after the other. */
  function expected(): number[] {
    return [0, 1, 2].flatMap((id) => {
      const own = [...order.subarray(16 * id, 16 * id + 16)];
      let sums = own.map((x) => x * x);
      for (let turn = 0; turn <= id; turn++) {
        const words = sums;
        sums = words.map((x, i) => ((i & 2 ? 1 : 3 * x) + words[i ^ 1] + words[i ^ 6] + words[15 - i]) >>> 0);
      }
      const words = own.map(() => 7);
      for (const [i, x] of own.entries()) if (x !== 3) words[x] = sums[i];
      return own.map((x, i) => (words[i] ^ ((x & 4 ? 5 : words[(x + id) % 16]) << 7)) >>> 0);
    });
  }

  it("in WebAssembly", () => {
    expect([...runCompiled(text, call)[1]]).toEqual(expected());
  });
  for (const lanes of LANES) {
    itIf(target !== undefined, `natively, ${lanes} lanes`, async () => {
      const native = await nativeShaders(expect.unreachable, folder())!.compiled(
        { key: text, text, intrinsics: {} },
        lanes,
      );
      expect([...runCompiled(text, call, {}, native)[1]]).toEqual(expected());
    });
  }
});

describe("lanes choose words of an array, which 16 lanes permute up to 128 words", () => {
  for (const size of [16, 32, 64, 128, 256]) {
    const text = `
      @group(0) @binding(1) var<storage, read> order: array<u32>;
      @group(0) @binding(2) var<storage, read_write> output: array<u32>;
      var<workgroup> rows: array<array<u32, ${size}>, 2>;
      @compute @workgroup_size(16) fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) i: u32) {
        for (var x = i; x < ${2 * size}u; x += 16u) { rows[x / ${size}u][x % ${size}u] = 0x9e3779b1u * (x + 1u); }
        workgroupBarrier();
        let at = order[i];
        var chosen = 7u;
        if (at % 3u > 0u) { chosen = rows[id.x][at]; }
        output[16u * id.x + i] = chosen ^ (rows[id.x][(at ^ 5u) / 2u + 2u] >> 1u);
      }`;
    const order = Uint32Array.from({ length: 16 }, (_, i) => (i * 11 + 7 * (i >> 2)) % (size - 4));
    const word = (x: number) => Math.imul(0x9e3779b1, x + 1) >>> 0;
    const expected = [0, size].flatMap((row) =>
      [...order].map((at) => ((at % 3 > 0 ? word(row + at) : 7) ^ (word(row + ((at ^ 5) >> 1) + 2) >>> 1)) >>> 0),
    );
    for (const lanes of LANES) {
      itIf(target !== undefined, `${size} words, ${lanes} lanes`, async () => {
        const shader = { key: text, text, intrinsics: {} };
        const native = await nativeShaders(expect.unreachable, folder())!.compiled(shader, lanes);
        const [, output] = runCompiled(text, { buffers: [order, new Uint32Array(32)], workgroups: 2 }, {}, native);
        expect([...output]).toEqual(expected);
      });
    }
  }
});

describe("a lane without an invocation reads no word that it computes from its own", () => {
  const text = `
    @group(0) @binding(1) var<storage, read> places: array<u32>;
    @group(0) @binding(2) var<storage, read> words: array<u32>;
    @group(0) @binding(3) var<storage, read_write> output: array<u32>;
    @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
      if (i >= places[32]) { return; }
      output[i] = words[places[i]];
    }`;
  // Behind the places of the 19 invocations stand words far from all memory.
  const places = Uint32Array.from({ length: 33 }, (_, i) => (i < 19 ? (7 * i) % 16 : i < 32 ? 2 ** 29 : 19));
  const words = Uint32Array.from({ length: 16 }, (_, i) => 3 * i + 1);

  for (const lanes of LANES) {
    itIf(target !== undefined, `${lanes} lanes`, async () => {
      const shader = { key: text, text, intrinsics: {} };
      const native = await nativeShaders(expect.unreachable, folder())!.compiled(shader, lanes);
      const buffers = [places, words, new Uint32Array(32)];
      const [, , output] = runCompiled(text, { buffers, workgroups: 1 }, {}, native);
      expect([...output]).toEqual(Array.from({ length: 32 }, (_, i) => (i < 19 ? words[places[i]] : 0)));
    });
  }
});

it("kernels of equal text become native after the seconds of all of them together, by one compilation", async () => {
  let compilations = 0;
  let calls = 0;
  const shader: NativeShader = { scratchBytes: 0, first: () => calls++ };
  const compiled = () => Promise.resolve(compilations++ === 0 ? shader : undefined);
  const store = {
    native: { lanes: 4 as const, kept: () => undefined, compiled },
    compiled: (_: string, compile: () => ReturnType<never>) => compile(),
  };
  const program = copyProgram();
  const states = [0, 1].map(() => new CpuState(program, 1, 1, store));
  const run = () => {
    for (const state of states)
      state.execute(program.start[0], { parameters: runParameters({ frames: 1 }), chunk: 0 }, 0);
  };
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => 150 * now++);
  run();
  expect(compilations).toBe(1);
  await setTimeout();
  expect(calls).toBe(0);
  run();
  expect([compilations, calls]).toEqual([1, 2]);
});

describe("native code is kept", () => {
  const shader = { key: "key", text: COPY, intrinsics: {} };

  itIf(target !== undefined, "for other processes, unless its file is damaged", async () => {
    const at = folder();
    const first = nativeShaders(expect.unreachable, at)!;
    expect(first.kept("key", 4)).toBeUndefined();
    expect(await first.compiled(shader, 4)).toHaveProperty("first");
    const [name, ...others] = readdirSync(at);
    expect(others).toEqual([]);
    // A text that is no shader would end in an error.
    const second = nativeShaders(expect.unreachable, at)!;
    expect(await second.compiled({ ...shader, text: "" }, 4)).toHaveProperty("first");
    const bytes = readFileSync(join(at, name));
    bytes[bytes.length - 100] ^= 1;
    writeFileSync(join(at, name), bytes);
    const said: string[] = [];
    expect(nativeShaders((text) => said.push(text), at)!.kept("key", 4)).toBeUndefined();
    expect(said).toEqual([`${join(at, name)} is damaged: native code of a shader is made anew`]);
  });

  itIf(target !== undefined, "once: a process leaves a shader to the one that compiles it", async () => {
    const at = folder();
    const both = [0, 1].map(() => nativeShaders(expect.unreachable, at)!);
    const made = await Promise.all(both.map((native) => native.compiled(shader, 4)));
    expect(made.filter((each) => each === undefined).length).toBe(1);
    expect(readdirSync(at).length).toBe(1);
  });

  it("by a compiler that ends with the process that asked, even one that is killed", async () => {
    const at = folder();
    const compiler = join(at, "compiler");
    const beats = join(at, "beats");
    const script = `#!/bin/sh
      case "$*" in *-dM*) echo '#define __GNUC__ 12'; exit ;; esac
      while echo >> ${beats}; do sleep 0.05; done`;
    writeFileSync(compiler, script, { mode: 0o755 });
    const module = join(packageRoot(), "src", "node", "engine", "native-shaders.ts");
    const text = `import { nativeShaders } from ${JSON.stringify(module)};
      nativeShaders(() => {}, ${JSON.stringify(join(at, "cache"))}).compiled(${JSON.stringify(shader)}, 4);`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", text], {
      cwd: packageRoot(),
      env: { ...process.env, GFQ_LDPC_CC: compiler },
      stdio: "inherit",
    });
    await vi.waitFor(() => expect(existsSync(beats)).toBe(true), 60_000);
    child.kill("SIGKILL");
    const count = () => readFileSync(beats).length;
    await vi.waitFor(async () => {
      const before = count();
      await setTimeout(500);
      expect(count()).toBe(before);
    }, 10_000);
  });

  it("no more where its file cannot be loaded", async () => {
    const at = folder();
    const compiler = join(at, "compiler");
    const script = `#!/bin/sh
      case "$*" in *-dM*) echo '#define __GNUC__ 12'; exit ;; esac
      while [ "$1" != -o ]; do shift; done
      echo no add-on > "$2"; echo >> ${join(at, "calls")}`;
    writeFileSync(compiler, script, { mode: 0o755 });
    vi.stubEnv("GFQ_LDPC_CC", compiler);
    const said: string[] = [];
    const native = nativeShaders((text) => said.push(text), join(at, "cache"))!;
    for (const key of ["key", "key", "other"]) expect(await native.compiled({ ...shader, key }, 4)).toBeUndefined();
    expect(said[0]).toContain("native code of a shader is made anew: ");
    expect(readFileSync(join(at, "calls"), "utf8")).toBe("\n");
  });

  it("no more where a compiler fails, is none or is unknown", async () => {
    const at = folder();
    const said: string[] = [];
    const say = (text: string) => said.push(text);
    const compiler = join(at, "compiler");
    const macros = "#define __GNUC__ 12\\n#define __SSE4_1__ 1\\n";
    const script = `#!/bin/sh\ncase "$*" in *-dM*) printf '${macros}' ;; *) echo no space left >&2; exit 1 ;; esac\n`;
    writeFileSync(compiler, script, { mode: 0o755 });
    vi.stubEnv("GFQ_LDPC_CC", compiler);
    const native = nativeShaders(say, join(at, "cache"))!;
    expect(native.lanes).toBe(4);
    expect(await native.compiled(shader, 4)).toBeUndefined();
    expect(await native.compiled({ ...shader, key: "other" }, 4)).toBeUndefined();
    vi.stubEnv("GFQ_LDPC_CC", "none");
    expect(nativeShaders(say)).toBeUndefined();
    vi.stubEnv("GFQ_LDPC_CC", join(at, "absent"));
    expect(nativeShaders(say)).toBeUndefined();
    expect(said).toEqual([
      `${compiler} makes no native code of a shader, which runs in WebAssembly: no space left`,
      `GFQ_LDPC_CC=${join(at, "absent")} compiles no C here: kernels on the CPU run in WebAssembly alone`,
    ]);
    expect(existsSync(join(at, "cache"))).toBe(true);
    expect(readdirSync(join(at, "cache"))).toEqual([]);
  });
});
