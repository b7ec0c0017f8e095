/** The module at an address, be it an ES module or CommonJS. What our programs are loaded from has no `import()` of its own. */
export function importFile(address: string): Promise<unknown> {
  return import(address);
}
