import type { CheckResult } from './result.js';

/** The result as it is: DESIGN section 5 describes the object. */
export function reportJson(result: CheckResult): string {
  return JSON.stringify(result, null, 2) + '\n';
}
