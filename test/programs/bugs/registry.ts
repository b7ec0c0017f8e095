const defaultHandler = register('default'); //! registry
const registry = new Map<string, number>();

function register(name: string): number {
  registry.set(name, registry.size);
  return registry.size;
}

export { defaultHandler };
