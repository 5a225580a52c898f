import { readExpression, readType } from "./expressions.ts";
import type { Reader } from "./reader.ts";
import type { Expression, Statement } from "./syntax.ts";

const COMPOUND = new Set(["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]);
const STEPS = new Set(["++", "--"]);
const DECLARATIONS = new Set(["let", "const", "var"]);

/** @param isInSwitch whether a `break` would end a switch. */
export function readBlock(reader: Reader, isInSwitch = false): Statement {
  const { id, line } = reader.node();
  reader.expect("{");
  const statements: Statement[] = [];
  while (!reader.takes("}")) if (!reader.takes(";")) statements.push(readStatement(reader, isInSwitch));
  return { kind: "block", statements, id, line };
}

function readStatement(reader: Reader, isInSwitch: boolean): Statement {
  if (reader.is("{")) return readBlock(reader, isInSwitch);
  const { id, line } = reader.node();
  if (reader.takes("if")) {
    const condition = readExpression(reader);
    const yes = readBlock(reader, isInSwitch);
    const otherwise = reader.takes("else") ? readStatement(reader, isInSwitch) : undefined;
    return { kind: "if", condition, yes, otherwise, id, line };
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
    const name = `switch ${id}`;
    const value = readExpression(reader);
    reader.expect("{");
    const chain = readCases(reader, { kind: "name", name, id, line });
    const statements = chain === undefined ? [] : [chain];
    return {
      kind: "block",
      statements: [{ kind: "declare", isVariable: false, name, value, id, line }, ...statements],
      id,
      line,
    };
  }
  if (isInSwitch && reader.is("break")) throw reader.error("a break ends a switch: use if and else");
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
  const word = reader.takesOneOf(DECLARATIONS);
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
  const step = reader.takesOneOf(STEPS);
  if (step !== undefined) {
    const one: Expression = { kind: "number", value: 1, type: "int", id, line };
    return { kind: "assign", target, op: step[0], value: one, id, line };
  }
  const compound = reader.takesOneOf(COMPOUND);
  if (compound === undefined) reader.expect("=");
  return { kind: "assign", target, op: compound?.slice(0, -1) ?? "", value: readExpression(reader), id, line };
}

/** Reads the cases of a switch as a chain of branches. */
function readCases(reader: Reader, value: Expression): Statement | undefined {
  if (reader.takes("}")) return undefined;
  const { id, line } = reader.node();
  if (reader.takes("default")) {
    reader.takes(":");
    const body = readBlock(reader, true);
    if (!reader.takes("}")) throw reader.error("the default of a switch comes last");
    return body;
  }
  reader.expect("case");
  let condition: Expression | undefined;
  do {
    const isIt = { kind: "binary", op: "==", left: value, right: readExpression(reader), ...reader.node() } as const;
    condition = condition && { kind: "binary", op: "||", left: condition, right: isIt, ...reader.node() };
    condition ??= isIt;
  } while (reader.takes(",") && !reader.is(":") && !reader.is("{"));
  reader.takes(":");
  return { kind: "if", condition, yes: readBlock(reader, true), otherwise: readCases(reader, value), id, line };
}
