export { mountCvKey } from "./cv-key.ts";
export { mountReconciliation } from "./reconciliation.ts";
