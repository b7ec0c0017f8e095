import type { FrameReport } from '../events/rows.js';
import type { RuleFinding } from '../events/rulesOfRun.js';
import type { PassageStep } from '../instrument/plan.js';
import { stoppableInside, writtenBy } from '../instrument/stoppable.js';
import { pathTo, type AnyNode } from '../instrument/tree.js';
import type { RunTexts } from '../querypoints/text/texts.js';

/**
 * The moment of a finding, to which another run can be brought: when the expression that made its condition true has been evaluated. Null where no
 * expression did: a variable, a literal, a field of a class, what a chain with `?.` does, or what no probe has seen.
 */
export function findingMoment({ site, hit }: RuleFinding, texts: RunTexts): PassageStep | null {
  const known = texts.site(site);
  const text = known === undefined ? undefined : texts.text(known.path);
  if (known === undefined || text === undefined || hit === 0) return null;
  const { offset, end, kind } = known.site;
  const node = pathTo(text.program, offset).find((one) => isCause(one, kind, offset, end));
  const place = stoppableInside(text.program, text.text).find((one) => one.node === node && (one.kind === 'write' || one.kind === 'done'));
  if (place === undefined || (place.kind !== 'write' && place.kind !== 'done')) return null;
  return { kind: 'passage', path: known.path, ...text.lines.positionOf(place.at), moment: place.kind, when: null, depth: null, hit };
}

/**
 * Whether a variable of a frame of the moment is given a value by its declaration alone: what it holds later in the same activation it held then.
 * `frame`: one of the finding's stack.
 */
export function isSteady(name: string, { path, line, column }: FrameReport, texts: RunTexts): boolean {
  if (name === 'this') return true;
  const text = texts.text(path);
  const binding = text?.scopes.lookUp(name, text.lines.offsetOf({ line, column }));
  if (binding === undefined || binding.isObscured || binding.declarations.length !== 1) return false;
  const [declared] = binding.declarations;
  return binding.references.every(({ node, isWrite }) => !isWrite || node.start === declared?.start);
}

/** Whether a node is what a site tells of. */
function isCause(node: AnyNode, kind: string, offset: number, end: number): boolean {
  switch (kind) {
    case 'write': {
      const target = writtenBy(node)?.target;
      return target?.start === offset && target.end === end;
    }
    case 'delete':
      return node.type === 'UnaryExpression' && node.argument.start === offset && node.argument.end === end;
    case 'native':
      return node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.property.start === offset;
    case 'allocation':
      return (node.type === 'NewExpression' || node.type === 'CallExpression') && node.start === offset && node.end === end;
    default:
      return false;
  }
}
