import type { Intrinsics } from "../intrinsic.ts";
import { readExpression, readType } from "./expressions.ts";
import { Reader } from "./reader.ts";
import { readBlock, typedName } from "./statements.ts";
import type {
  Constant,
  Expression,
  FunctionDeclaration,
  GlobalVariable,
  Parameter,
  Shader,
  Struct,
  TypeExpression,
} from "./syntax.ts";

interface Declarations {
  readonly constants: Map<string, Constant>;
  readonly aliases: Map<string, TypeExpression>;
  readonly structs: Map<string, Struct>;
  readonly variables: Map<string, GlobalVariable>;
  readonly functions: Map<string, FunctionDeclaration>;
}

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
  const declarations: Declarations = {
    constants: new Map(),
    aliases: new Map(),
    structs: new Map(),
    variables: new Map(),
    functions: new Map(),
  };
  while (reader.next.kind !== "end") if (!reader.takes(";")) readDeclaration(reader, declarations);
  return { ...declarations, intrinsics };
}

function readDeclaration(reader: Reader, { constants, aliases, structs, variables, functions }: Declarations): void {
  const attributes = readAttributes(reader);
  const { line } = reader;
  const word = reader.name();
  if (word === "const") {
    const { name, type } = typedName(reader);
    reader.expect("=");
    constants.set(name, { name, type, value: readExpression(reader) });
  } else if (word === "alias") {
    const name = reader.name();
    reader.expect("=");
    aliases.set(name, readType(reader));
  } else if (word === "struct") {
    const struct = readStruct(reader);
    structs.set(struct.name, struct);
    return;
  } else if (word === "var") {
    const variable = readVariable(reader, attributes, line);
    variables.set(variable.name, variable);
  } else if (word === "fn") {
    const declared = readFunction(reader, attributes, line);
    functions.set(declared.name, declared);
    return;
  } else throw reader.error(`${word} begins no declaration of this language`);
  reader.expect(";");
}

function readAttributes(reader: Reader): Attributes {
  const found = new Map<string, readonly Expression[]>();
  while (reader.takes("@")) {
    const name = reader.name();
    found.set(name, reader.takes("(") ? reader.list(")", () => readExpression(reader)) : []);
  }
  return found;
}

function readStruct(reader: Reader): Struct {
  const name = reader.name();
  reader.expect("{");
  const members = reader.list("}", () => {
    readAttributes(reader);
    const member = reader.name();
    reader.expect(":");
    return { name: member, type: readType(reader) };
  });
  return { name, members };
}

function readVariable(reader: Reader, attributes: Attributes, line: number): GlobalVariable {
  reader.expect("<");
  const space = reader.name();
  const access = reader.takes(",") ? reader.name() : "read";
  reader.expect(">");
  if (space !== "storage" && space !== "uniform" && space !== "private" && space !== "workgroup") {
    throw reader.error(`there are no variables in ${space}`);
  }
  const { name, type } = typedName(reader);
  if (type === undefined) throw reader.error(`${name} has no type`);
  const value = reader.takes("=") ? readExpression(reader) : undefined;
  const [binding] = attributes.get("binding") ?? [];
  const number = binding?.kind === "number" ? binding.value : undefined;
  return { name, space, isWritten: access === "read_write", binding: number, type, value, line };
}

function readFunction(reader: Reader, attributes: Attributes, line: number): FunctionDeclaration {
  const name = reader.name();
  reader.expect("(");
  const parameters = reader.list(")", (): Parameter => {
    const [builtin] = readAttributes(reader).get("builtin") ?? [];
    const { name: parameter, type } = typedName(reader);
    if (type === undefined) throw reader.error(`${parameter} has no type`);
    return { name: parameter, type, builtin: builtin?.kind === "name" ? builtin.name : undefined };
  });
  const result = reader.takes("->") ? readType(reader) : undefined;
  const workgroupSize = attributes.has("compute") ? (attributes.get("workgroup_size") ?? []) : undefined;
  return { name, parameters, result, body: readBlock(reader), workgroupSize, line };
}
