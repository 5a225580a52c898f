import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import type { Lanes, NativeShader, NativeShaders } from "../../engine/cpu/compiled.ts";
import { shaderInC } from "../../wgsl-cpu/index.ts";
import { CacheFiles, cacheFolder, claimed } from "../disk/cache-files.ts";
import { makeFolder } from "../disk/disk.ts";
import { shaderIn, shaderName, shaderParts } from "./shader-files.ts";

/** The compiler of C: `none` for WebAssembly alone. */
const compilerName = () => process.env.GFQ_LDPC_CC ?? "cc";
/**
 * The operations of f32 are rounded one by one in the text's order, as in WebAssembly. Min-sum, sum-product and Min-Max were no faster with
 * -O3 of GCC 12.
 */
const OPTIONS = [
  "-x",
  "c",
  "-",
  "-O2",
  "-march=native",
  "-ffp-contract=off",
  "-fno-math-errno",
  "-fno-strict-aliasing",
];
const IS_MAC = process.platform === "darwin";
/** Node has the functions that an add-on does not define, which the linker of macOS has to be told. */
const AS_ADDON = ["-shared", "-fPIC", "-fvisibility=hidden", "-w", ...(IS_MAC ? ["-undefined", "dynamic_lookup"] : [])];

/** A compiler of C and the processor that it compiles for. */
interface Target {
  readonly compiler: string;
  readonly lanes: Lanes;
  /** SHA-256 of the macros that the compiler has for this processor: version, instructions, system. */
  readonly hash: string;
}

let target: { readonly compiler: string; readonly found?: Target } | undefined;

/** The machine's compiler of C, looked for once in a process; undefined if there is none that makes add-ons for Node. */
export function nativeTarget(): Target | undefined {
  const compiler = compilerName();
  if (target?.compiler !== compiler) target = { compiler, found: keptTarget(compiler) };
  return target.found;
}

/**
 * The compiler's answer, or the one that an earlier process kept: a question takes 60 ms of processor time, in each process of the CPU engine.
 * It is kept under the compiler's file and the processor's instructions, where the system tells both.
 */
function keptTarget(compiler: string): Target | undefined {
  const asked = questionOf(compiler);
  if (asked === undefined) return targetOf(compiler);
  const files = new CacheFiles({
    result: "the C compiler's target",
    magic: "gfq-ldpc target 1\n",
    limit: 2 ** 16,
    say: () => {},
    folder: cacheFolder("targets"),
  });
  const name = createHash("sha256").update(asked).digest("hex");
  const kept = files.load(name, (body): Target | undefined => JSON.parse(new TextDecoder().decode(body)));
  if (kept !== undefined) return kept;
  const found = targetOf(compiler);
  if (found !== undefined) files.keep(name, [new TextEncoder().encode(JSON.stringify(found))]);
  return found;
}

/** Text that differs where the compiler's answer may: its file, and Linux's description of the processor without clocks and numbers of cores. */
function questionOf(compiler: string): string | undefined {
  try {
    const places = compiler.includes("/")
      ? [resolve(compiler)]
      : (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, compiler));
    const path = realpathSync(places.find((place) => statSync(place, { throwIfNoEntry: false })?.isFile())!);
    const { size, mtimeMs } = statSync(path);
    const lines = readFileSync("/proc/cpuinfo", "utf8").match(
      /^(vendor_id|cpu family|model|stepping|flags|Features|CPU \w+|isa)\b.*$/gm,
    );
    return JSON.stringify([compiler, path, size, mtimeMs, [...new Set(lines)]]);
  } catch {
    return undefined;
  }
}

function targetOf(compiler: string): Target | undefined {
  if (compiler === "none" || process.platform === "win32") return undefined;
  // Without Apple's tools, their stand-in for a compiler asks in a window whether to install them.
  if (IS_MAC && spawnSync("xcode-select", ["-p"]).status !== 0) return undefined;
  const { status, stdout } = spawnSync(compiler, ["-march=native", "-dM", "-E", "-x", "c", "-"], {
    input: "",
    encoding: "utf8",
  });
  if (status !== 0 || !/ __(GNUC|clang_major)__ /.test(stdout)) return undefined;
  const has = (name: string) => stdout.includes(`#define ${name} `);
  const lanes = has("__AVX512BW__") && has("__AVX512DQ__") ? 16 : has("__AVX2__") ? 8 : 4;
  return { compiler, lanes, hash: createHash("sha256").update(stdout).digest("hex") };
}

