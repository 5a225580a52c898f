import type { Axis, Box, Curve, Dash, Figure, Layout, LegendRow, Line, Marker, MarkerSymbol } from "./chart.ts";

/** The part of a panel that is shown in place of the whole. */
type Zoom = Readonly<Record<"x" | "y", readonly [number, number]>>;

/** What a reader of a page has changed. */
export interface DrawingState {
  /** By panel. */
  readonly zoom?: readonly (Zoom | undefined)[];
  /** Hidden entries: panel and entry, `0:2`. */
  readonly hidden?: ReadonlySet<string>;
  /** Whether entries of the legend are buttons. */
  readonly isLive?: boolean;
}

/** A label of an axis. */
interface Tick {
  readonly value: number;
  /** Markup. */
  readonly text: string;
}

/**
 * A figure as SVG: the same for images and pages. A page carries the text of this class and draws with it, so that the class refers to
 * nothing outside itself. Ids are not used: a page may have many drawings. Colours are attributes, which a page's style sheet may override.
 */
export class Drawing {
  readonly figure: Figure;
  readonly layout: Layout;
  readonly state: DrawingState;

  constructor(figure: Figure, layout: Layout, state: DrawingState = {}) {
    this.figure = figure;
    this.layout = layout;
    this.state = state;
  }

