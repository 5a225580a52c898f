import { InputError } from "../../errors.ts";
import type { GivenText } from "../../gpu/part.ts";
import { fileOption, givenFile } from "../given-files.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";

/** Most characters of a rule and of a line of it: the products' own rules have at most 3,500 and 150. */
const CHARACTERS = 2 ** 16;
const LINE = 1000;
const PART = "(?:<\\w+>|[a-z0-9]+(?:[-/][a-z0-9]+)*)";
const IMPORT = new RegExp(`^\\s*#import\\s+${PART}(?:,\\s*${PART})*\\s*$`);
const IF = /^\s*#if\s+!?(?:\w+|<\w+>)\s*$/;
const ELSE = /^\s*#else\s*$/;
const END = /^\s*#end\s*$/;
/** Most directives within each other. */
const DEPTH = 16;
/** Characters that a terminal or a compiler might take for the end of a line, or for nothing. */
const HIDDEN = /[^\P{C}\t\r]|[\p{Zl}\p{Zp}]/u;
/** Functions by which a file shows which rule it is. */
const DECLARED = { edge: /\bfn\s+edge_updated\b/, variable: /\bfn\s+prior\b/, check: /\bfn\s+check_init\b/ } as const;

/**
 * The option of a rule of checks, variables or edges from a file: a part in WGSL as doc/guide/add-a-rule.md shows. It takes the place of the
 * decoder's own rule and has the decoder's number format, options and constants. Nothing tests it. Engines compile it with the decoder, and
 * report its errors with file and line.
 */
export const RULE_OPTION = {
  rule: fileOption(
    "WGSL",
    "own rule of checks, variables or edges in WGSL, in the place of the decoder's: --rule FILE.wgsl",
  ),
};

function kindOf({ text, file }: GivenText): keyof typeof DECLARED {
  if (text.length > CHARACTERS) {
    throw new InputError(`has ${text.length} characters: a rule has at most ${CHARACTERS}`, { file });
  }
  let code = "";
  /** Of each #if that is open, whether its #else has come. */
  const open: boolean[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const place = { file, line: index + 1 };
    if (line.length > LINE) throw new InputError(`has ${line.length} characters: break the line at ${LINE}`, place);
    const hidden = HIDDEN.exec(line)?.[0];
    if (hidden !== undefined)
      throw new InputError(`has the character ${hidden}, which cannot be seen: remove it`, place);
    const [directive] = /^\s*#\S*/.exec(line) ?? [];
    if (directive !== undefined && !isPlaced(line, open)) {
      throw new InputError(
        `${line.trim()}: a rule has #import with names of parts, and #if with #else and #end, no other directives`,
        place,
      );
    }
    if (/@\s*(?:binding|group|compute|id|workgroup_size)\b/.test(line)) {
      throw new InputError("a rule has no buffers, entry points and overrides of its own: remove the attribute", place);
    }
    code += `${withoutComments(line)}\n`;
  }
  if (open.length > 0) throw new InputError("lacks the #end of an #if", { file });
  const kinds = (["edge", "variable", "check"] as const).filter((kind) => DECLARED[kind].test(code));
  if (kinds.length > 1)
    throw new InputError(`is a rule of ${kinds.join(" and of ")}: make it a file for each`, { file });
  // A rule of checks may import its functions.
  if (kinds.length === 1 || /^\s*#import/m.test(code)) return kinds[0] ?? "check";
  throw new InputError(
    "is no rule: declare check_init, check_accumulate, check_finish and check_extrinsic for checks, prior for variables, or edge_updated for edges",
    { file },
  );
}

/** Whether a line is a directive that rules have, in its place. @param open of each #if that is open, whether its #else has come; it is kept up. */
function isPlaced(line: string, open: boolean[]): boolean {
  if (IF.test(line)) return open.push(false) <= DEPTH;
  if (ELSE.test(line)) return open.pop() === false && open.push(true) > 0;
  if (END.test(line)) return open.pop() !== undefined;
  return IMPORT.test(line);
}

/** A text without its comments. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\/.*/g, "");
}

/** @param lacking names that the decoder's messages do not have. @param instead what they have, for the error. */
export function requireNames({ text, file }: GivenText, lacking: RegExp, instead: string): void {
  for (const [index, line] of text.split("\n").entries()) {
    const [name] = lacking.exec(withoutComments(line)) ?? [];
    if (name !== undefined) throw new InputError(`${name} is not there: ${instead}`, { file, line: index + 1 });
  }
}

/** The kinds of texts, which every member of an ensemble asks for. */
const kinds = new WeakMap<GivenText, keyof typeof DECLARED>();

/** The rule that a spec names, and its part; undefined if it names none. */
export function givenRule(spec: DecoderSpec) {
  const { rule } = optionsOf(RULE_OPTION, spec);
  if (rule === "none") return undefined;
  const given = givenFile(rule);
  const kind = kinds.get(given) ?? kindOf(given);
  kinds.set(given, kind);
  return { kind, part: { name: `rule/${rule}`, given } };
}
