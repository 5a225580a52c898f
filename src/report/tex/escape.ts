/** Characters that LaTeX takes for commands, and the text that sets them. */
const COMMANDS: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  _: "\\_",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "\\textquotedbl{}",
  "`": "\\textasciigrave{}",
  "−": "$-$",
  "≥": "$\\geq$",
  σ: "$\\sigma$",
  α: "$\\alpha$",
};

/**
 * Text as LaTeX sets it. Every character of a command is escaped, ligatures are kept apart, control characters are dropped, and a
 * line break becomes a space.
 * @example
 * escapeTex("50 % of_{x}"); // → "50 \\% of\\_\\{x\\}"
 */
export function escapeTex(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}/gu, "")
    .replace(/[\\{}$&#%_^~<>|"`−≥σα]/g, (character) => COMMANDS[character])
    .replace(/-(?=-)/g, "-{}");
}

/** Tags of labels, and the commands that set them. */
const TAGS: Readonly<Record<string, string>> = {
  b: "\\textbf{",
  i: "\\textit{",
  sub: "\\textsubscript{",
  sup: "\\textsuperscript{",
};

/** A label of a figure (escaped text with the tags <b>, <i>, <sub> and <sup>) in LaTeX. */
export function texOfMarkup(markup: string): string {
  return markup
    .split(/(<[^>]*>)/)
    .map((part) => {
      const tag = /^<(\/?)(\w+)[^>]*>$/.exec(part);
      if (tag === null) return escapeTex(unescaped(part));
      if (tag[2] === "br") return " ";
      if (TAGS[tag[2]] === undefined) return "";
      return tag[1] === "" ? TAGS[tag[2]] : "}";
    })
    .join("");
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
