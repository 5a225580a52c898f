/** The form of a tag of Plotly's labels in SVG. A tspan after raised or lowered text moves back to the base line. */
const TAGS: Readonly<Record<string, { readonly attributes: string; readonly after?: string }>> = {
  b: { attributes: 'font-weight="bold"' },
  i: { attributes: 'font-style="italic"' },
  sup: { attributes: 'dy="-0.6em" font-size="70%"', after: '<tspan dy="0.42em">\u200b</tspan>' },
  sub: { attributes: 'dy="0.3em" font-size="70%"', after: '<tspan dy="-0.21em">\u200b</tspan>' },
};

/**
 * Gives the texts of an SVG that Vega has drawn the markup of Plotly's labels. Vega takes labels as plain text and escapes them:
 * `<i>x</i>` stands there as `&lt;i&gt;x&lt;/i&gt;`, and a `<` that belongs to the text itself as `&amp;lt;`.
 */
export function withMarkup(svg: string): string {
  return svg.replace(
    /(<text\b[^>]*>)([^<]*)(<\/text>)/g,
    (_, start, text, end) => start + tspans(unescapeXml(text)) + end,
  );
}

/** Markup as SVG: a tag becomes a tspan, and entities stay. */
function tspans(markup: string): string {
  return markup.replace(/<(\/?)(\w+)>/g, (tag, slash, name) => {
    const known = TAGS[name];
    if (known === undefined) return unknownTag(tag);
    return slash === "" ? `<tspan ${known.attributes}>` : `</tspan>${known.after ?? ""}`;
  });
}

function unknownTag(tag: string): string {
  throw new Error(`a label has the tag ${tag}, which no image can draw`);
}

/** Number of visible characters of a label. */
export function seenLength(markup: string): number {
  return markup.replace(/<[^>]*>/g, "").replace(/&\w+;/g, " ").length;
}

function unescapeXml(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
