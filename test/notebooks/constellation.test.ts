import { expect, it } from "vitest";
import { nearestLabel, pointsOf, receivedCloud, sigmaOfEsN0 } from "../../notebooks/constellation/points.ts";
import { planeModulations } from "../../src/kernels.ts";

it.each(["qpsk", "8psk", "16qam", "64qam"] as const)("%s: every point is nearest to itself", (name) => {
  const points = pointsOf(planeModulations[name]);
  expect(points.map((point) => nearestLabel(points, point))).toEqual([...points.keys()]);
  expect(points.reduce((sum, [x, y]) => sum + x * x + y * y, 0) / points.length).toBeCloseTo(1, 12);
});

it("receives points with the noise of Es/N0, on both axes alike", () => {
  const points = pointsOf(planeModulations.qpsk);
  const sigma = sigmaOfEsN0(7);
  expect(sigma ** 2).toBeCloseTo(10 ** -0.7 / 2, 12);
  const cloud = receivedCloud(points, sigma, 8000);
  for (const axis of [0, 1]) {
    const errors = cloud.map((point, i) => point[axis] - points[i % points.length][axis]);
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeCloseTo(0, 1);
    expect(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length / sigma ** 2).toBeCloseTo(1, 1);
  }
});