  /** The drawing as an element. */
  svg(): string {
    const { width, height, heading, panels, legends, look } = this.layout;
    const titles = heading.lines.map(({ text, size, y, isBold }) =>
      this.text(text, heading.left, y, { size, fill: isBold ? look.ink : look.faintInk, isBold }),
    );
    const role = this.state.isLive ? "group" : "img";
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="${role}" aria-label="${this.description()}" font-family="${look.font}" font-size="${look.fontSize}">`,
      `<rect width="${width}" height="${height}" fill="${look.paper}"/>`,
      ...titles,
      ...panels.map((box, i) => this.panel(i, box)),
      ...legends.flatMap(({ box, isBoxed, rows }) => [
        ...(isBoxed
          ? [`<rect ${this.place(box)} fill="${look.paper}" fill-opacity="0.85" stroke="${look.grid}"/>`]
          : []),
        ...rows.map((row) => this.legendRow(row)),
      ]),
      "</svg>",
    ].join("\n");
  }

  /** The figure for readers who do not see it: what it shows over what, and the names of its curves. */
  description(): string {
    const plain = (markup: string) => markup.replace(/<[^>]*>/g, "");
    const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
    const parts = this.figure.panels.map(({ x, y, entries }) => {
      const curves = entries.length === 0 ? "" : `: ${entries.map(({ name }) => plain(name)).join("; ")}`;
      return `${plain(y.title)} over ${plain(x.title)}${curves}`;
    });
    return [escaped(this.figure.title), ...parts].filter(Boolean).join(". ").replace(/"/g, "&quot;");
  }

  /** The ends of a panel's axis, as they are shown. */
  range(panel: number, letter: "x" | "y"): readonly [number, number] {
    return this.state.zoom?.[panel]?.[letter] ?? this.figure.panels[panel][letter].range;
  }

  /** Pixels of a value on an axis, from the left or the bottom end of the axes to the other. */
  place1(panel: number, letter: "x" | "y", value: number): number {
    const { left, top, width, height } = this.layout.panels[panel];
    const share = Drawing.share(this.figure.panels[panel][letter].scale, this.range(panel, letter), value);
    return letter === "x" ? left + share * width : top + (1 - share) * height;
  }

  /** The value at a pixel. */
  value(panel: number, letter: "x" | "y", pixel: number): number {
    const { left, top, width, height } = this.layout.panels[panel];
    const share = letter === "x" ? (pixel - left) / width : 1 - (pixel - top) / height;
    const [low, high] = this.range(panel, letter);
    return this.figure.panels[panel][letter].scale === "log" ? low * (high / low) ** share : low + share * (high - low);
  }

  /** The place of a value between the ends of an axis, 0 … 1. A value that a logarithmic axis does not have is far below. */
  static share(scale: Axis["scale"], [low, high]: readonly [number, number], value: number): number {
    if (scale === "linear") return (value - low) / (high - low);
    return value > 0 ? Math.max(-9, Math.log(value / low) / Math.log(high / low)) : -9;
  }

  /** Curves of a panel that are not hidden. */
  shown(panel: number): readonly Curve[] {
    const { curves } = this.figure.panels[panel];
    return curves.filter(({ entry }) => entry === undefined || !this.state.hidden?.has(`${panel}:${entry}`));
  }

  panel(panel: number, box: Box): string {
    const { look } = this.layout;
    const { left, top, width, height } = box;
    const [x, y] = [this.axis(panel, "x", box), this.axis(panel, "y", box)];
    return [
      // A nested element cuts off what lies outside the axes, without an id.
      `<svg ${this.place(box)} viewBox="${left} ${top} ${width} ${height}" overflow="hidden">`,
      ...[x, y].flatMap(({ thin, grid }) => [
        `<path d="${thin}" stroke="${look.minorGrid}"/>`,
        `<path d="${grid}" stroke="${look.grid}"/>`,
      ]),
      ...this.shown(panel).map((curve) => this.curve(panel, curve)),
      "</svg>",
      `<path d="${x.ticks}${y.ticks}" stroke="${look.ink}"/>`,
      `<rect ${this.place(box)} fill="none" stroke="${look.ink}"/>`,
      ...x.texts,
      ...y.texts,
    ].join("\n");
  }

  /** Grid, ticks and labels of an axis, and its title. */
  axis(panel: number, letter: "x" | "y", { left, top, width, height }: Box) {
    const { look } = this.layout;
    const { fontSize, axisTitleSize } = look;
    const axis = this.figure.panels[panel][letter];
    const isX = letter === "x";
    const { labels, between } = Drawing.ticks(axis, this.range(panel, letter), isX ? width : height, fontSize);
    const at = (value: number) => Drawing.round(this.place1(panel, letter, value));
    const line = (value: number) => (isX ? `M${at(value)},${top}v${height}` : `M${left},${at(value)}h${width}`);
    const tick = (value: number, length: number) =>
      isX ? `M${at(value)},${top + height}v${length}` : `M${left},${at(value)}h${-length}`;
    const bottom = top + height;
    const texts = labels.map(({ value, text }) =>
      isX
        ? this.text(text, at(value), bottom + 8 + fontSize, { anchor: "middle" })
        : this.text(text, left - 9, at(value) + 0.35 * fontSize, { anchor: "end" }),
    );
    const title = isX
      ? this.text(axis.title, left + width / 2, bottom + 16 + fontSize + axisTitleSize, {
          size: axisTitleSize,
          anchor: "middle",
        })
      : this.text(axis.title, 0, 0, {
          size: axisTitleSize,
          anchor: "middle",
          transform: `translate(${Drawing.round(left - this.layout.panels[panel].labels)},${Drawing.round(top + height / 2)}) rotate(-90)`,
        });
    return {
      thin: between.map(line).join(""),
      grid: labels.map(({ value }) => line(value)).join(""),
      ticks: [...labels.map(({ value }) => tick(value, 5)), ...between.map((value) => tick(value, 3))].join(""),
      texts: [...texts, title],
    };
  }

  /**
   * The labels of an axis, and the places of thin lines between them.
   * @param pixels the axis' length.
   */
  static ticks(
    { scale, ticks, unit }: Axis,
    [low, high]: readonly [number, number],
    pixels: number,
    fontSize: number,
  ): { readonly labels: readonly Tick[]; readonly between: readonly number[] } {
    const isIn = (value: number) => value >= low * (1 - 1e-12) && value <= high * (1 + 1e-12);
    const grouped = (text: string) => text.replace("-", "−").replace(/\B(?=(\d{3})+$)/g, ",");
    if (ticks !== undefined) {
      // Of labels that would overlap the first.
      const labels: Tick[] = [];
      let free = Number.NEGATIVE_INFINITY;
      for (const value of ticks.filter(isIn)) {
        const text = grouped(String(value));
        const place = pixels * Drawing.share(scale, [low, high], value);
        const half = 0.33 * fontSize * (text.length + 1);
        if (place - half < free) continue;
        labels.push({ value, text });
        free = place + half;
      }
      return { labels, between: [] };
    }
    const withUnit = (value: number) => {
      const prefixes: readonly (readonly [number, string])[] = [
        [1e12, "T"],
        [1e9, "G"],
        [1e6, "M"],
        [1e3, "k"],
        [1, ""],
      ];
      const [size, prefix] = prefixes.find(([least]) => value >= 0.9999 * least) ?? [1, ""];
      return `${Number((value / size).toPrecision(3))} ${prefix}${unit}`;
    };
    if (scale === "log") {
      const power = (exponent: number) => Number(`1e${exponent}`);
      const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
      const exponents = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
      const text = (exponent: number) => `10<sup>${String(exponent).replace("-", "−")}</sup>`;
      const multiples = [first - 1, ...exponents].flatMap((exponent) =>
        [2, 3, 4, 5, 6, 7, 8, 9].map((factor) => ({ factor, exponent, value: factor * power(exponent) })),
      );
      const between = multiples.filter(({ value }) => isIn(value));
      const step = Math.max(1, Math.ceil((exponents.length * 1.5 * fontSize) / pixels));
      const powers = exponents.map((exponent) => ({
        value: power(exponent),
        text: exponent % step !== 0 ? "" : unit === undefined ? text(exponent) : withUnit(power(exponent)),
      }));
      // Within a decade its multiples have labels.
      if (powers.length < 2 && between.length > 1) {
        const some = between.map(({ factor, exponent, value }) => ({
          value,
          text: unit === undefined ? `${factor}·${text(exponent)}` : withUnit(value),
        }));
        return { labels: [...powers, ...some], between: [] };
      }
      if (powers.length > 0) return { labels: powers, between: between.map(({ value }) => value) };
    }
    const most = Math.max(2, Math.min(9, pixels / (5 * fontSize)));
    const rough = (high - low) / most;
    const size = 10 ** Math.floor(Math.log10(rough));
    const factor = [1, 2, 5, 10].find((each) => each * size >= 0.85 * rough) ?? 10;
    const parts = factor === 2 ? 4 : 5;
    const step = (factor * size) / parts;
    const digits = Math.max(0, -Math.floor(Math.log10(factor * size) + 1e-9));
    const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
    const all = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    const whole = all.filter((i) => i % parts === 0).map((i) => i * step);
    return {
      labels: whole.map((value) => {
        const [integer, fraction] = Math.abs(value).toFixed(Math.min(20, digits)).split(".");
        const plain = `${value < 0 ? "−" : ""}${grouped(integer)}${fraction === undefined ? "" : `.${fraction}`}`;
        return { value, text: unit === undefined ? plain : withUnit(value) };
      }),
      between: all.filter((i) => i % parts !== 0).map((i) => i * step),
    };
  }

  curve(panel: number, { points, line, marker, intervals }: Curve): string {
    const { round } = Drawing;
    const at = points.map(([x, y, low = y, high = y]) => ({
      x: round(this.place1(panel, "x", x)),
      y: round(this.place1(panel, "y", y)),
      low: round(this.place1(panel, "y", low)),
      high: round(this.place1(panel, "y", high)),
    }));
    const parts: string[] = [];
    if (intervals?.as === "band") {
      const there = at.map(({ x, high }) => `${x},${high}`);
      const back = at.map(({ x, low }) => `${x},${low}`).reverse();
      parts.push(`<path d="M${[...there, ...back].join("L")}Z" fill="${intervals.colour}" fill-opacity="0.18"/>`);
    }
    if (intervals?.as === "bars") {
      const bars = at.filter(({ low, high }) => low !== high);
      const drawn = bars
        .map(({ x, low, high }) => `M${x},${low}V${high}M${x - 4},${high}h8M${x - 4},${low}h8`)
        .join("");
      if (drawn !== "") parts.push(`<path d="${drawn}" stroke="${intervals.colour}" stroke-width="1.2"/>`);
    }
    if (line !== undefined && at.length > 0)
      parts.push(this.line(line, `M${at.map(({ x, y }) => `${x},${y}`).join("L")}`));
    if (marker !== undefined) parts.push(this.marks(marker, at));
    return parts.join("\n");
  }

  line({ colour, width, dash }: Line, d: string): string {
    const pattern = Drawing.dashes[dash].join(" ");
    const dashes = pattern === "" ? "" : ` stroke-dasharray="${pattern}"`;
    return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"${dashes}/>`;
  }

