import type ts from 'typescript';
import type { Types } from './vocabulary.js';

/** A condition that a repair may add, with its size. */
export interface SmallCondition {
  readonly text: string;
  readonly size: number;
}

const most = 160;

/** Small conditions over what is visible: a boolean, a value that may be missing, an emptiness, two numbers compared. */
export function conditionsAt(node: ts.Node, types: Types): readonly SmallCondition[] {
  const { variables, members } = types.visibleAt(node);
  const atoms = [...variables, ...members];
  const found: SmallCondition[] = [];
  for (const { text, kind, type, size } of atoms) {
    if (kind === 'boolean') found.push({ text, size }, { text: `!${text}`, size: size + 0.5 });
    if (kind === 'array' || kind === 'string')
      found.push({ text: `${text}.length === 0`, size: size + 1 }, { text: `${text}.length > 0`, size: size + 1 });
    if (types.mayBeNothing(type) || kind === 'any')
      found.push({ text: `${text} == null`, size: size + 0.5 }, { text: `${text} != null`, size: size + 0.5 });
    if (kind === 'number' && !text.endsWith('.length'))
      for (const operator of ['===', '<', '>', '<=', '>=', '!=='])
        for (const bound of ['0', '1']) found.push({ text: `${text} ${operator} ${bound}`, size: size + 1.2 });
  }
  const numbers = atoms.filter(({ kind }) => kind === 'number');
  for (const [i, left] of numbers.entries())
    for (const right of numbers.slice(i + 1))
      for (const operator of ['<', '>', '<=', '>=', '===', '!=='])
        found.push({ text: `${left.text} ${operator} ${right.text}`, size: left.size + right.size + 0.5 });
  const others = atoms.filter(({ kind }) => kind === 'string' || kind === 'object');
  for (const [i, left] of others.entries())
    for (const right of others.slice(i + 1))
      if (types.fits(left.type, right.type))
        for (const operator of ['===', '!=='])
          found.push({ text: `${left.text} ${operator} ${right.text}`, size: left.size + right.size + 0.5 });
  return found.sort((a, b) => a.size - b.size).slice(0, most);
}
