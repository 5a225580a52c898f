import { readExpression, readType } from "./expressions.ts";
import type { Reader } from "./reader.ts";
import type { Case, Expression, Statement } from "./syntax.ts";

const COMPOUND = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];

export function readBlock(reader: Reader): Statement {
  const { id, line } = reader.node();
  reader.expect("{");
  const statements: Statement[] = [];
  while (!reader.takes("}")) if (!reader.takes(";")) statements.push(readStatement(reader));
  return { kind: "block", statements, id, line };
}

function readStatement(reader: Reader): Statement {
  if (reader.is("{")) return readBlock(reader);
  const { id, line } = reader.node();
  if (reader.takes("if")) {
    const condition = readExpression(reader);
    const yes = readBlock(reader);
    const hasOther = reader.takes("else");
    return { kind: "if", condition, yes, otherwise: hasOther ? readStatement(reader) : undefined, id, line };
  }
  if (reader.takes("for")) {
    reader.expect("(");
    const init = simple(reader);
    reader.expect(";");
    const condition = readExpression(reader);
    reader.expect(";");
    const update = simple(reader);
    reader.expect(")");
    return { kind: "for", init, condition, update, body: readBlock(reader), id, line };
  }
  if (reader.takes("while")) {
    return { kind: "for", condition: readExpression(reader), body: readBlock(reader), id, line };
  }
  if (reader.takes("loop")) {
    const condition: Expression = { kind: "bool", value: true, id, line };
    return { kind: "for", condition, body: readBlock(reader), id, line };
  }
  if (reader.takes("switch")) {
    return { kind: "switch", value: readExpression(reader), cases: readCases(reader), id, line };
  }
  const statement = simple(reader);
  reader.expect(";");
  return statement;
}

/** A statement that ends with a semicolon, or the initializer or update of a `for`. */
function simple(reader: Reader): Statement {
  const { id, line } = reader.node();
  if (reader.takes("break")) return { kind: "break", id, line };
  if (reader.takes("continue")) return { kind: "continue", id, line };
  if (reader.takes("return")) {
    return { kind: "return", value: reader.is(";") ? undefined : readExpression(reader), id, line };
  }
  const word = reader.takesOneOf(["let", "const", "var"]);
  if (word !== undefined) {
    const isVariable = word === "var";
    const name = reader.name();
    const type = reader.takes(":") ? readType(reader) : undefined;
    const hasValue = !isVariable || reader.is("=");
    if (hasValue) reader.expect("=");
    return { kind: "declare", isVariable, name, type, value: hasValue ? readExpression(reader) : undefined, id, line };
  }
  const target = reader.takes("_") ? undefined : readExpression(reader);
  if (target?.kind === "call") return { kind: "assign", op: "", value: target, id, line };
  const step = reader.takesOneOf(["++", "--"]);
  if (step !== undefined) {
    const one: Expression = { kind: "number", value: 1, type: "int", id, line };
    return { kind: "assign", target, op: step[0], value: one, id, line };
  }
  const compound = reader.takesOneOf(COMPOUND);
  if (compound === undefined) reader.expect("=");
  return { kind: "assign", target, op: compound?.slice(0, -1) ?? "", value: readExpression(reader), id, line };
}

function readCases(reader: Reader): Case[] {
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
  return cases;
}