  /** Dashes and gaps in CSS pixels, short enough to differ on a legend's line in the smallest style. */
  static readonly dashes: Readonly<Record<Dash, readonly number[]>> = {
    solid: [],
    dash: [9, 7],
    dot: [2.5, 4],
    dashdot: [9, 5, 2.5, 5],
    longdash: [17, 5.5],
    longdashdot: [13, 3.5, 2.5, 3.5],
    sparse: [2, 8],
  };

  /** Markers at places. */
  marks({ symbol, size, fill, stroke, strokeWidth, isLimit }: Marker, at: readonly { x: number; y: number }[]): string {
    const { round } = Drawing;
    const r = size / 2;
    const shape = Drawing.shape(symbol, r);
    const below = round(r + 0.5);
    const [length, head] = [round(1.2 * Math.min(size, 9)), round(0.4 * Math.min(size, 9))];
    const arrow = isLimit ? `m0,${below}v${length}l${-head},${-head}h${2 * head}l${-head},${head}` : "";
    const d = at.map(({ x, y }) => `M${x},${y}${shape}${arrow === "" ? "" : `M${x},${y}${arrow}`}`).join("");
    return `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${round(strokeWidth)}"/>`;
  }

  /** A marker as a path around its middle, with relative commands. @param r its radius. */
  static shape(symbol: MarkerSymbol, r: number): string {
    const { round } = Drawing;
    // Corners on a circle, the first one at the top, in turn at these shares of the radius.
    const around = (corners: number, radii: readonly number[], turn = 0) => {
      const places = Array.from({ length: corners }, (_, i) => {
        const [angle, size] = [(2 * Math.PI * i) / corners + turn, r * radii[i % radii.length]];
        return [size * Math.sin(angle), -size * Math.cos(angle)];
      });
      const steps = places.map(([x, y], i) => {
        const [px, py] = i === 0 ? [0, 0] : places[i - 1];
        return `${round(x - px)},${round(y - py)}`;
      });
      return `m${steps.join("l")}z`;
    };
    const rays = (count: number, turn: number) =>
      Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / count + turn;
        const [x, y] = [round(r * Math.sin(angle)), round(-r * Math.cos(angle))];
        return `l${x},${y}l${-x},${-y}`;
      }).join("");
    const shapes: Readonly<Record<MarkerSymbol, () => string>> = {
      circle: () => `m${round(-r)},0a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0z`,
      square: () => around(4, [1.27], Math.PI / 4),
      triangle: () => around(3, [1.3]),
      diamond: () => around(4, [1.35]),
      hexagon: () => around(6, [1.15]),
      star: () => around(10, [1.5, 0.6]),
      x: () => rays(4, Math.PI / 4),
      plus: () => rays(4, 0),
      asterisk: () => rays(6, 0),
      tripod: () => rays(3, Math.PI),
    };
    return shapes[symbol]();
  }

  legendRow(row: LegendRow): string {
    const { look } = this.layout;
    const { left, top, step, lines, line, marker, panel, entry } = row;
    const length = look.legendLine;
    const [middle, start] = [Drawing.round(top + step / 2), left + length + 0.4 * look.fontSize];
    const parts = [
      ...(line === undefined ? [] : [this.line(line, `M${left},${middle}h${length}`)]),
      ...(marker === undefined
        ? []
        : [this.marks(marker, [{ x: left + length / 2, y: marker.isLimit ? middle - 4 : middle }])]),
      ...lines.map((text, i) => this.text(text, start, middle + i * step + 0.35 * look.fontSize)),
    ].join("");
    if (entry === undefined || !this.state.isLive) return parts;
    const isHidden = this.state.hidden?.has(`${panel}:${entry}`) === true;
    return `<g data-entry="${panel}:${entry}" role="button" tabindex="0" aria-pressed="${!isHidden}" style="cursor:pointer"${isHidden ? ' opacity="0.4"' : ""}>${parts}</g>`;
  }

  /** A text with tags as SVG: raised and lowered text moves back by a tspan. */
  text(
    markup: string,
    x: number,
    y: number,
    more: {
      readonly size?: number;
      readonly fill?: string;
      readonly anchor?: "middle" | "end";
      readonly isBold?: boolean;
      readonly transform?: string;
    } = {},
  ): string {
    const tags: Readonly<Record<string, string>> = {
      "<b>": '<tspan font-weight="bold">',
      "<i>": '<tspan font-style="italic">',
      "<sup>": '<tspan dy="-0.6em" font-size="70%">',
      "<sub>": '<tspan dy="0.3em" font-size="70%">',
      "</b>": "</tspan>",
      "</i>": "</tspan>",
      "</sup>": '</tspan><tspan dy="0.42em">\u200b</tspan>',
      "</sub>": '</tspan><tspan dy="-0.21em">\u200b</tspan>',
    };
    const drawn = markup.replace(/<[^>]*>/g, (tag) => {
      if (tags[tag] === undefined) throw new Error(`a label has the tag ${tag}, which no drawing has`);
      return tags[tag];
    });
    const attributes = [
      `x="${Drawing.round(x)}" y="${Drawing.round(y)}" fill="${more.fill ?? this.layout.look.ink}"`,
      ...(more.size === undefined ? [] : [`font-size="${more.size}"`]),
      ...(more.anchor === undefined ? [] : [`text-anchor="${more.anchor}"`]),
      ...(more.isBold ? ['font-weight="bold"'] : []),
      ...(more.transform === undefined ? [] : [`transform="${more.transform}"`]),
    ];
    return `<text ${attributes.join(" ")}>${drawn}</text>`;
  }

  place({ left, top, width, height }: Box): string {
    const { round } = Drawing;
    return `x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}"`;
  }

  static round(value: number): number {
    return Math.round(100 * value) / 100;
  }
}

