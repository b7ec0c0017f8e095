export function daysUntil(day: number, last: number): number { //! end
  let days = 0;
  while (day !== last) {
    day++;
    days++;
  }
  return days;
}
