export const quietSettings: Readonly<Record<string, unknown>>;