/** A figure that a page shows. */
export interface MountedFigure {
  /** Draws another figure in its place, or the same one for another width. */
  draw(figure: Figure): void;
}

/**
 * Draws a figure into an element, for people who read it on a page. The pointer shows the nearest point; a drag enlarges, a double click
 * shows all again; an entry of the legend hides and shows its curves, and a double click on it shows them alone. Like `Drawing`, its text is
 * carried by pages, so that it refers to nothing outside itself.
 * @param layoutFor the layout for a width in CSS pixels.
 * @param Draw the class `Drawing`.
 */
export function mountFigure(
  host: HTMLElement,
  layoutFor: (figure: Figure, width: number) => Layout,
  Draw: typeof Drawing,
  save?: { readonly button: HTMLElement; readonly file: string },
): MountedFigure {
  let figure: Figure | undefined;
  let drawing: Drawing | undefined;
  let zoom: (Zoom | undefined)[] = [];
  let hidden = new Set<string>();
  let from: { readonly panel: number; readonly x: number; readonly y: number } | undefined;
  const [picture, frame, tip] = ["picture", "frame", "tip"].map((name) => {
    const element = document.createElement("div");
    element.className = `figure-${name}`;
    host.append(element);
    return element;
  });
  host.style.position = "relative";
  frame.hidden = true;
  tip.hidden = true;

  const redraw = () => {
    if (figure === undefined) return;
    const focused = document.activeElement?.getAttribute("data-entry");
    drawing = new Draw(figure, layoutFor(figure, host.clientWidth), { zoom, hidden, isLive: true });
    picture.innerHTML = drawing.svg();
    if (focused) picture.querySelector<SVGElement>(`[data-entry="${focused}"]`)?.focus();
  };
  const place = (event: MouseEvent) => {
    const { left, top } = picture.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const panelAt = ({ x, y }: { readonly x: number; readonly y: number }) =>
    drawing!.layout.panels.findIndex(
      ({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height,
    );
  const nearest = (panel: number, { x, y }: { readonly x: number; readonly y: number }) => {
    let best: { readonly x: number; readonly y: number; readonly text: string } | undefined;
    let least = 24 ** 2;
    for (const { points, texts } of drawing!.shown(panel)) {
      for (let i = 0; texts !== undefined && i < points.length; i++) {
        const [px, py] = [drawing!.place1(panel, "x", points[i][0]), drawing!.place1(panel, "y", points[i][1])];
        const distance = (px - x) ** 2 + (py - y) ** 2;
        if (distance >= least) continue;
        least = distance;
        best = { x: px, y: py, text: texts[i] };
      }
    }
    return best;
  };
  const box = (to: { readonly x: number; readonly y: number }) => {
    const { left, top, width, height } = drawing!.layout.panels[from!.panel];
    const within = (value: number, low: number, size: number) => Math.min(low + size, Math.max(low, value));
    const [x0, x1] = [from!.x, within(to.x, left, width)].sort((a, b) => a - b);
    const [y0, y1] = [from!.y, within(to.y, top, height)].sort((a, b) => a - b);
    // A drag along one axis keeps the other one whole.
    const [isX, isY] = [x1 - x0 >= 12, y1 - y0 >= 12];
    return {
      isDrag: isX || isY,
      ...(isX ? { x0, x1 } : { x0: left, x1: left + width }),
      ...(isY ? { y0, y1 } : { y0: top, y1: top + height }),
    };
  };
  const point = (event: PointerEvent) => {
    const at = place(event);
    const panel = from === undefined ? panelAt(at) : -1;
    const found = panel < 0 ? undefined : nearest(panel, at);
    tip.hidden = found === undefined;
    if (found === undefined) return;
    tip.innerHTML = found.text;
    const isRight = found.x > host.clientWidth / 2;
    Object.assign(tip.style, {
      top: `${found.y + 12}px`,
      left: isRight ? "" : `${found.x + 12}px`,
      right: isRight ? `${host.clientWidth - found.x + 12}px` : "",
    });
  };
  picture.addEventListener("pointerdown", (event) => {
    if (drawing === undefined || (event.target as Element).closest("[data-entry]")) return;
    const at = place(event);
    const panel = panelAt(at);
    // A finger scrolls the page, and shows the point below it.
    if (event.pointerType !== "touch" && event.button === 0 && panel >= 0) {
      from = { panel, ...at };
      picture.setPointerCapture(event.pointerId);
      event.preventDefault();
    } else point(event);
  });
  picture.addEventListener("pointermove", (event) => {
    if (drawing === undefined) return;
    point(event);
    if (from === undefined) return;
    const { isDrag, x0, x1, y0, y1 } = box(place(event));
    frame.hidden = !isDrag;
    Object.assign(frame.style, { left: `${x0}px`, top: `${y0}px`, width: `${x1 - x0}px`, height: `${y1 - y0}px` });
  });
  picture.addEventListener("pointerleave", () => {
    tip.hidden = true;
  });
  picture.addEventListener("pointerup", (event) => {
    if (from === undefined || drawing === undefined) return;
    const { isDrag, x0, x1, y0, y1 } = box(place(event));
    const { panel } = from;
    from = undefined;
    frame.hidden = true;
    if (!isDrag) return;
    const value = (letter: "x" | "y", pixel: number) => drawing!.value(panel, letter, pixel);
    zoom[panel] = { x: [value("x", x0), value("x", x1)], y: [value("y", y1), value("y", y0)] };
    redraw();
  });
  const toggle = (target: EventTarget | null, isAlone: boolean) => {
    const name = (target as Element).closest("[data-entry]")?.getAttribute("data-entry");
    if (!name) return false;
    if (isAlone) {
      const [panel] = name.split(":");
      const others = figure!.panels[Number(panel)].entries.map((_, i) => `${panel}:${i}`).filter((one) => one !== name);
      const areHidden = others.every((one) => hidden.has(one));
      for (const one of others) areHidden ? hidden.delete(one) : hidden.add(one);
      hidden.delete(name);
    } else if (!hidden.delete(name)) hidden.add(name);
    redraw();
    return true;
  };
  picture.addEventListener("click", (event) => void toggle(event.target, false));
  picture.addEventListener("dblclick", (event) => {
    if (drawing === undefined || toggle(event.target, true)) return;
    const panel = panelAt(place(event));
    if (panel < 0) return;
    zoom[panel] = undefined;
    redraw();
  });
  picture.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && toggle(event.target, false)) event.preventDefault();
  });
  let width = 0;
  const observer = new ResizeObserver(() => {
    if (host.clientWidth !== width) redraw();
    width = host.clientWidth;
  });
  observer.observe(host);
  save?.button.addEventListener("click", () => {
    const link = document.createElement("a");
    const text = new Draw(drawing!.figure, drawing!.layout, { zoom, hidden }).svg();
    link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    link.download = save.file;
    link.click();
  });
  return {
    draw(other) {
      if (figure?.panels.length !== other.panels.length) [zoom, hidden] = [[], new Set()];
      figure = other;
      width = host.clientWidth;
      redraw();
    },
  };
}
