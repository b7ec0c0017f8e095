// Two loops over the same records: the first marks those that are done, the second hands each to somebody. Somewhere null is handed
// on, far from where the reason is. (Figure 1 of Mirghasemi, Barton and Petitpierre: Querypoint Debugging, SPLASH 2010.)
//
//   whence why --stop examples/records.cjs:31 --when "assignee === null" --ask "B = lastChange(assignee)" --ask "C = lastCondition(B)" \
//     --ask "D = lastChange(C:record.open)" --ask "E = exceptionAfter(D)" -- examples/records.cjs

const people = new Map([
  ['north', 'Ada'],
  ['south', 'Barbara'],
]);

function handOut(records, isUrgent) {
  for (const record of records) {
    record.open = true;
    try {
      check(record);
      estimate(record);
      record.open = record.hours > 8;
    } catch {
      // a record that cannot be estimated is left as it is
    }
  }
  let assignee;
  for (const record of records) {
    if (record.open || isUrgent) {
      record.open = false;
      assignee = people.get(record.region) ?? null;
    } else {
      assignee = 'archive';
    }
    report(record, assignee);
  }
}

function check(record) {
  record.isChecked = true;
}

function estimate(record) {
  record.hours = record.tasks.reduce((sum, task) => sum + task.hours, 0);
}

function report(record, assignee) {
  console.log(`${record.name}: ${assignee}`);
}

handOut(
  [
    { name: 'roof', region: 'north', tasks: [{ hours: 12 }] },
    { name: 'door', region: 'west', tasks: [{ hours: 1 }, { hours: 2 }] },
    { name: 'garden', region: 'west', tasks: null },
    { name: 'cellar', region: 'south', tasks: [{ hours: 9 }] },
  ],
  false,
);
