import type { Intrinsics } from "../intrinsic.ts";
import { readExpression, readType } from "./expressions.ts";
import { Reader } from "./reader.ts";
import { readBlock } from "./statements.ts";
import { type DeclarationText, type Expression, type Shader, SPACES, type Typed, WgslError } from "./syntax.ts";

const ACCESSES = new Set(["read", "read_write"] as const);

/** The arguments of attributes that the compiler reads. Another attribute, such as @align or @size, may change what a shader computes. */
interface Attributes {
  readonly binding?: number;
  readonly builtin?: string;
  readonly workgroupSize?: Expression;
  /** Names of all attributes in the order of the alphabet. */
  readonly names: string;
}

/**
 * Parses an assembled shader. The supported part of WGSL is the part that kernels use (doc/design/architecture.md).
 * @throws WgslError with the line of any other construct.
 * @example
 * parse("fn double(x: u32) -> u32 { return 2u * x; }").functions.get("double")?.parameters.length; // 1
 */
export function parse(text: string, intrinsics: Intrinsics = {}): Shader {
  const reader = new Reader(text);
  const [constants, aliases, structs, variables, functions] = Array.from({ length: 5 }, () => new Map());
  const texts = new Map<string, DeclarationText>();
  const shader: Declarations = { constants, aliases, structs, variables, functions, intrinsics, texts };
  while (reader.next !== "") if (!reader.takes(";")) texts.set(readDeclaration(reader, shader), reader.taken());
  return shader;
}

type Declarations = {
  readonly [K in keyof Shader]: Shader[K] extends ReadonlyMap<string, infer V> ? Map<string, V> : Shader[K];
};

/** @returns the name that is declared. */
function readDeclaration(reader: Reader, { constants, aliases, structs, variables, functions }: Declarations): string {
  const attributes = readAttributes(reader);
  const { names, binding, workgroupSize } = attributes;
  const { line } = reader.node();
  const word = reader.name();
  const isEntry = word === "fn" && names === "compute workgroup_size";
  if (word !== "var" && !isEntry) expectAttributes(reader, attributes, "");
  let name: string;
  if (word === "const") {
    name = reader.newName();
    const type = reader.takes(":") ? readType(reader) : undefined;
    reader.expect("=");
    constants.set(name, { type, value: readExpression(reader) });
  } else if (word === "alias") {
    name = reader.newName();
    reader.expect("=");
    aliases.set(name, readType(reader));
  } else if (word === "struct") {
    name = reader.newName();
    reader.expect("{");
    const members = reader.nested(() => reader.list("}", () => readTyped(reader)));
    if (members.length === 0) throw new WgslError(line, `${name} has no members`);
    structs.set(name, members);
  } else if (word === "var") {
    const { name: declared, ...variable } = readVariable(reader);
    name = declared;
    const isBuffer = variable.space === "storage" || variable.space === "uniform";
    expectAttributes(reader, attributes, isBuffer ? "binding group" : "");
    if (isBuffer && [...variables.values()].some((other) => other.binding === binding))
      throw reader.error(`two buffers have the binding ${binding}`);
    variables.set(name, { ...variable, binding, line });
  } else if (word === "fn") {
    name = reader.newName();
    reader.expect("(");
    const declared = reader.nested(() => {
      const parameters = reader.list(")", () => readTyped(reader, isEntry ? "builtin" : ""));
      const result = reader.takes("->") ? readType(reader) : undefined;
      return { name, parameters, result, body: readBlock(reader), workgroupSize, line };
    });
    const builtins = new Set(declared.parameters.map(({ builtin }) => builtin));
    if (isEntry && (declared.result !== undefined || builtins.size < declared.parameters.length))
      throw new WgslError(line, `${name} has a result, or a builtin twice`);
    functions.set(name, declared);
  } else throw reader.error(`${word} begins no declaration of this language`);
  if (word !== "struct" && word !== "fn") reader.expect(";");
  return name;
}

function readAttributes(reader: Reader): Attributes {
  const found: { binding?: number; builtin?: string; workgroupSize?: Expression } = {};
  const names: string[] = [];
  while (reader.takes("@")) {
    const name = reader.name();
    names.push(name);
    if (name === "compute") continue;
    reader.expect("(");
    if (name === "builtin") found.builtin = reader.name();
    else {
      const value = readExpression(reader);
      if (name === "workgroup_size") found.workgroupSize = value;
      else if (
        value.kind !== "number" ||
        value.type === "float" ||
        value.type === "f32" ||
        (name !== "binding" && value.value !== 0)
      )
        throw reader.error(`there is no such ${name}`);
      else if (name === "binding") found.binding = value.value;
    }
    reader.expect(")");
  }
  return { ...found, names: names.sort().join(" ") };
}

/** @throws WgslError unless attributes have the names, in the order of the alphabet. */
function expectAttributes(reader: Reader, { names }: Attributes, expected: string): void {
  if (names !== expected) throw reader.error(`the attributes are "${names}", not "${expected}"`);
}

/** Reads a parameter or a member of a struct. */
function readTyped(reader: Reader, attributes = ""): Typed {
  const found = readAttributes(reader);
  expectAttributes(reader, found, attributes);
  const name = reader.newName();
  reader.expect(":");
  return { name, type: readType(reader), builtin: found.builtin };
}

function readVariable(reader: Reader) {
  reader.expect("<");
  const space = reader.takesOneOf(new Set(SPACES));
  if (space === undefined) throw reader.error(`there are no variables in ${reader.next}`);
  const access = space === "storage" && reader.takes(",") ? reader.takesOneOf(ACCESSES) : "read";
  if (access === undefined) throw reader.error(`there is no access ${reader.next}`);
  reader.expect(">");
  return { ...readTyped(reader), space, isWritten: access === "read_write" };
}
