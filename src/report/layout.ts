import { sum } from "../sum.ts";
import {
  type Axis,
  type Box,
  type Entry,
  escapeMarkup,
  type Figure,
  type Layout,
  type LegendRow,
  type Panel,
  seenLength,
} from "./chart.ts";
import { Drawing } from "./draw.ts";
import { CHARACTER, FAINT_INK, FONT, FONT_SIZE, GRID, INK, MINOR_GRID, PAPER } from "./style.ts";

/** Below this width title and legends begin at the left end of the figure, not of the axes. */
const NARROW = 640;
/** Least width of one of several panels beside each other; they stand below each other in less room. */
const LEAST_PANEL = 360;
/** Mean width of a bold character in em. */
const BOLD_CHARACTER = 0.68;
/** Height of the axes by their width, if the figure's height is free. */
const ASPECT = 0.66;
const MOST_HEIGHT = 520;

/** Lengths in CSS pixels at the size of the screen's font. */
const LEGEND_LINE = 30;
const INSET = 8;
/** From a box to the frame of the axes, and to curves. */
const CORNER_GAP = 8;
const COLUMNS_GAP = 28;
/** Places in a line of a legend at which names begin. */
const TABULATORS = 8;
/** Labels and title of the x axis. */
const BELOW_AXES = 58;
/** The largest share of the axes that a legend in them takes, by width and by height. */
const MOST_SHARE = 0.55;

/** Width of a figure in CSS pixels, and its height if that is fixed. */
export interface Room {
  readonly width: number;
  readonly height?: number;
  /** Least height of the axes, if the figure's height is free. */
  readonly leastHeight?: number;
}

/** Entries of a legend with their names in lines. */
interface Block {
  readonly entries: readonly (Entry & {
    readonly lines: readonly string[];
    readonly width: number;
    readonly at?: number;
  })[];
  /** Of the widest entry. */
  readonly width: number;
}

/** Where the entries of a block stand, and their lines of text. */
interface Places {
  readonly at: readonly (readonly [left: number, line: number])[];
  readonly lines: number;
}

/**
 * Places the parts of a figure in a room: title and names are wrapped, several panels stand beside each other where there is room, and a
 * panel's legend stands in a corner of its axes that no curve enters, else its curves or its key do, and the rest is below.
 */
export function layOut(figure: Figure, { width, height, leastHeight = 280 }: Room): Layout {
  const { panels, style } = figure;
  const scale = style.fontSize / FONT_SIZE;
  const isNarrow = width < NARROW;
  const labels = panels.map(({ y }) => labelWidth(y, style.fontSize, style.axisTitleSize));
  const right = Math.round(16 * scale);
  const inRow = panels.length > 1 && width / panels.length >= LEAST_PANEL ? panels.length : 1;
  const column = (width - right * inRow) / inRow;
  const left = isNarrow ? Math.round(12 * scale) : labels[0];
  const heading = fitHeading(figure, left, width - left - right);
  const below = Math.round(BELOW_AXES * scale);
  const count = Math.ceil(panels.length / inRow);
  // Legends below take from a fixed height, and what is in a corner depends on the height that is left.
  const legendsFor = (axesHeight: number) =>
    panels.map((panel, i) => {
      const axes = { width: column - labels[i], height: axesHeight };
      return fitLegend(panel, i, axes, figure, { scale, room: isNarrow ? width - 2 * left : axes.width });
    });
  const free = Math.min(MOST_HEIGHT, Math.max(leastHeight, ASPECT * (column - Math.max(...labels))));
  const spentBy = (legends: readonly FittedLegend[]) =>
    sum(rowsOf(legends, inRow).map((row) => below + Math.max(...row.map(({ height }) => height))));
  const heightLeft = (spent: number) => (height === undefined ? free : (height - heading.height - spent) / count);
  let axesHeight = heightLeft(count * below);
  let legends = legendsFor(axesHeight);
  for (let left = heightLeft(spentBy(legends)); left < axesHeight; left = heightLeft(spentBy(legends))) {
    // A legend that found a corner keeps its place only if it is free in the smaller axes, too.
    axesHeight = left;
    legends = legendsFor(left);
  }
  axesHeight = Math.round(heightLeft(spentBy(legends)));
  let top = heading.height;
  const boxes: (Box & { labels: number })[] = [];
  const drawn: Layout["legends"][number][] = [];
  for (const [row, inThis] of rowsOf(legends, inRow).entries()) {
    for (const [i, legend] of inThis.entries()) {
      const panel = row * inRow + i;
      const start = i * (column + right);
      const box = {
        left: Math.round(start + labels[panel]),
        top: Math.round(top),
        width: Math.round(column - labels[panel]),
        height: axesHeight,
        labels: Math.round(labels[panel] - style.axisTitleSize - 3),
      };
      boxes.push(box);
      const under = { left: isNarrow ? left : box.left, top: box.top + axesHeight + below };
      drawn.push(...legend.place(box, under));
    }
    top += axesHeight + below + Math.max(...inThis.map((legend) => legend.height));
  }
  return {
    width,
    height: Math.round(height ?? top),
    axesHeight,
    look: {
      font: FONT,
      fontSize: style.fontSize,
      axisTitleSize: style.axisTitleSize,
      legendLine: LEGEND_LINE * scale,
      ink: INK,
      faintInk: FAINT_INK,
      paper: PAPER,
      grid: GRID,
      minorGrid: MINOR_GRID,
    },
    heading: { left, lines: heading.lines },
    panels: boxes,
    legends: drawn,
  };
}

