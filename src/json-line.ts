/**
 * The line, counted from 1, on which a value of a JSON text begins; for an unknown path the line of the nearest
 * enclosing value. Error messages need it, and `JSON.parse` does not report it.
 * @param text JSON, valid or not.
 * @param path keys and indices from the root to the value; null for the first syntax error.
 */
export function jsonLine(text: string, path: readonly PropertyKey[] | null): number {
  let found = 0;
  const stop = walk(text, (position, keys) => {
    if (path === null) return false;
    const onTheWay = keys.length <= path.length && keys.every((key, i) => key === path[i]);
    if (onTheWay) found = position;
    return onTheWay && keys.length === path.length;
  });
  return lineAt(text, path === null ? stop : found);
}

/**
 * The lines on which the values of a JSON text begin, all found in one pass: calling `jsonLine` for thousands of values
 * takes minutes.
 * @param text valid JSON.
 * @param depth of the deepest requested values: 3 for `["runs", 0, "code"]`.
 * @returns a function with the results of `jsonLine` for paths of existing values.
 * @example
 * const lineOf = jsonLines('{"runs": [\n{"code": "a"}]}', 3);
 * lineOf(["runs", 0, "code"]); // 2
 */
export function jsonLines(text: string, depth: number): (path: readonly PropertyKey[]) => number {
  const lines = new Map<string, number>();
  let line = 1;
  let before = 0;
  walk(text, (position, keys) => {
    for (let i = text.indexOf("\n", before); i >= 0 && i < position; i = text.indexOf("\n", i + 1)) line++;
    before = position;
    const path = keys.length <= depth ? JSON.stringify(keys) : undefined;
    // Of members with one name the first counts, as in `jsonLine`.
    if (path !== undefined && !lines.has(path)) lines.set(path, line);
    return false;
  });
  return (path) => lines.get(JSON.stringify(path)) ?? jsonLine(text, path);
}

/** The first member of a JSON text, without errors, whose object has a member of its name already, and its line. */
export function repeatedMember(text: string): { readonly name: string; readonly line: number } {
  const seen = new Set<string>();
  let name = "";
  const position = walk(text, (_, keys) => {
    const path = JSON.stringify(keys);
    name = String(keys.at(-1));
    return seen.size === seen.add(path).size;
  });
  return { name, line: lineAt(text, position) };
}

type Key = string | number;

/** A token that is no string: punctuation, a number or a word. */
const TOKEN = /[{}[\],:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Walks a JSON text without recursion, so that deep nesting does no harm. Calls `visit` at each value, which ends the
 * walk by returning true. Returns where the walk ended: at the visit, at the first syntax error, or behind the value.
 */
function walk(text: string, visit: (position: number, keys: readonly Key[]) => boolean): number {
  // One key per open array or object: the index or the name of the member that the walk is in.
  const keys: Key[] = [];
  let token = "";
  let [begin, end] = [0, 0];
  /** Goes on to the next token, which is empty where none follows. */
  const next = (): string => {
    while (" \t\r\n".includes(text.charAt(end)) && end < text.length) end++;
    begin = end;
    TOKEN.lastIndex = begin;
    end = text[begin] === '"' ? stringEnd(text, begin) : begin + (TOKEN.exec(text)?.[0].length ?? 0);
    token = text.slice(begin, end);
    return token;
  };
  /** Name and colon of a member of an object, whose name is the token. */
  const memberName = (): boolean => {
    const name = token.startsWith('"') ? parsedString(token) : null;
    if (name === null || next() !== ":") return false;
    keys[keys.length - 1] = name;
    next();
    return true;
  };
  next();
  for (;;) {
    if (visit(begin, keys)) return begin;
    const isArray = token === "[";
    if (isArray || token === "{") {
      if (next() !== (isArray ? "]" : "}")) {
        keys.push(0);
        if (!isArray && !memberName()) return begin;
        continue;
      }
    } else if (/^[\]},:]?$/.test(token) || (token.startsWith('"') && parsedString(token) === null)) return begin;
    // A value ended: close the containers that it ends, or go on to the next member.
    for (;;) {
      next();
      const key = keys.at(-1);
      if (key === undefined) return begin;
      if (token === ",") {
        next();
        if (typeof key === "number") keys[keys.length - 1] = key + 1;
        else if (!memberName()) return begin;
        break;
      }
      if (token !== (typeof key === "number" ? "]" : "}")) return begin;
      keys.pop();
    }
  }
}

/** Position after the closing quote of the string at `start`; `start` if the string is not closed in its line. */
function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length && text[i] !== "\n"; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i + 1;
  }
  return start;
}

function parsedString(literal: string): string | null {
  try {
    return JSON.parse(literal);
  } catch {
    return null;
  }
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < position; i = text.indexOf("\n", i + 1)) line++;
  return line;
}
