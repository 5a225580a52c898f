import { textOfC } from "./c.ts";
import { check } from "./check.ts";
import { BUFFERS_WORD, RANGE_WORD, RUN_WORD } from "./descriptor.ts";
import { EffectsOf } from "./effects.ts";
import { emit } from "./emit.ts";
import { evaluateExpression, runFunction } from "./expressions.ts";
import { Graph, type Node } from "./graph.ts";
import type { Intrinsics } from "./intrinsic.ts";
import { composite, Machine, scalar } from "./machine.ts";
import { lanePlace } from "./memory.ts";
import { parse } from "./parse.ts";
import { byIteration, IterationForm } from "./specialise.ts";
import { declare, executeStatement, standsInMemory } from "./statements.ts";
import { type FunctionDeclaration, type GlobalVariable, WgslError, withLine } from "./syntax.ts";
import { isAssignedFirst, layoutOf, U32, vectorType } from "./types.ts";
import { Marks } from "./uniformity.ts";
import { moduleBytes } from "./wasm.ts";

/** Words of a vector of WebAssembly. */
const LANES = 4;

/** Most local variables of a function that WebAssembly engines accept. */
const LOCALS_MOST = 50_000;

/** Most statements of a shader with its functions in the place of their calls. Sixteen functions that call the next one twice have 65,536. */
const STATEMENTS_MOST = 250_000;

/** A shader as a WebAssembly module that imports one memory. */
export interface CompiledShader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of scratch memory that the module needs. */
  readonly scratchBytes: number;
}

/**
 * Compiles a shader to WebAssembly SIMD. Four invocations of a workgroup are the four lanes of a vector. The module imports its memory and
 * exports two functions, whose parameter is the address of a descriptor (descriptor.ts): `first` runs iteration 0, and `later` runs the
 * later iterations. A shader that does not read the iteration has only `first`, which runs all iterations.
 * @param intrinsics vector instructions that replace functions of the shader.
 * @throws WgslError with the line of a construct that the compiler does not support.
 * @example
 * const { bytes } = compileShader(assemble("channel/sample", …).code);
 */
export function compileShader(text: string, intrinsics: Intrinsics = {}): CompiledShader {
  const forms = formsOf(text, intrinsics);
  for (const { writer, line } of forms) {
    emit(writer);
    const { locals } = writer.code;
    if (locals > LOCALS_MOST) {
      throw new WgslError(line, `the shader has ${locals} variables of WebAssembly, more than ${LOCALS_MOST}`);
    }
  }
  return {
    bytes: moduleBytes(forms.map(({ writer }) => writer.code)),
    scratchBytes: Math.max(...forms.map(({ writer }) => writer.scratchBytes)),
  };
}

/** A shader as the C text of a Node add-on (c.ts). */
export interface ShaderInC {
  readonly text: string;
  /** Bytes of scratch memory that the functions need. */
  readonly scratchBytes: number;
}

/**
 * Writes a shader as the C text of a Node add-on, whose functions `first` and `later` are those of `compileShader` with the same bits. Their
 * parameters are the memory's ArrayBuffer and the address of a descriptor.
 * @param lanes invocations of a vector: 4, 8 or 16, which is best the number of words in the processor's vectors.
 * @throws WgslError as `compileShader`.
 * @example
 * const { text } = shaderInC(assemble("channel/sample", …).code, {}, 16);
 */
export function shaderInC(text: string, intrinsics: Intrinsics, lanes: 4 | 8 | 16): ShaderInC {
  const writers = formsOf(text, intrinsics, lanes).map(({ writer }) => writer);
  return {
    text: textOfC(writers, lanes),
    scratchBytes: Math.max(...writers.map(({ scratchBytes }) => scratchBytes)),
  };
}

/** The lowered function `first`, and `later` if the shader reads the iteration. */
function formsOf(text: string, intrinsics: Intrinsics, lanes = LANES): Machine[] {
  const shader = parse(text, intrinsics);
  const [main, other] = [...shader.functions.values()].filter(({ workgroupSize }) => workgroupSize !== undefined);
  if (main === undefined) throw new WgslError(1, "the shader has no entry point");
  if (other !== undefined) throw new WgslError(other.line, "the shader has two entry points");
  const all = new EffectsOf(shader);
  check(shader, all);
  const marks = new Marks();
  const machineOf = (effects: EffectsOf, form: IterationForm) => {
    const machine = new Machine(shader, effects, marks, form, new Graph(lanes));
    machine.evaluate = (expression) => evaluateExpression(machine, expression);
    let statements = 0;
    machine.execute = (statement) => {
      if (++statements > STATEMENTS_MOST)
        throw machine.error(`calls are more than ${STATEMENTS_MOST} statements when written out`);
      executeStatement(machine, statement);
    };
    machine.run = (declared, given, path) => runFunction(machine, declared, given, path);
    return machine;
  };
  const size = machineOf(all, new IterationForm("first")).constant(main.workgroupSize!);
  // The passes of `later` begin with the marks of `first`, which they would find again.
  return byIteration((form) =>
    marks.settled(main.line, () => {
      const machine = machineOf(size > lanes ? all : all.ofOneVector, form);
      lower(machine, main, size);
      return machine;
    }),
  );
}

