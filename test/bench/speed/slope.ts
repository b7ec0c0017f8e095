/** The exponent p of y = c·x^p that fits the points best: least squares of log y over log x. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (pick: (log: readonly [number, number]) => number): number => logs.reduce((sum, log) => sum + pick(log), 0) / logs.length;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const covariance = mean(([x, y]) => (x - meanX) * (y - meanY));
  return covariance / mean(([x]) => (x - meanX) ** 2);
}
