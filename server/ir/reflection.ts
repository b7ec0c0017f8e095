import type { ModuleIr } from './program.js';

const reflecting = new WeakMap<ModuleIr, boolean>();

/** Whether the program may store by reflection: with what it calls then, values go under any name. */
export function mayReflect(module: ModuleIr): boolean {
  const known = reflecting.get(module);
  if (known !== undefined) return known;
  const found = [module.text, ...(module.linked?.texts.values() ?? [])].some((text) => /\bReflect\b/.test(text));
  reflecting.set(module, found);
  return found;
}