function lower(machine: Machine, main: FunctionDeclaration, size: number): void {
  const { graph, writer, shader } = machine;
  writer.workgroupSize = size;
  writer.begins = () => machine.clear();
  writer.invocations = () => machine.bounds.reduce((a, b) => graph.operation("min_u", a, b), graph.i32(size));
  withLine(machine, () => {
    for (const [name, variable] of shader.variables) declareShared(machine, name, variable);
    const [from, to, firstSlot, lastSlot] = [0, 1, 2, 3].map((word) => machine.descriptorWord(RANGE_WORD + word));
    forRange(machine, firstSlot, lastSlot, (y) => {
      forRange(machine, from, to, (x) => {
        runWorkgroup(machine, main, size, x, y);
        writer.close();
      });
    });
  });
}

/** Declares a buffer or a workgroup variable, once for all workgroups. `declarePrivate` declares a private variable in each workgroup. */
function declareShared(machine: Machine, name: string, variable: GlobalVariable): void {
  const { space, isWritten, binding = 0, type, line } = variable;
  if (space === "private") return;
  const { graph, writer, globals, lengths } = machine;
  machine.line = line;
  const resolved = machine.typeOf(type);
  const declareAt = (address: Node, isWritten: boolean) =>
    globals.set(name, { kind: "place", type: resolved, address, scalarBytes: 4, isWritten, depth: -1 });
  const after = (base: Node, bytes: number) => graph.operation("add", base, graph.i32(bytes));
  if (space === "workgroup") declareAt(after(writer.scratch, writer.take(layoutOf(resolved, 4).size)), true);
  else if (space === "uniform") declareAt(after(graph.node("parameter", "i32", []), 4 * RUN_WORD), false);
  else {
    const word = BUFFERS_WORD + 2 * (binding - 1);
    const address = machine.descriptorWord(word, 64);
    declareAt(address, isWritten);
    lengths.set(address, machine.descriptorWord(word + 1));
  }
}

/** Writes a loop over workgroups. The body runs for each index from `from` to `to` − 1. */
function forRange({ graph, writer }: Machine, from: Node, to: Node, body: (index: Node) => void): void {
  const condition = graph.operation("lt_u", from, to);
  writer.place(condition);
  const counter = writer.code.local("i32");
  const yes = writer.nested("if", () => {
    writer.set(counter, from);
    writer.loop(() => {
      const index = writer.get(counter);
      body(index);
      const next = graph.operation("add", index, graph.i32(1));
      const again = graph.operation("lt_u", next, to);
      writer.place(again);
      writer.set(counter, next);
      return again;
    });
  });
  writer.add({ kind: "if", condition, yes });
}

function runWorkgroup(machine: Machine, main: FunctionDeclaration, size: number, x: Node, y: Node): void {
  const { graph, writer, shader } = machine;
  machine.bounds.length = 0;
  machine.cleared.length = 0;
  writer.list = undefined;
  for (const [name, variable] of shader.variables) {
    if (variable.space === "private") declarePrivate(machine, name, variable);
    if (variable.space === "workgroup") clearShared(machine, name);
  }
  const invocation = graph.offset(writer.lane, graph.lanes);
  const inDispatch = graph.operation("add", graph.operation("mul", x, graph.i32(size)), invocation);
  const zero = graph.i32(0);
  const builtins = new Map([
    ["workgroup_id", [x, y, zero]],
    ["global_invocation_id", [inDispatch, y, zero]],
    ["local_invocation_index", [invocation]],
  ]);
  const given = main.parameters.map(({ builtin = "", type }) => {
    const nodes = builtins.get(builtin);
    if (nodes === undefined) throw new WgslError(main.line, `there is no builtin ${builtin}`);
    const parts = nodes.map((node) => scalar(U32, node));
    const value = parts.length === 1 ? parts[0] : composite(vectorType(3, U32), parts);
    return machine.converted(value, machine.typeOf(type));
  });
  runFunction(machine, main, given, "");
}

function declarePrivate(machine: Machine, name: string, { type, line }: GlobalVariable): void {
  machine.line = line;
  const resolved = machine.typeOf(type);
  const key = `private ${name}`;
  if (standsInMemory(machine, resolved, key)) {
    const place = lanePlace(machine, resolved, 0, machine.hasBarriers, machine.hasBarriers);
    if (!machine.hasBarriers && !isAssignedFirst(resolved)) machine.cleared.push(place);
    machine.globals.set(name, place);
  } else machine.inGlobals(() => declare(machine, name, key, resolved));
}

function clearShared(machine: Machine, name: string): void {
  const place = machine.globals.find(name);
  if (place?.kind !== "place") return;
  const { writer } = machine;
  writer.close();
  writer.bulk("fill", place.address, machine.graph.i32(0), layoutOf(place.type, 4).size);
}
