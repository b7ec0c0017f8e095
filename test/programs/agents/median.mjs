export function sorted(values) {
  return [...values].sort((a, b) => a - b);
}

export function quantile(values, part) {
  const ordered = sorted(values);
  const place = part * (ordered.length - 1);
  const below = Math.floor(place);
  const above = Math.floor(place + 1);
  const weight = place - below;
  return ordered[below] * (1 - weight) + (ordered[above] ?? 0) * weight;
}

export function middle(values) {
  if (values.length === 0) return null;
  const ordered = sorted(values);
  const half = ordered.length >> 1;
  if (ordered.length % 2 === 1) return ordered[half];
  return (ordered[half] + ordered[half + 1]) / 2;
}

export function spread(values) {
  return quantile(values, 0.75) - quantile(values, 0.25);
}
