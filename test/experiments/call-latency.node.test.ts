import { beforeEach, expect, it, vi } from "vitest";
import { callLatency, latencyText } from "../../experiments/shared/measure.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  return () => vi.useRealTimers();
});

it("times calls in bursts after work, and leaves the first burst out", async () => {
  const order: string[] = [];
  let calls = 0;
  const measured = await callLatency(
    async () => void order.push("work"),
    async () => {
      order.push("call");
      const isFirst = calls % 8 === 0;
      calls++;
      vi.advanceTimersByTime(isFirst ? 30 : 3);
    },
    async () => {
      order.push("timed");
      // Calls of the warm-up report another time on the device.
      return calls <= 8 ? 1 : 0.002;
    },
    (bursts) => bursts < 3,
  );
  expect(order.join(" ")).toBe(
    Array(3)
      .fill(`work${" call".repeat(8)}${" timed".repeat(8)}`)
      .join(" "),
  );
  expect(measured).toEqual({ seconds: 0.003, firstSeconds: 0.03, deviceSeconds: 0.002 });
});

it("says a latency in its unit", () => {
  const latency = { seconds: 2e-4, firstSeconds: 5.24e-4, deviceSeconds: 9.39e-5 };
  expect(latencyText(latency, ["ms", 1e-3])).toBe("0.094 ms on the device; 0.524 ms for a call after other work");
  expect(latencyText(latency, ["µs", 1e-6])).toBe("93.9 µs on the device; 524.0 µs for a call after other work");
});
