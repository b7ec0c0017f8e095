'use strict';
// What this process has cost until now is added to the file that COST_FILE names, as one line of JSON: milliseconds, megabytes, and when it
// was.
const { appendFileSync } = require('node:fs');

/** When the program's first line runs. */
const begun = cpu();

/** Of all threads. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

exports.tellCost = () => {
  const { maxRSS } = process.resourceUsage();
  appendFileSync(process.env.COST_FILE, JSON.stringify({ milliseconds: cpu(), begun, megabytes: maxRSS / 1024, reached: Date.now() }) + '\n');
};
