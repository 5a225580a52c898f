// Prints what vitest's JSON report counted as one plain line; exits with 1 if no test ran, or any failed or was skipped.
import { readFileSync } from "node:fs";

const text = readFileSync(process.argv[2], "utf8");
const report = text === "" ? {} : JSON.parse(text);
const {
  numPassedTests: passed = 0,
  numFailedTests: failed = 0,
  numPendingTests: skipped = 0,
  testResults = [],
} = report;
for (const { name, assertionResults } of testResults) {
  const tests = assertionResults.filter(({ status }) => status === "pending" || status === "skipped");
  for (const { fullName } of tests) console.error(`a test was skipped, which none may be: ${name}: ${fullName}`);
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = passed > 0 && failed === 0 && skipped === 0 && report.success ? 0 : 1;
