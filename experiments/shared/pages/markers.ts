import { existsSync } from "node:fs";
import { InputError } from "../../../src/errors.ts";
import { sha256Hex } from "../../../src/simulation/task.ts";
import { experimentsFile } from "./results.ts";

/** The sources of a page's markers. */
export interface MarkerSource {
  /** The text of `<!-- figure NAME -->…<!-- /figure -->`: a number, or a table of several lines. @throws InputError for an unknown name. */
  readonly figure: (name: string) => string;
  /** The output of a command line, for `<!-- output COMMAND -->…<!-- /output -->`. @param words without `ldpc`. */
  readonly output: (words: readonly string[]) => Promise<string>;
}

/** A marked part of a page. */
export interface Marked {
  readonly kind: "figure" | "output" | "recorded";
  /** A figure's name, a command line, or a file with a digest. */
  readonly of: string;
  readonly content: string;
  /** Where the marked part begins and ends in the page, markers included. */
  readonly start: number;
  readonly end: number;
}

const MARKED = /<!-- (figure|output|recorded) (.+?) -->([\s\S]*?)<!-- \/\1 -->/g;
const ANY_MARKER = /<!-- \/?(?:figure|output|recorded)\b.*?-->/g;

/**
 * The marked parts of a page, in their order.
 * @param page its name, for errors.
 * @throws InputError for a marker without its other end, for a marker within another, and for a marker at the start of
 * a line of text: Markdown would take that line for HTML.
 * @example markedParts("x.md", "It takes <!-- figure a -->4<!-- /figure --> ms.")[0].content // "4"
 */
export function markedParts(page: string, text: string): Marked[] {
  const parts = [...text.matchAll(MARKED)].map((match): Marked => {
    const [whole, kind, of, content] = match;
    return { kind: kind as Marked["kind"], of, content, start: match.index, end: match.index + whole.length };
  });
  const lineOf = (at: number) => text.slice(0, at).split("\n").length;
  const markers = [...text.matchAll(ANY_MARKER)];
  if (markers.length !== 2 * parts.length) {
    const known = new Set(parts.flatMap(({ start, end }) => [start, end]));
    const loose = markers.find(({ index, 0: { length } }) => !known.has(index) && !known.has(index + length))!;
    throw new InputError(`the marker ${loose[0]} has no other end`, { file: page, line: lineOf(loose.index) });
  }
  for (const { content, start, of } of parts) {
    const startsLine = start === 0 || text[start - 1] === "\n";
    if (startsLine !== content.startsWith("\n")) {
      const remedy = startsLine ? "move it behind a word" : "begin a line with it";
      throw new InputError(`the marker of ${of} must stand ${startsLine ? "within" : "before"} its line: ${remedy}`, {
        file: page,
        line: lineOf(start),
      });
    }
  }
  return parts;
}

/**
 * A page with its figures and outputs written anew.
 * @throws InputError for bad markers, and for figures that no file holds.
 */
export async function filledPage(page: string, text: string, source: MarkerSource): Promise<string> {
  let filled = "";
  let end = 0;
  for (const part of markedParts(page, text)) {
    filled += `${text.slice(end, part.start)}<!-- ${part.kind} ${part.of} -->${await contentOf(page, part, source)}<!-- /${part.kind} -->`;
    end = part.end;
  }
  return filled + text.slice(end);
}

async function contentOf(page: string, { kind, of, content }: Marked, source: MarkerSource): Promise<string> {
  if (kind === "recorded") return recordedContent(page, of, content);
  const text = kind === "figure" ? source.figure(of) : await source.output(commandWords(of));
  return content.startsWith("\n") ? `\n\n${text.trim()}\n\n` : text;
}

/**
 * The text of `<!-- recorded FILE DIGEST -->…<!-- /recorded -->`, as it stands: it was made from a file below experiments/
 * that no command here writes anew. @throws InputError if the file is gone, or the text is another one than its digest's.
 */
function recordedContent(page: string, of: string, content: string): string {
  const [file, digest] = of.split(" ");
  if (!existsSync(experimentsFile(file))) throw new InputError(`the recorded file ${file} is gone`, { file: page });
  const found = sha256Hex(content.trim()).slice(0, 8);
  if (found === digest) return content;
  throw new InputError(`the text recorded from ${file} was edited: compare it with the file, and write ${found}`, {
    file: page,
  });
}

/** `ldpc experiment x --run='a b'` as words, quotes removed, without the first. */
function commandWords(command: string): string[] {
  const words = [...command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/["']/g, ""));
  if (words[0] !== "ldpc") throw new InputError(`the output of "${command}" cannot be written: begin it with ldpc`);
  return words.slice(1);
}

/** A page without its marked parts; line breaks within them stay, so lines keep their numbers. */
export function withoutMarked(page: string, text: string): string {
  let rest = "";
  let end = 0;
  for (const part of markedParts(page, text)) {
    rest += text.slice(end, part.start) + "\n".repeat(part.content.split("\n").length - 1);
    end = part.end;
  }
  return rest + text.slice(end);
}
