export const defaults = { timeout: 1000, headers: {} };
