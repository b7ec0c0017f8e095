/** What VS Code's menus of a variable may ask about it; no part of the protocol. Other clients look past it. */
export interface MenuContext {
  readonly __vscodeVariableMenuContext: 'object' | 'primitive';
}

/** An object was created somewhere, a primitive value was not: menus ask for the one alone. */
export function menuContext(isObject: boolean): MenuContext {
  return { __vscodeVariableMenuContext: isObject ? 'object' : 'primitive' };
}