/**
 * Shaders that the machine's compiler of C makes native, a file each in the user's cache folder: the add-on of Node, named by the SHA-256 of
 * our compiler's source files, the compiler of C, the processor and the shader. A folder may serve computers of several kinds.
 * @param say called for a file that is invalid or cannot be written, and for an error of the compiler.
 * @returns undefined without a compiler.
 */
export function nativeShaders(say: (text: string) => void, folder = cacheFolder("native")): NativeShaders | undefined {
  const made = nativeTarget();
  if (made === undefined) {
    const { GFQ_LDPC_CC: asked = "none" } = process.env;
    if (asked !== "none") say(`GFQ_LDPC_CC=${asked} compiles no C here: kernels on the CPU run in WebAssembly alone`);
    return undefined;
  }
  const files = new CacheFiles({
    result: "native code of a shader",
    magic: "gfq-ldpc native 1\n",
    limit: 2 ** 28,
    say,
    folder,
  });
  const nameOf = (key: string, lanes: Lanes) => shaderName(made.hash, `${lanes} ${key}`);
  let isBroken = false;
  /** The compilation that runs now: one after the other, because the run goes on beside them. */
  let last: Promise<unknown> = Promise.resolve();
  const loaded = new Map<string, NativeShader>();
  const load = (name: string) => {
    const path = join(folder, `${name}.${process.pid}.node`);
    const shader = loaded.get(name) ?? files.load(name, (body) => nativeIn(body, path));
    if (shader !== undefined) loaded.set(name, shader);
    return shader;
  };
  return {
    lanes: made.lanes,
    kept: (key, lanes) => load(nameOf(key, lanes)),
    compiled({ key, text: shader, intrinsics }, lanes) {
      const name = nameOf(key, lanes);
      const compile = async () => {
        const known = load(name);
        if (known !== undefined || isBroken) return known;
        return claimed(join(folder, `${name}.claim`), async () => {
          try {
            const { text, scratchBytes } = shaderInC(shader, intrinsics, lanes);
            const bytes = await addonOf(made.compiler, text, join(folder, `${name}.${process.pid}.so`));
            files.keep(name, shaderParts({ scratchBytes, bytes }));
          } catch (error) {
            say(
              `${made.compiler} makes no native code of a shader, which runs in WebAssembly: ${(error as Error).message}`,
            );
          }
          const native = load(name);
          // Another attempt would fail too, and take as long.
          isBroken = native === undefined;
          return native;
        });
      };
      const native = last.then(compile);
      last = native.catch(() => {});
      return native;
    },
  };
}

/** Loads an add-on that is a file only while it is loaded. @returns undefined if the body is none. */
function nativeIn(body: Uint8Array, path: string): NativeShader | undefined {
  const shader = shaderIn(body);
  if (shader === undefined) return undefined;
  const addon = { exports: {} as Omit<NativeShader, "scratchBytes"> };
  try {
    writeFileSync(path, shader.bytes, { mode: 0o700 });
    process.dlopen(addon, path);
  } finally {
    rmSync(path, { force: true });
  }
  return { scratchBytes: shader.scratchBytes, ...addon.exports };
}

/**
 * The shell's command that becomes the compiler. Its other process reads a pipe from this one: when this process ends, in whatever way, it
 * ends the compiler and what that started, which removes its files.
 */
const WATCHED = '{ cat <&3; kill -TERM 0; } >/dev/null 2>&1 & exec "$@" 3<&-';

/** Compiles a text to an add-on beside this process's work. @throws Error with what the compiler says. */
async function addonOf(compiler: string, text: string, path: string): Promise<Uint8Array<ArrayBuffer>> {
  makeFolder(dirname(path));
  const child = spawn("sh", ["-c", WATCHED, "sh", compiler, ...OPTIONS, ...AS_ADDON, "-o", path], {
    detached: true,
    stdio: ["pipe", "ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr!.on("data", (data) => {
    stderr = `${stderr}${data}`.slice(0, 2000);
  });
  child.stdin!.on("error", () => {});
  child.stdin!.end(text);
  const status = await new Promise((resolve) => {
    child.on("error", resolve);
    child.on("exit", () => child.stdio[3]!.destroy());
    child.on("close", resolve);
  });
  try {
    if (status !== 0) throw new Error(stderr.trim() || `${status}`);
    return new Uint8Array(readFileSync(path));
  } finally {
    rmSync(path, { force: true });
  }
}
