import type { Intrinsics } from "../intrinsic.ts";
import { readExpression, readType } from "./expressions.ts";
import { Reader } from "./reader.ts";
import { readBlock, returns } from "./statements.ts";
import { type Expression, type Shader, SPACES, type Typed, WgslError } from "./syntax.ts";

/** Attributes of this language. Another attribute, such as @align or @size, may change what a shader computes. */
const ATTRIBUTES = new Set(["binding", "builtin", "compute", "group", "workgroup_size"]);

const ACCESSES = new Set(["read", "read_write"] as const);

/** Arguments of attributes by the attribute's name. */
type Attributes = ReadonlyMap<string, readonly Expression[]>;

/**
 * Parses an assembled shader. The supported part of WGSL is the part that kernels use (doc/design/architecture.md).
 * @throws WgslError with the line of any other construct.
 * @example
 * parse("fn double(x: u32) -> u32 { return 2u * x; }").functions.get("double")?.parameters.length; // 1
 */
export function parse(text: string, intrinsics: Intrinsics = {}): Shader {
  const reader = new Reader(text);
  const [constants, aliases, structs, variables, functions] = Array.from({ length: 5 }, () => new Map());
  const shader: Declarations = { constants, aliases, structs, variables, functions, intrinsics };
  while (reader.next !== "") if (!reader.takes(";")) readDeclaration(reader, shader);
  return shader;
}

type Declarations = {
  readonly [K in keyof Shader]: Shader[K] extends ReadonlyMap<string, infer V> ? Map<string, V> : Shader[K];
};

function readDeclaration(reader: Reader, { constants, aliases, structs, variables, functions }: Declarations): void {
  const attributes = readAttributes(reader);
  const { line } = reader.node();
  const word = reader.name();
  if (word === "const") {
    const name = reader.newName();
    const type = reader.takes(":") ? readType(reader) : undefined;
    reader.expect("=");
    constants.set(name, { type, value: readExpression(reader) });
  } else if (word === "alias") {
    const name = reader.newName();
    reader.expect("=");
    aliases.set(name, readType(reader));
  } else if (word === "struct") {
    const name = reader.newName();
    reader.expect("{");
    const members = reader.nested(() => reader.list("}", () => readTyped(reader)));
    structs.set(name, members);
    return;
  } else if (word === "var") {
    const { name, ...variable } = readVariable(reader);
    const [binding] = attributes.get("binding") ?? [];
    const isBuffer = variable.space === "storage" || variable.space === "uniform";
    if ((binding?.kind === "number") !== isBuffer)
      throw reader.error("a buffer has a binding, another variable has none");
    variables.set(name, { ...variable, binding: binding?.kind === "number" ? binding.value : undefined, line });
  } else if (word === "fn") {
    const name = reader.newName();
    const workgroupSize = attributes.get("workgroup_size");
    reader.expect("(");
    const declared = reader.nested(() => {
      const parameters = reader.list(")", () => readTyped(reader));
      const result = reader.takes("->") ? readType(reader) : undefined;
      return { name, parameters, result, body: readBlock(reader), workgroupSize, line };
    });
    if (declared.result !== undefined && !returns(declared.body))
      throw new WgslError(line, `a return does not always end ${name}`);
    functions.set(name, declared);
    return;
  } else throw reader.error(`${word} begins no declaration of this language`);
  reader.expect(";");
}

function readAttributes(reader: Reader): Attributes {
  const found = new Map<string, readonly Expression[]>();
  while (reader.takes("@")) {
    if (!ATTRIBUTES.has(reader.next)) throw reader.error(`there is no attribute @${reader.next}`);
    const name = reader.name();
    found.set(name, reader.takes("(") ? reader.list(")", () => readExpression(reader)) : []);
  }
  return found;
}

/** Reads a parameter or a member of a struct. */
function readTyped(reader: Reader): Typed {
  const [builtin] = readAttributes(reader).get("builtin") ?? [];
  const name = reader.newName();
  reader.expect(":");
  return { name, type: readType(reader), builtin: builtin?.kind === "name" ? builtin.name : undefined };
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
