import type { Reader } from "./reader.ts";
import type { Expression, TypeExpression } from "./syntax.ts";

/** Precedence of the binary operators: a greater number binds more tightly. */
const PRECEDENCE: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ["||"],
    ["&&"],
    ["|"],
    ["^"],
    ["&"],
    ["==", "!="],
    ["<", ">", "<=", ">="],
    ["<<", ">>"],
    ["+", "-"],
    ["*", "/", "%"],
  ].flatMap((operators, level) => operators.map((operator) => [operator, level])),
);
const SUM_LEVEL = PRECEDENCE["+"];
/** Names that may take types in angle brackets. */
const TEMPLATES = new Set(["array", "vec2", "vec3", "vec4", "ptr", "atomic", "bitcast"]);
const LETTER_TYPES = { u: "u32", i: "i32", f: "f32", h: "f16" } as const;

export function readType(reader: Reader): TypeExpression {
  const { line } = reader;
  return typeOf(reader, reader.name(), line);
}

function typeOf(reader: Reader, name: string, line: number): TypeExpression {
  if (!TEMPLATES.has(name) || !reader.takes("<")) return { name, line };
  if (name === "ptr") {
    reader.name();
    reader.expect(",");
  }
  const of = readType(reader);
  const count = name === "array" && reader.takes(",") ? binary(reader, SUM_LEVEL) : undefined;
  reader.expect(">");
  return { name, of, count, line };
}

export function readExpression(reader: Reader): Expression {
  return binary(reader, 0);
}

/** Reads an expression whose binary operators have at least a precedence. */
function binary(reader: Reader, least: number): Expression {
  let left = unary(reader);
  for (;;) {
    const { text, kind } = reader.next;
    const level = kind === "sign" ? PRECEDENCE[text] : undefined;
    if (level === undefined || level < least) return left;
    const { line } = reader.take();
    left = { kind: "binary", op: text, left, right: binary(reader, level + 1), id: reader.id(), line };
  }
}

function unary(reader: Reader): Expression {
  const op = ["-", "!", "~", "*", "&"].find((sign) => reader.is(sign));
  if (op === undefined) return postfix(reader);
  const { line } = reader.take();
  return { kind: "unary", op, of: unary(reader), id: reader.id(), line };
}

function postfix(reader: Reader): Expression {
  let of = primary(reader);
  for (;;) {
    const { line } = reader;
    if (reader.takes(".")) of = { kind: "member", of, name: reader.name(), id: reader.id(), line };
    else if (reader.takes("[")) {
      const at = readExpression(reader);
      reader.expect("]");
      of = { kind: "index", of, at, id: reader.id(), line };
    } else return of;
  }
}

function primary(reader: Reader): Expression {
  const { line } = reader;
  const id = reader.id();
  if (reader.takes("(")) {
    const inner = readExpression(reader);
    reader.expect(")");
    return inner;
  }
  if (reader.next.kind === "number") return { ...number(reader), id, line };
  const name = reader.name();
  if (name === "true" || name === "false") return { kind: "bool", value: name === "true", id, line };
  if (TEMPLATES.has(name) && reader.is("<")) {
    const named = typeOf(reader, name, line);
    const type = name === "bitcast" ? named.of : named;
    reader.expect("(");
    return { kind: "call", name, type, args: reader.list(")", () => readExpression(reader)), id, line };
  }
  if (!reader.takes("(")) return { kind: "name", name, id, line };
  return { kind: "call", name, args: reader.list(")", () => readExpression(reader)), id, line };
}

function number(reader: Reader) {
  const { text } = reader.next;
  const isHex = /^0[xX]/.test(text);
  const letter = (isHex && !/[pP]/.test(text) ? /[iu]$/ : /[iufh]$/).exec(text)?.[0];
  const digits = letter === undefined ? text : text.slice(0, -1);
  const isFloat = isHex ? /[pP]/.test(digits) : /[.eE]/.test(digits);
  const type = letter === undefined ? (isFloat ? "float" : "int") : LETTER_TYPES[letter as keyof typeof LETTER_TYPES];
  if (type === "f16") throw reader.error("f16 is not of this language: the form without F16 is compiled");
  reader.take();
  return { kind: "number", value: isHex && isFloat ? hexFloat(digits) : Number(digits), type } as const;
}

/** Value of a hexadecimal float: 0x1.8p-3 is 1.5/8. */
function hexFloat(text: string): number {
  const [mantissa, exponent] = text.toLowerCase().split("p");
  const [whole, fraction = ""] = mantissa.slice(2).split(".");
  return Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
}
