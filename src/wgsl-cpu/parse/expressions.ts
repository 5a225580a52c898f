import type { Reader } from "./reader.ts";
import { ARITHMETIC, COMPARISONS, type Expression, type TypeExpression } from "./syntax.ts";

/** Binary operators by precedence: those of a later row bind more tightly. */
const OPERATORS = ["||", "&&", "|", "^", "&", "== != < > <= >=", "<< >>", "+ -", "* / %"];
const PRECEDENCE = new Map(OPERATORS.flatMap((row, level) => row.split(" ").map((operator) => [operator, level])));
const BITWISE = new Set(["|", "^", "&"]);
const UNARY = new Set(["-", "!", "~", "*", "&"]);
/** Names that may take types in angle brackets. */
const TEMPLATES = new Set(["array", "vec2", "vec3", "vec4", "ptr", "atomic", "bitcast"]);
const LETTER_TYPES: Readonly<Record<string, "u32" | "i32" | "f32">> = { u: "u32", i: "i32", f: "f32" };

export const readType = (reader: Reader): TypeExpression => reader.nested(() => type(reader));

function type(reader: Reader): TypeExpression {
  const { line } = reader.node();
  const name = reader.name();
  if (!TEMPLATES.has(name) || !reader.takes("<")) return { name, line };
  if (name === "ptr") {
    reader.expect("function");
    reader.expect(",");
  }
  const of = readType(reader);
  const count = name === "array" && reader.takes(",") ? binary(reader, PRECEDENCE.get("+")!) : undefined;
  reader.expect(">");
  return { name, of, count, line };
}

export function readExpression(reader: Reader): Expression {
  return binary(reader, 0);
}

/** Reads an expression whose binary operators have at least a precedence. */
function binary(reader: Reader, least: number): Expression {
  return reader.nested(() => {
    let left = unary(reader);
    let before: string | undefined;
    for (;;) {
      const op = reader.next;
      const level = PRECEDENCE.get(op);
      if (level === undefined || level < least) return left;
      if (before !== undefined && !mayFollow(before, op))
        throw reader.error(`${before} beside ${op} needs parentheses`);
      before = op;
      const { id, line } = reader.node();
      reader.take();
      reader.deeper();
      left = { kind: "binary", op, left, right: operand(reader, op), id, line };
    }
  });
}

/** Reads the right operand of a binary operator up to an operator of lower precedence, or one that needs parentheses. */
function operand(reader: Reader, op: string): Expression {
  if (op === "||" || op === "&&") return binary(reader, PRECEDENCE.get("==")!);
  if (COMPARISONS.has(op)) return binary(reader, PRECEDENCE.get("<<")!);
  return op === "+" || op === "-" ? binary(reader, PRECEDENCE.get("*")!) : unary(reader);
}

/** Whether a binary operator may follow the right operand of another one without parentheses. */
function mayFollow(before: string, op: string): boolean {
  if (op === before) return !COMPARISONS.has(op) && op !== "<<" && op !== ">>";
  if (op === "||" || op === "&&") return before !== "||" && before !== "&&" && !BITWISE.has(before);
  if (COMPARISONS.has(op)) return ARITHMETIC.has(before) || before === "<<" || before === ">>";
  return ARITHMETIC.has(op) && ARITHMETIC.has(before);
}

function unary(reader: Reader): Expression {
  const { id, line } = reader.node();
  const op = reader.takesOneOf(UNARY);
  return op === undefined ? postfix(reader) : { kind: "unary", op, of: reader.nested(() => unary(reader)), id, line };
}

function postfix(reader: Reader): Expression {
  let of = primary(reader);
  for (;;) {
    const { id, line } = reader.node();
    reader.deeper();
    if (reader.takes(".")) of = { kind: "member", of, name: reader.name(), id, line };
    else if (reader.takes("[")) {
      of = { kind: "index", of, at: readExpression(reader), id, line };
      reader.expect("]");
    } else return of;
  }
}

function primary(reader: Reader): Expression {
  const { id, line } = reader.node();
  if (reader.takes("(")) {
    const inner = readExpression(reader);
    reader.expect(")");
    return inner;
  }
  if (/^\.?\d/.test(reader.next)) return number(reader, id, line);
  const type: TypeExpression = TEMPLATES.has(reader.next) ? readType(reader) : { name: reader.name(), line };
  const { name } = type;
  if (name === "true" || name === "false") return { kind: "bool", value: name === "true", id, line };
  if (!reader.takes("(")) return { kind: "name", name, id, line };
  const args = reader.list(")", () => readExpression(reader));
  return { kind: "call", name, type: name === "bitcast" ? (type.of ?? type) : type, args, id, line };
}

function number(reader: Reader, id: number, line: number): Expression {
  const text = reader.take();
  const isHex = /^0[xX]/.test(text);
  const [letter] = (isHex && !/[pP]/.test(text) ? /[iu]$/ : /[iufh]$/).exec(text) ?? [""];
  if (letter === "h") throw reader.error("f16 is not of this language: the form without F16 is compiled");
  const digits = text.slice(0, text.length - letter.length);
  const isFloat = isHex ? /[pP]/.test(digits) : /[.eE]/.test(digits);
  const type = LETTER_TYPES[letter] ?? (isFloat ? "float" : "int");
  if (!isHex && (/^0\d/.test(text) || (isFloat && /[iu]/.test(letter)))) throw reader.error(`${text} is no number`);
  return { kind: "number", value: isHex && isFloat ? hexFloat(digits) : Number(digits), type, id, line };
}

/** Value of a hexadecimal float: 0x1.8p-3 is 1.5/8. */
function hexFloat(text: string): number {
  const [mantissa, exponent] = text.toLowerCase().split("p");
  const [whole, fraction = ""] = mantissa.slice(2).split(".");
  return Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
}
