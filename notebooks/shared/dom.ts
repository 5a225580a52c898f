/** Properties of an element: attributes, and listeners as `onNAME`. */
type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void) | undefined>>;

/** Makes an element with attributes and children. Texts become text nodes and are never parsed as HTML. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** Makes an SVG element like `h`. */
export function s<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
}

/** A control with its label. */
export function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  return h("label", { class: "control" }, h("span", {}, text), control);
}

/** A table of texts. Numbers are aligned right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  const line = (cells: readonly string[], tag: "th" | "td") => h("tr", {}, ...cells.map((cell) => h(tag, {}, cell)));
  const head = h("thead", {}, line(header, "th"));
  return h("div", { class: "wide" }, h("table", {}, head, h("tbody", {}, ...rows.map((row) => line(row, "td")))));
}

/** The message of an error for the reader. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Offers a text for download as a file. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Accepts files that are dropped on an element. */
export function acceptDrops(element: HTMLElement, take: (file: File) => void): void {
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    element.classList.add("dropping");
  });
  element.addEventListener("dragleave", () => element.classList.remove("dropping"));
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    element.classList.remove("dropping");
    const [file] = event.dataTransfer?.files ?? [];
    if (file !== undefined) take(file);
  });
}
