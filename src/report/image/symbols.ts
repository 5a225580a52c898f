/** A marker in Vega: one of its shapes, or a path in a square from −1 to 1. */
interface Shape {
  readonly shape: string;
  /** Width relative to that of a circle of the same size. */
  readonly scale?: number;
  /** Lines without an inside. */
  readonly isThin?: boolean;
}

const { cos, sin, PI } = Math;

/** Plotly's names of markers. */
const SHAPES: Readonly<Record<string, Shape>> = {
  circle: { shape: "circle" },
  square: { shape: "square" },
  diamond: { shape: "diamond", scale: 1.3 },
  cross: { shape: "cross", scale: 1.1 },
  hexagon: { shape: polygon(6, () => 1), scale: 1.1 },
  star: { shape: polygon(10, (corner) => (corner % 2 === 0 ? 1 : 0.4)), scale: 1.3 },
  "triangle-up": { shape: "M0,-1L1,0.73L-1,0.73Z" },
  "triangle-down": { shape: "M0,1L1,-0.73L-1,-0.73Z" },
  "x-thin": { shape: "M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8", isThin: true },
  "cross-thin": { shape: "M-1,0L1,0M0,-1L0,1", isThin: true },
  asterisk: { shape: "M-1,0L1,0M0,-1L0,1M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8", isThin: true },
  "y-down": { shape: "M0,1L0,0M-1,-0.8L0,0M1,-0.8L0,0", isThin: true },
};

/** Plotly's marker of a trace. */
export interface Marker {
  readonly color: string;
  readonly size: number;
  readonly symbol?: string;
  readonly line?: { readonly color: string; readonly width: number };
}

/** Vega's properties of a symbol. */
export function symbolProperties({ color, size, symbol = "circle", line }: Marker) {
  const isOpen = symbol.endsWith("-open");
  const known = SHAPES[symbol.replace(/-open$/, "")];
  if (known === undefined) throw new Error(`images have no marker named ${symbol}`);
  const { shape, scale = 1, isThin = false } = known;
  return {
    shape: { value: shape },
    size: { value: (scale * size) ** 2 },
    fill: { value: isOpen || isThin ? "transparent" : color },
    stroke: { value: line?.color ?? color },
    strokeWidth: { value: line?.width ?? (isOpen || isThin ? 1.5 : 0) },
  };
}

/** A closed path through corners on a circle, the first at the top. @param radius of each corner. */
function polygon(corners: number, radius: (corner: number) => number): string {
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * PI * i) / corners;
    return [radius(i) * sin(angle), -radius(i) * cos(angle)].map((value) => value.toFixed(3)).join(",");
  });
  return `M${points.join("L")}Z`;
}
