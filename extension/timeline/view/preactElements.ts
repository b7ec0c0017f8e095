import { h } from 'preact';
import type { ComponentChild, ComponentType, Ref, VNode } from 'preact';

type Listener<E extends Event> = (event: E) => void;

interface Attributes {
  readonly class?: string;
  /** Tells an element from its siblings, so that it stays the same one in the next picture. */
  readonly key?: string;
  readonly onClick?: Listener<MouseEvent>;
  readonly onKeyDown?: Listener<KeyboardEvent>;
  readonly onPointerDown?: Listener<PointerEvent>;
  readonly onPointerMove?: Listener<PointerEvent>;
  readonly onPointerUp?: Listener<PointerEvent>;
  readonly [attribute: string]: unknown;
}

/** One element of the picture. Texts become text nodes, so that no source text is ever taken for a page. */
export function element(name: string, attributes: Attributes = {}, ...children: readonly ComponentChild[]): VNode {
  return h<Record<string, unknown>>(name, attributes as Record<string, unknown>, ...children) as VNode;
}

/** A part of the picture that has a state of its own. */
export function component<P>(part: ComponentType<P>, props: P & { readonly key?: string; readonly ref?: Ref<unknown> }): VNode {
  return h(part as ComponentType<unknown>, props as Record<string, unknown>) as VNode;
}
