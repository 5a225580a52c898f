// Prints what vitest's JSON reports counted as one plain line, after the tests that failed with their reasons, as the output of CI is
// often cut off above. Exits with 1 if in one of them no test ran, or any failed or was skipped.
import { readFileSync } from "node:fs";

/** Lines of a failure that are printed. */
const REASON_LINES = 12;

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
  for (const { name, status, message, assertionResults } of testResults) {
    const failures = assertionResults.filter(({ status }) => status === "failed");
    // A file that cannot be read has a message. The error of a hook stands in no report of vitest's.
    if (status === "failed" && failures.length === 0) {
      console.log(`FAILED ${name}: ${startOf(message || "a hook failed, as the output above says")}`);
      counts.failed++;
    }
    for (const { fullName, failureMessages = [] } of failures) {
      console.log(`FAILED ${name}: ${fullName}\n${startOf(failureMessages.join("\n"))}`);
    }
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

function startOf(text) {
  return text.split("\n").slice(0, REASON_LINES).join("\n");
}

/** An empty report of a run that did not come to its end. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
