import { readExpression, readType } from "./expressions.ts";
import type { Reader } from "./reader.ts";
import type { Expression, Statement } from "./syntax.ts";

const COMPOUND = new Set(["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]);
const STEPS = new Set(["++", "--"]);
const EXITS = new Set(["break", "continue", "return"] as const);
const DECLARATIONS = new Set(["let", "const", "var"] as const);

/** Reads a block in a scope of its own. */
const nestedBlock = (reader: Reader, isInSwitch = false): Statement =>
  reader.nested(() => readBlock(reader, isInSwitch));

/** @param isInSwitch whether a `break` would end a switch. */
export function readBlock(reader: Reader, isInSwitch = false): Statement {
  const { id, line } = reader.node();
  reader.expect("{");
  const statements: Statement[] = [];
  while (!reader.takes("}")) if (!reader.takes(";")) statements.push(readStatement(reader, isInSwitch));
  return { kind: "block", statements, id, line };
}

function readStatement(reader: Reader, isInSwitch: boolean): Statement {
  if (reader.next === "{") return nestedBlock(reader, isInSwitch);
  const { id, line } = reader.node();
  const always: Expression = { kind: "bool", value: true, id, line };
  if (reader.takes("if")) {
    const condition = readExpression(reader);
    const yes = nestedBlock(reader, isInSwitch);
    const hasElse = reader.takes("else");
    if (hasElse && reader.next !== "if" && reader.next !== "{") throw reader.error("a block follows an else");
    const otherwise = hasElse ? reader.nested(() => readStatement(reader, isInSwitch)) : undefined;
    return { kind: "if", condition, yes, otherwise, id, line };
  }
  if (reader.takes("for")) {
    reader.expect("(");
    return reader.nested(() => {
      const init = reader.next === ";" ? undefined : simple(reader);
      reader.expect(";");
      const condition = reader.next === ";" ? always : readExpression(reader);
      reader.expect(";");
      const update = reader.next === ")" ? undefined : simple(reader);
      if (update?.kind === "declare") throw reader.error("the update of a for declares nothing");
      reader.expect(")");
      return { kind: "for", init, condition, update, body: nestedBlock(reader), id, line };
    });
  }
  if (reader.takes("while")) {
    return { kind: "for", condition: readExpression(reader), body: nestedBlock(reader), id, line };
  }
  if (reader.takes("loop")) return { kind: "for", condition: always, body: nestedBlock(reader), id, line };
  if (reader.takes("switch")) {
    const name = `switch ${id}`;
    const value = readExpression(reader);
    reader.expect("{");
    const chain = readCases(reader, { kind: "name", name, id, line });
    const declared = { kind: "declare", word: "let", name, value, id, line } as const;
    return { kind: "block", statements: [declared, chain], id, line };
  }
  if (isInSwitch && reader.next === "break") throw reader.error("a break ends a switch: use if and else");
  const statement = exit(reader) ?? simple(reader);
  reader.expect(";");
  return statement;
}

function exit(reader: Reader): Statement | undefined {
  const { id, line } = reader.node();
  const kind = reader.takesOneOf(EXITS);
  if (kind !== "return") return kind && { kind, id, line };
  return { kind, value: reader.next === ";" ? undefined : readExpression(reader), id, line };
}

/** A declaration, an assignment or a call. */
function simple(reader: Reader): Statement {
  const { id, line } = reader.node();
  const word = reader.takesOneOf(DECLARATIONS);
  if (word !== undefined) {
    const name = reader.newName();
    const type = reader.takes(":") ? readType(reader) : undefined;
    const hasValue = word !== "var" || reader.next === "=";
    if (hasValue) reader.expect("=");
    if (!hasValue && type === undefined) throw reader.error("a variable has a type or a value");
    return { kind: "declare", word, name, type, value: hasValue ? readExpression(reader) : undefined, id, line };
  }
  if (reader.takes("_")) {
    reader.expect("=");
    return { kind: "assign", op: "_", value: readExpression(reader), id, line };
  }
  const isCall = reader.next !== "(";
  const target = readExpression(reader);
  if (isCall && target.kind === "call") return { kind: "assign", op: "", value: target, id, line };
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
function readCases(reader: Reader, value: Expression): Statement {
  const { id, line } = reader.node();
  if (reader.takes("default")) {
    reader.takes(":");
    const body = nestedBlock(reader, true);
    if (!reader.takes("}")) throw reader.error("the default of a switch comes last");
    return body;
  }
  reader.expect("case");
  let condition: Expression | undefined;
  do {
    const isIt = { kind: "binary", op: "==", left: value, right: readExpression(reader), ...reader.node() } as const;
    reader.deeper();
    condition = condition && { kind: "binary", op: "||", left: condition, right: isIt, ...reader.node() };
    condition ??= isIt;
  } while (reader.takes(",") && reader.next !== ":" && reader.next !== "{");
  reader.takes(":");
  const yes = nestedBlock(reader, true);
  return { kind: "if", condition, yes, otherwise: reader.nested(() => readCases(reader, value)), id, line };
}
