import { readExpression, readType } from "./expressions.ts";
import type { Reader } from "./reader.ts";
import type { Case, Expression, Statement } from "./syntax.ts";

const COMPOUND = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];

export function readBlock(reader: Reader): Statement {
  const { line } = reader;
  const id = reader.id();
  reader.expect("{");
  const statements: Statement[] = [];
  while (!reader.takes("}")) if (!reader.takes(";")) statements.push(readStatement(reader));
  return { kind: "block", statements, id, line };
}

function readStatement(reader: Reader): Statement {
  const { line } = reader;
  if (reader.is("{")) return readBlock(reader);
  const id = reader.id();
  if (reader.takes("if")) return { ...branch(reader), id, line };
  if (reader.takes("for")) return { ...loop(reader), id, line };
  if (reader.takes("while")) {
    return { kind: "for", condition: readExpression(reader), body: readBlock(reader), id, line };
  }
  if (reader.takes("loop")) {
    return {
      kind: "for",
      condition: { kind: "bool", value: true, id: reader.id(), line },
      body: readBlock(reader),
      id,
      line,
    };
  }
  if (reader.takes("switch")) return { ...choice(reader), id, line };
  const statement = simple(reader);
  reader.expect(";");
  return statement;
}

/** A statement that ends with a semicolon, or the initializer or update of a `for`. */
function simple(reader: Reader): Statement {
  const { line } = reader;
  const id = reader.id();
  if (reader.takes("break")) return { kind: "break", id, line };
  if (reader.takes("continue")) return { kind: "continue", id, line };
  if (reader.takes("return")) {
    return { kind: "return", value: reader.is(";") ? undefined : readExpression(reader), id, line };
  }
  if (reader.takes("let") || reader.takes("const")) {
    const { name, type } = typedName(reader);
    reader.expect("=");
    return { kind: "let", name, type, value: readExpression(reader), id, line };
  }
  if (reader.takes("var")) {
    const { name, type } = typedName(reader);
    return { kind: "var", name, type, value: reader.takes("=") ? readExpression(reader) : undefined, id, line };
  }
  return assignment(reader, id, line);
}

export function typedName(reader: Reader) {
  const name = reader.name();
  return { name, type: reader.takes(":") ? readType(reader) : undefined };
}

function assignment(reader: Reader, id: number, line: number): Statement {
  if (reader.is("_") && reader.is("=", 1)) {
    reader.take();
    reader.take();
    return { kind: "assign", op: "", value: readExpression(reader), id, line };
  }
  const target = readExpression(reader);
  if (reader.is(";") || reader.is(")")) {
    if (target.kind !== "call") throw reader.error("a statement was expected, not an expression");
    return { kind: "assign", op: "", value: target, id, line };
  }
  for (const [sign, op] of [
    ["++", "+"],
    ["--", "-"],
  ] as const) {
    if (reader.takes(sign)) return { kind: "assign", target, op, value: one(reader, line), id, line };
  }
  const compound = COMPOUND.find((sign) => reader.takes(sign));
  if (compound === undefined) reader.expect("=");
  return { kind: "assign", target, op: compound?.slice(0, -1) ?? "", value: readExpression(reader), id, line };
}

function one(reader: Reader, line: number): Expression {
  return { kind: "number", value: 1, type: "int", id: reader.id(), line };
}

function branch(reader: Reader) {
  const condition = readExpression(reader);
  const yes = readBlock(reader);
  if (!reader.takes("else")) return { kind: "if", condition, yes } as const;
  return {
    kind: "if",
    condition,
    yes,
    otherwise: reader.is("if") ? readStatement(reader) : readBlock(reader),
  } as const;
}

function loop(reader: Reader) {
  reader.expect("(");
  const init = simple(reader);
  reader.expect(";");
  const condition = readExpression(reader);
  reader.expect(";");
  const update = simple(reader);
  reader.expect(")");
  return { kind: "for", init, condition, update, body: readBlock(reader) } as const;
}

function choice(reader: Reader) {
  const value = readExpression(reader);
  const cases: Case[] = [];
  reader.expect("{");
  while (!reader.takes("}")) {
    const isDefault = reader.takes("default");
    if (!isDefault) reader.expect("case");
    const values: Expression[] = [];
    while (!isDefault && !reader.is(":") && !reader.is("{")) {
      values.push(readExpression(reader));
      if (!reader.takes(",")) break;
    }
    reader.takes(":");
    cases.push({ values, body: readBlock(reader) });
  }
  return { kind: "switch", value, cases } as const;
}
