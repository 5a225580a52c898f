import "./style.css";

export { mountCurves } from "./curves.ts";
export { mountPlane } from "./plane.ts";
