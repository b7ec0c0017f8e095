import { InternalError } from '../base/errors.js';
import type { LinkedSource } from '../ir/moduleGraph.js';
import type { ModuleIr } from '../ir/program.js';
import { lowerModule } from '../syntax/lower/lower.js';

/** What programs import React's hooks from. */
export const reactSpecifier = 'react';

/** The name of React's text in a linked module; no file of a program is called so. */
export const reactFile = '(react)';

/** What mounts a component that is a class, under React's name: a text that imports it is made (`classComponents.ts`). */
export const mountName = 'mountComponent';

/**
 * What React's hooks give a component, in JavaScript: in its first render what its text says, later whatever React has kept. Effects and what
 * sets a state run when the render is over. A hook that is not here is unknown code.
 * `isFirstRender` is the only constant.
 * A component that is a class is constructed and rendered; what it `derives` of its props, or does as it `mounts`, comes between.
 */
const hooksText = `'use strict';
const later = require('${reactFile}');
const isFirstRender = true;
exports.useState = function useState(initial) {
  if (!isFirstRender) return later(initial);
  return [typeof initial === 'function' ? initial() : initial, later];
};
exports.useReducer = function useReducer(reducer, initial, init) {
  if (!isFirstRender) return later(reducer, initial, init);
  return [init === undefined ? initial : init(initial), later];
};
exports.useRef = function useRef(initial) {
  if (!isFirstRender) return later(initial);
  return { current: initial };
};
exports.useMemo = function useMemo(compute) {
  if (!isFirstRender) return later(compute);
  return compute();
};
exports.useCallback = function useCallback(callback) {
  if (!isFirstRender) return later(callback);
  return callback;
};
exports.useEffect = function useEffect(effect) {
  if (!isFirstRender) later(effect);
};
exports.useLayoutEffect = function useLayoutEffect(effect) {
  if (!isFirstRender) later(effect);
};
exports.useInsertionEffect = function useInsertionEffect(effect) {
  if (!isFirstRender) later(effect);
};
exports.createRef = function createRef() {
  if (!isFirstRender) return later();
  return { current: null };
};
class Component {
  constructor(props, context) {
    this.props = props;
    this.context = later;
    this.refs = later;
  }
  setState(partial, callback) {
    later(partial, callback);
  }
  forceUpdate(callback) {
    later(callback);
  }
}
class PureComponent extends Component {}
exports.Component = Component;
exports.PureComponent = PureComponent;
exports.mountComponent = function mountComponent(component, given, { hasDefaults, derives, mounts }) {
  if (!isFirstRender) return later();
  const props = hasDefaults ? later : given;
  const it = new component(props, later);
  it.props = props;
  it.context = it.refs = later;
  if (it.state === undefined) it.state = null;
  if (derives && component.getDerivedStateFromProps !== undefined)
    it.state = Object.assign({}, it.state, component.getDerivedStateFromProps(props, it.state));
  if (mounts) {
    if (it.componentWillMount !== undefined) it.componentWillMount();
    if (it.UNSAFE_componentWillMount !== undefined) it.UNSAFE_componentWillMount();
    it.state = later();
  }
  return it.render();
};
`;

let lowered: ModuleIr | null = null;

/** React, as far as its hooks are described: something that is imported. */
export function hooksSource(): LinkedSource {
  return { module: (lowered ??= lowerHooks()), resolve: () => null, required: () => null };
}

function lowerHooks(): ModuleIr {
  const result = lowerModule(hooksText, { file: reactFile, assertions: false });
  if (result.kind === 'module') return result.module;
  throw new InternalError(`the description of React's hooks has a syntax error: ${result.errors[0]?.message ?? ''}`);
}
