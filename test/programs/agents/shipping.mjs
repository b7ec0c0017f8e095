const zones = { north: 4, south: 6, west: 9 };

export function zoneOf(code) {
  if (code < 3000) return 'north';
  if (code < 7000) return 'south';
  if (code < 9000) return 'west';
  return 'east';
}

export function cost(code, kilograms) {
  const zone = zoneOf(code);
  const base = zones[zone];
  return base.toFixed(2) + kilograms;
}
cost(1200, 3);
cost(8999, 1);
cost(9500, 2);
