import ts from 'typescript';
import type { Offset } from '../../base/span.js';
import { hasModifier, parse } from '../source.js';
import { exportedClassName } from './exportedName.js';

/** A rules file with an example: about the class at a place of a text, else about the first that the text exports, else about errors. */
export function newRules(text: string, path: string, offset: Offset | null): string {
  const { file } = parse(text, path);
  const classes = file.statements.filter(ts.isClassDeclaration);
  const around = offset === null ? undefined : classes.find((one) => one.getStart(file) <= offset && offset <= one.end);
  const owner = around ?? classes.find((one) => exportedClassName(one, file) !== null);
  const exported = owner === undefined ? null : exportedClassName(owner, file);
  if (owner?.name !== undefined && exported !== null) return rulesAbout(owner, owner.name.text, { exported, from: specifierOf(path) });
  const note =
    owner?.name === undefined
      ? ''
      : `// ${owner.name.text} is not exported by "${specifierOf(path)}": export it, and import it here, for a rule over its objects.\n`;
  return `import { extent, report, rule } from 'whence/rules';

${usage}${note}
/** Each error must say something. */
export const errorWithText = rule({
${foreachNote('Error')}
  foreach: { error: extent(Error) },
${whereNote}
  where: ({ error }) => error.message === '',
${checkNote}
  check: 'return',
${foundNote}
  found: ({ error }) => report(error, 'has no text'),
});
`;
}

const usage = `// This file is read, and not run by itself: \`whence watch\` and *Run with this rule* hold its rules
// against the objects of a running program. Classes are imported as in a program.
`;

const foreachNote = (name: string): string => `  // All objects of the class, those of its subclasses included. Two variables make pairs:
  // { a: extent(${name}), b: extent(${name}) }.`;
const whereNote = `  // What must never be so: one expression without effects.`;
const checkNote = `  // When it is looked at: after each change ('change'), when no method of the class runs ('return'),
  // or at the end of a turn of the event loop ('turn').`;
const foundNote = `  // What is told then. With stop(), also from 'whence/rules', the program stops there.`;

interface Imported {
  readonly exported: string;
  readonly from: string;
}

function rulesAbout(owner: ts.ClassDeclaration, name: string, { exported, from }: Imported): string {
  const variable = variableOf(name);
  const example = exampleOf(owner, variable);
  const words = ['extent', ...(example.isPrivate ? ['field'] : []), 'report', 'rule'].join(', ');
  const imported = exported === 'default' ? name : exported === name ? `{ ${name} }` : `{ ${exported} as ${name} }`;
  return `import { ${words} } from 'whence/rules';
import ${imported} from '${from}';

${usage}
/** ${example.says} */
export const ${variable}${example.suffix} = rule({
${foreachNote(name)}
  foreach: { ${variable}: extent(${name}) },
${whereNote}
  where: ${example.where},
${checkNote}
  check: 'return',
${foundNote}
  found: ({ ${variable} }) => report(${[variable, ...example.told].join(', ')}),
});
`;
}

interface Example {
  readonly says: string;
  readonly suffix: string;
  readonly where: string;
  readonly told: readonly string[];
  readonly isPrivate: boolean;
}

/** A condition over one field of the class: the first of numbers or texts, else any. */
function exampleOf(owner: ts.ClassDeclaration, variable: string): Example {
  const fields = fieldsOf(owner);
  const chosen = fields.find(({ type }) => type === 'number') ?? fields.find(({ type }) => type === 'string') ?? fields[0];
  if (chosen === undefined)
    return { says: 'Say here what must never be so.', suffix: 'Rule', where: '() => false', told: ["'…'"], isPrivate: false };
  const { name, type, isHidden } = chosen;
  const isPrivate = name.startsWith('#');
  const plain = name.replace('#', '');
  const value = isPrivate ? `field(${variable}, '${name}')` : isHidden ? `${variable}['${name}']` : `${variable}.${name}`;
  const condition = type === 'number' ? `Number.isNaN(${value})` : type === 'string' ? `${value} === ''` : `${value} === undefined`;
  const never = type === 'number' ? 'NaN' : type === 'string' ? 'empty' : 'undefined';
  return {
    says: `${plain} must never be ${never}.`,
    suffix: `${plain[0]?.toUpperCase() ?? ''}${plain.slice(1)}`,
    where: `({ ${variable} }) => ${condition}`,
    told: [`'has the ${plain}'`, value],
    isPrivate,
  };
}

interface Field {
  readonly name: string;
  readonly type: 'number' | 'string' | null;
  /** Declared `private` or `protected`: TypeScript lets it be read as `x['name']`. */
  readonly isHidden: boolean;
}

function fieldsOf(owner: ts.ClassDeclaration): readonly Field[] {
  const constructor = owner.members.find((member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member));
  const parameters = (constructor?.parameters ?? []).filter((parameter) => ts.isParameterPropertyDeclaration(parameter, parameter.parent));
  const properties = owner.members.filter(
    (member): member is ts.PropertyDeclaration =>
      ts.isPropertyDeclaration(member) &&
      !hasModifier(member, ts.SyntaxKind.StaticKeyword) &&
      !hasModifier(member, ts.SyntaxKind.AccessorKeyword),
  );
  return [...properties, ...parameters].flatMap((one): Field[] => {
    if (!ts.isIdentifier(one.name) && !ts.isPrivateIdentifier(one.name)) return [];
    const isHidden = hasModifier(one, ts.SyntaxKind.PrivateKeyword) || hasModifier(one, ts.SyntaxKind.ProtectedKeyword);
    return [{ name: one.name.text, type: typeOf(one), isHidden }];
  });
}

function typeOf({ type, initializer }: ts.PropertyDeclaration | ts.ParameterDeclaration): Field['type'] {
  if (type !== undefined) {
    if (type.kind === ts.SyntaxKind.NumberKeyword) return 'number';
    return type.kind === ts.SyntaxKind.StringKeyword ? 'string' : null;
  }
  if (initializer === undefined) return null;
  if (ts.isNumericLiteral(initializer)) return 'number';
  return ts.isStringLiteralLike(initializer) ? 'string' : null;
}

/** A name for an object of a class: `account`; `it` where that is a word of the language. */
function variableOf(name: string): string {
  const lower = `${name[0]?.toLowerCase() ?? ''}${name.slice(1)}`;
  const isWord = ts.identifierToKeywordKind(ts.factory.createIdentifier(lower)) !== undefined;
  return lower === name || isWord ? `a${name[0]?.toUpperCase() ?? ''}${name.slice(1)}` : lower;
}

/** A file beside as it is imported: sources by what is made of them. */
function specifierOf(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return `./${name.replace(/\.([cm]?)tsx?$/, '.$1js')}`;
}
