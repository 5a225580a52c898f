// Prints what vitest's JSON reports counted as one plain line; exits with 1 if in one of them no test ran, or any failed or was skipped.
import { readFileSync } from "node:fs";

const counts = { passed: 0, failed: 0, skipped: 0 };
let isGood = true;
for (const file of process.argv.slice(2)) {
  const report = read(file);
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
  counts.passed += passed;
  counts.failed += failed;
  counts.skipped += skipped;
  if (!(passed > 0 && failed === 0 && skipped === 0 && report.success)) isGood = false;
}
const { passed, failed, skipped } = counts;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = isGood ? 0 : 1;

/** An empty report of a run that did not come to its end. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
