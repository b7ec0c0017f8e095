/** Exit codes of all commands. */
export const exitCode = { clean: 0, found: 1, failed: 2 } as const;