function rowsOf<T>(all: readonly T[], inRow: number): T[][] {
  const count = Math.ceil(all.length / inRow);
  return Array.from({ length: count }, (_, i) => all.slice(i * inRow, (i + 1) * inRow));
}

/** Room at the left of a y axis: for its longest label, and the title. */
function labelWidth(axis: Axis, fontSize: number, titleSize: number): number {
  const { labels } = Drawing.ticks(axis, axis.range, 300, fontSize);
  // A part of the axis, enlarged, has longer labels than the whole.
  const longest = Math.max(
    axis.scale === "log" && axis.unit === undefined ? 4.5 : 4,
    ...labels.map(({ text }) => seenLength(text)),
  );
  return Math.round(CHARACTER * fontSize * longest + 1.5 * titleSize + 16);
}

/** The lines of the title, in bold, and of the subtitle below. */
function fitHeading({ title, subtitle, style }: Figure, left: number, room: number) {
  const scale = style.fontSize / FONT_SIZE;
  if (title === "" && !subtitle) return { lines: [], height: Math.round(12 * scale), left };
  const bold = title === "" ? [] : wrapMarkup(escapeMarkup(title), room / (BOLD_CHARACTER * style.titleSize));
  const plain = subtitle ? wrapMarkup(escapeMarkup(subtitle), room / (CHARACTER * style.fontSize)) : [];
  let y = Math.round(12 * scale);
  const lines = [
    ...bold.map((text) => ({ text, size: style.titleSize, isBold: true })),
    ...plain.map((text) => ({ text, size: style.fontSize, isBold: false })),
  ].map((line) => {
    y += 1.3 * line.size;
    return { ...line, y: Math.round(y) };
  });
  return { lines, height: Math.round(y + 14 * scale), left };
}

interface FittedLegend {
  /** Height below the axes. */
  readonly height: number;
  /** @param axes their place. @param under the upper left corner of the room below. */
  readonly place: (axes: Box, under: { readonly left: number; readonly top: number }) => Layout["legends"][number][];
}

interface LegendRoom {
  /** Size of the font over the screen's. */
  readonly scale: number;
  /** Width below the axes. */
  readonly room: number;
}

type Size = Pick<Box, "width" | "height">;
type Corner = readonly ["top" | "bottom", "left" | "right"];

const CORNERS: readonly Corner[] = [
  ["top", "right"],
  ["bottom", "left"],
  ["top", "left"],
  ["bottom", "right"],
];

