import type { Span } from '../../server/base/span.js';
import { FollowedTests, type FollowedProgram } from '../../server/diagnosis/followed.js';
import type { Component } from '../../server/ir/component.js';
import type { Instruction } from '../../server/ir/instruction.js';
import type { ModuleIr } from '../../server/ir/program.js';
import type { Bundle } from '../../server/syntax/diagnosis/bundle.js';
import type { WidenedText } from '../../server/syntax/diagnosis/markedValues.js';
import type { SuspectText } from '../../server/syntax/diagnosis/suspectText.js';
import { lowerModule } from '../../server/syntax/lower/lower.js';

/**
 * A bundle as the interpreter follows it, with the component of each instruction; null where that is too large. `widened`: the texts of
 * modules into which code was put.
 */
export function followedText(
  bundled: Bundle,
  suspects: readonly SuspectText[],
  { sharesState, declared }: Pick<FollowedProgram, 'sharesState' | 'declared'>,
  widened: ReadonlyMap<string, WidenedText> = new Map(),
): FollowedTests | null {
  const module = loweredBundle(bundled);
  if (module === null) return null;
  const placed = suspects.flatMap(({ path, components }) => {
    const offset = bundled.offsets.get(path);
    const wider = widened.get(path);
    if (offset === undefined) return [];
    const moved = ({ start, end }: Span): Span => ({
      start: offset + (wider?.startOf(start) ?? start),
      end: offset + (wider?.endOf(end) ?? end),
    });
    return components.map((component) => ({
      component,
      span: moved(component.byDefault ?? component.span),
      whenTrue: component.whenTrue === null ? null : moved(component.whenTrue),
    }));
  });
  placed.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start));
  const componentOf = new Map<Instruction, Component>();
  for (const { edges, span: own } of module.functions)
    for (const { instruction } of edges) {
      if (!('span' in instruction)) continue;
      const { span } = instruction;
      // Parts of a function that a component holds are none of it; a field is set by its class's constructor.
      // What asks an assertion is none of what it asks about.
      if (module.assertions.some((each) => isWithin(span, each.span))) continue;
      const found = placed.find((each) => isWithin(span, each.span) && !isWithin(own, each.span));
      if (found !== undefined) componentOf.set(instruction, found.component);
    }
  const whenTrue = new Map(placed.flatMap(({ component, whenTrue }) => (whenTrue === null ? [] : [[component, whenTrue] as const])));
  const suspected = suspects.flatMap(({ path, text }) => {
    const start = bundled.offsets.get(path);
    return start === undefined ? [] : [{ start, end: start + (widened.get(path)?.endOf(text.length) ?? text.length) }];
  });
  return new FollowedTests({ module, componentOf, whenTrue, sharesState, declared }, suspected);
}

/** The module that a bundle is; null where it is too large, or is none. */
export function loweredBundle({ text, offsets }: Bundle): ModuleIr | null {
  const isTyped = [...offsets.keys()].some((path) => /\.[cm]?tsx?$/.test(path));
  const lowered = lowerModule(text, { file: isTyped ? 'bundle.ts' : 'bundle.js', assertions: true });
  return lowered.kind === 'module' ? lowered.module : null;
}

const isWithin = (inner: Span, outer: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;