function fitLegend(panel: Panel, index: number, axes: Size, figure: Figure, { scale, room }: LegendRoom): FittedLegend {
  const { legend = "auto", style } = figure;
  const row = style.legendRow;
  const gap = COLUMNS_GAP * scale;
  const rowsAt = ({ entries }: Block, { at }: Places, left: number, top: number): LegendRow[] =>
    entries.map(({ name: _, width: _width, at: entry, ...rest }, i) => {
      const [x, line] = at[i];
      const placed = { left: Math.round(left + x), top: Drawing.round(top + row * line), step: row, panel: index };
      return { ...rest, ...placed, ...(entry !== undefined && { entry }) };
    });
  const inColumns = ({ entries, width }: Block, columns: number): Places => {
    const each = Math.ceil(entries.length / columns);
    let [line, lines] = [0, 0];
    const at = entries.map((entry, i) => {
      if (i % each === 0) line = 0;
      const place = [Math.floor(i / each) * (width + gap), line] as const;
      line += entry.lines.length;
      lines = Math.max(lines, line);
      return place;
    });
    return { at, lines };
  };
  /** One behind the other, as words of a text, at tabulators. */
  const inLines = ({ entries }: Block): Places => {
    let [x, line, lines] = [0, 0, 0];
    const at = entries.map((entry) => {
      if (x > 0 && x + entry.width > room) [x, line] = [0, lines];
      const place = [x, line] as const;
      x = (room / TABULATORS) * Math.ceil((x + entry.width + gap) / (room / TABULATORS));
      lines = Math.max(lines, line + entry.lines.length);
      return place;
    });
    return { at, lines };
  };
  const blocksIn = (width: number) => {
    const characters = (width - (LEGEND_LINE + 8) * scale) / (CHARACTER * style.fontSize);
    const blockOf = (entries: readonly Entry[], isNumbered: boolean): Block[] => {
      if (entries.length === 0) return [];
      const wrapped = entries.map((entry, at) => {
        const lines = wrapMarkup(entry.name, characters);
        const textWidth = CHARACTER * style.fontSize * Math.max(...lines.map(seenLength));
        return { ...entry, lines, width: (LEGEND_LINE + 8) * scale + textWidth, ...(isNumbered && { at }) };
      });
      return [{ entries: wrapped, width: Math.max(...wrapped.map(({ width }) => width)) }];
    };
    return { entries: blockOf(panel.entries, true), key: blockOf(panel.key ?? [], false) };
  };
  const inside = (blocks: readonly Block[]): FittedLegend["place"] | undefined => {
    const inset = INSET * scale;
    const columns = blocks.map((block) => inColumns(block, 1));
    const size = {
      width: Math.ceil(Math.max(...blocks.map(({ width }) => width)) + 2 * inset),
      height: Math.ceil(row * sum(columns.map(({ lines }) => lines)) + 2 * inset),
    };
    const chosen = CORNERS.find(([end, side]) => `${end}-${side}` === legend);
    const corner = chosen ?? (fits(size, axes) ? freeCorner(panel, size, axes) : undefined);
    if (corner === undefined) return undefined;
    const [end, side] = corner;
    return (at) => {
      const left = side === "left" ? at.left + CORNER_GAP : at.left + at.width - size.width - CORNER_GAP;
      const top = end === "top" ? at.top + CORNER_GAP : at.top + at.height - size.height - CORNER_GAP;
      let y = top + inset;
      const rows = blocks.flatMap((block, i) => {
        const all = rowsAt(block, columns[i], left + inset, y);
        y += row * columns[i].lines;
        return all;
      });
      return [{ box: { left, top, ...size }, isBoxed: true, rows }];
    };
  };
  const nothing: FittedLegend = { height: 0, place: () => [] };
  const { entries, key } = blocksIn(axes.width * MOST_SHARE);
  if (legend === "none" || entries.length + key.length === 0) return nothing;
  if (legend !== "below") {
    const both = inside([...entries, ...key]);
    if (both !== undefined) return { height: 0, place: both };
  }
  const wide = blocksIn(room);
  const isWhole = legend === "below" || entries.length + key.length === 1;
  const parted = [
    { within: isWhole ? undefined : inside(entries), outside: wide.key },
    { within: isWhole ? undefined : inside(key), outside: wide.entries },
  ].find(({ within }) => within !== undefined);
  const { within, outside } = parted ?? { within: undefined, outside: [...wide.entries, ...wide.key] };
  const under = belowAxes(outside);
  return { height: under.height, place: (at, corner) => [...(within?.(at, corner) ?? []), under.place(corner)] };

  /** Blocks in the room below the axes: beside each other, else each in columns or in lines, as takes less height. */
  function belowAxes(blocks: readonly Block[]) {
    const stacked = blocks.map((block) => {
      const columns = Math.min(block.entries.length, Math.max(1, Math.floor((room + gap) / (block.width + gap))));
      const [one, other] = [inColumns(block, columns), inLines(block)];
      return other.lines < one.lines ? other : one;
    });
    const columns = blocks.map((block) => inColumns(block, 1));
    const [stackedLines, besideLines] = [
      sum(stacked.map(({ lines }) => lines)),
      Math.max(...columns.map(({ lines }) => lines)),
    ];
    const isBeside = besideLines < stackedLines && sum(blocks.map(({ width }) => width + gap)) - gap <= room;
    const chosen = isBeside ? columns : stacked;
    const height = Math.round(row * (isBeside ? besideLines : stackedLines) + 8 * scale);
    const place = ({ left, top }: { readonly left: number; readonly top: number }) => {
      let [x, y] = [left, top];
      const rows = blocks.flatMap((block, i) => {
        const placed = rowsAt(block, chosen[i], x, y);
        if (isBeside) x += block.width + gap;
        else y += row * chosen[i].lines;
        return placed;
      });
      return { box: { left, top, width: room, height }, isBoxed: false, rows };
    };
    return { height, place };
  }
}

function fits(size: Size, axes: Size): boolean {
  return size.width <= MOST_SHARE * axes.width + 2 * INSET && size.height <= MOST_SHARE * axes.height;
}

function freeCorner(panel: Panel, size: Size, axes: Size): Corner | undefined {
  const width = (size.width + 2 * CORNER_GAP) / axes.width;
  const height = (size.height + 2 * CORNER_GAP) / axes.height;
  const isFree = CORNERS.map(() => true);
  for (const [x, y] of placesOf(panel)) {
    if (x < 0 || x > 1 || y < 0 || y > 1) continue;
    for (const [i, [end, side]] of CORNERS.entries()) {
      const isIn = (side === "left" ? x < width : x > 1 - width) && (end === "bottom" ? y < height : y > 1 - height);
      if (isIn) isFree[i] = false;
    }
  }
  const found = isFree.indexOf(true);
  return found < 0 ? undefined : CORNERS[found];
}

/** Steps in which a line between two points is followed. */
const STEPS = 12;

/** Points along the curves of a panel, as shares of its axes: points, the ends of their intervals, and lines between them. */
function* placesOf({ x, y, curves }: Panel): Generator<readonly [number, number]> {
  const across = (value: number) => Drawing.share(x.scale, x.range, value);
  const up = (value: number) => Drawing.share(y.scale, y.range, value);
  for (const { points, line, intervals } of curves) {
    let before: readonly [number, number] | undefined;
    for (const [px, py, low, high] of points) {
      const place = [across(px), up(py)] as const;
      for (let step = 1; line !== undefined && before !== undefined && step < STEPS; step++) {
        const share = step / STEPS;
        yield [before[0] + share * (place[0] - before[0]), before[1] + share * (place[1] - before[1])];
      }
      yield place;
      if (intervals !== undefined && low !== undefined && high !== undefined) {
        yield [place[0], up(low)];
        yield [place[0], up(high)];
      }
      before = place;
    }
  }
}

/** A visible character of escaped text, a tag, or a space where a line may end. */
const TOKEN = /<[^>]*>|&\w+;|./gsu;

/**
 * Breaks a label into lines. Lines end at spaces, and within words that are longer than a line.
 * @param markup text with `<`, `>` and `&` escaped, and tags as labels have them; a tag must not reach over a space.
 * @param characters visible characters of a line at most.
 */
export function wrapMarkup(markup: string, characters: number): string[] {
  const most = Math.max(4, Math.floor(characters));
  const lines: string[] = [];
  let [line, length] = ["", 0];
  for (const word of markup.split(" ")) {
    const tokens = word.match(TOKEN) ?? [];
    const wide = tokens.filter(isVisible).length;
    if (length > 0 && length + 1 + wide > most) {
      lines.push(line);
      [line, length] = ["", 0];
    }
    if (length > 0) [line, length] = [`${line} `, length + 1];
    for (const token of tokens) {
      if (isVisible(token) && length === most) {
        lines.push(line);
        [line, length] = ["", 0];
      }
      line += token;
      if (isVisible(token)) length++;
    }
  }
  return [...lines, line];
}

function isVisible(token: string): boolean {
  return !token.startsWith("<");
}
