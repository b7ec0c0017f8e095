import ts from 'typescript';
import { LineMap } from '../../base/span.js';
import type { AssertionForm, AssertionPoint, AssertionProbe, CheckedText } from '../../rules/assertionProbes.js';
import type { AssertionComment } from '../assertions/assertion.js';
import { collectAssertions } from '../assertions/collect.js';
import { parse } from '../source.js';
import { FunctionExits } from './functionExits.js';
import { sameVariable, writesOf } from './variableWrites.js';

/** Reads the assertion comments of a text as rules over its runs, and which modules the text loads. */
export function checkedText(text: string, path: string): CheckedText {
  const { file } = parse(text, path);
  const lines = new LineMap(text);
  const reader = new AssertionReader(file);
  return {
    path,
    assertions: collectAssertions(file).assertions.map((comment) => ({
      name: `@${comment.tag} ${comment.text}`,
      ...lines.positionOf(comment.span.start),
      form: reader.formOf(comment),
    })),
    imports: ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName),
  };
}

const unchecked = (why: string): AssertionForm => ({ kind: 'unchecked', why });

/** Says where the assertions of one file are looked at. */
class AssertionReader {
  constructor(private readonly file: ts.SourceFile) {}

  formOf(comment: AssertionComment): AssertionForm {
    const { attachment } = comment;
    if (comment.tag === 'sometime') return unchecked('that a point is passed at some time is no rule at one time.');
    switch (attachment.kind) {
      case 'before':
      case 'after':
        return this.points([this.atStatement(comment, attachment.statement, attachment.kind)]);
      case 'start':
      case 'end':
        return this.points([this.atBlock(comment, attachment.block, attachment.kind)]);
      case 'entry':
        return this.points([this.atEntry(comment, attachment.function)]);
      case 'exit':
        return this.atExits(comment, attachment.function);
      case 'value':
        return this.ofValue(comment, attachment.declaration);
    }
  }

  private points(points: readonly (AssertionPoint | null)[]): AssertionForm {
    const found = points.flatMap((point) => (point === null ? [] : [point]));
    return found.length === 0 ? unchecked('no code of the program is there.') : { kind: 'points', points: found };
  }

  private atStatement(comment: AssertionComment, statement: ts.Statement, side: 'before' | 'after'): AssertionPoint | null {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return null;
    return this.around(statement, side, probeOf(conditionOf(comment, null), comment));
  }

  /** The probe before or behind a statement, which is put into a block where it stands alone in a branch. */
  private around(statement: ts.Statement, side: 'before' | 'after', probe: string): AssertionPoint {
    const [start, end] = [statement.getStart(this.file), statement.end];
    const isListed =
      ts.isBlock(statement.parent) ||
      ts.isSourceFile(statement.parent) ||
      ts.isModuleBlock(statement.parent) ||
      ts.isCaseOrDefaultClause(statement.parent);
    const probes: AssertionProbe[] = [];
    if (side === 'before') probes.push({ offset: start, side: 'opening', code: isListed ? `${probe};` : `{${probe};` });
    else if (!isListed) probes.push({ offset: start, side: 'opening', code: '{' });
    if (side === 'after') probes.push({ offset: end, side: 'after', code: isListed ? `;${probe};` : `;${probe};}` });
    else if (!isListed) probes.push({ offset: end, side: 'after', code: '}' });
    return { start, end, probes };
  }

  private atBlock(
    comment: AssertionComment,
    block: ts.Block | ts.SourceFile | ts.ModuleBlock | ts.CaseOrDefaultClause,
    side: 'start' | 'end',
  ): AssertionPoint {
    const probe = probeOf(conditionOf(comment, null), comment);
    const last = block.statements.at(-1);
    if (side === 'end') {
      const end = ts.isCaseOrDefaultClause(block) || ts.isSourceFile(block) ? block.statements.end : block.end - 1;
      const shown = last ?? block;
      return { start: shown.getStart(this.file), end: shown.end, probes: [{ offset: end, side: 'after', code: `;${probe};` }] };
    }
    const offset = behindDirectives(block.statements, block.statements.pos, this.file);
    return { start: block.getStart(this.file), end: block.end, probes: [{ offset, side: 'opening', code: `;${probe};` }] };
  }

  private atEntry(comment: AssertionComment, declaration: ts.FunctionLikeDeclaration): AssertionPoint | null {
    const { body } = declaration;
    if (body === undefined) return null;
    const probe = probeOf(conditionOf(comment, null), comment);
    const [start, end] = [declaration.getStart(this.file), declaration.end];
    if (ts.isBlock(body))
      return {
        start,
        end,
        probes: [
          { offset: behindDirectives(body.statements, body.getStart(this.file) + 1, this.file), side: 'opening', code: `;${probe};` },
        ],
      };
    return {
      start,
      end,
      probes: [
        { offset: body.getStart(this.file), side: 'before', code: `(${probe},` },
        { offset: body.end, side: 'after', code: ')' },
      ],
    };
  }

  private atExits(comment: AssertionComment, declaration: ts.FunctionLikeDeclaration): AssertionForm {
    const isAsync =
      ts.canHaveModifiers(declaration) && declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
    if (isAsync || declaration.asteriskToken !== undefined)
      return unchecked('the result of an async function or a generator is not what it returns.');
    const exits = new FunctionExits(declaration, this.file);
    const names = namesIn(comment, null);
    const code = (open: boolean): string =>
      open ? '__w_assertResult($site,' : `,result=>(${conditionOf(comment, null)}),result=>(${shownNames(names)}))`;
    return this.points(exits.points(code(true), code(false)));
  }

  private ofValue(comment: AssertionComment, declaration: ts.Declaration): AssertionForm {
    if (ts.isTypeAliasDeclaration(declaration)) {
      const typed = this.typedBy(declaration);
      if (typed.some((one) => ts.isPropertyDeclaration(one)))
        return unchecked(`of the type ${declaration.name.text} only variables and parameters are looked at.`);
      return this.points(typed.flatMap((one) => this.ofVariable(comment, one)));
    }
    if (ts.isPropertyDeclaration(declaration)) return this.ofField(comment, declaration);
    if (ts.isVariableDeclaration(declaration) || ts.isParameter(declaration) || ts.isBindingElement(declaration))
      return this.points(this.ofVariable(comment, declaration));
    return unchecked('of properties, those that a class declares are looked at.');
  }

  /** What the file declares with a type. */
  private typedBy(alias: ts.TypeAliasDeclaration): readonly ts.Declaration[] {
    const found: ts.Declaration[] = [];
    const visit = (node: ts.Node): void => {
      if (
        (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertyDeclaration(node)) &&
        node.type !== undefined &&
        ts.isTypeReferenceNode(node.type) &&
        ts.isIdentifier(node.type.typeName) &&
        node.type.typeName.text === alias.name.text
      )
        found.push(node);
      ts.forEachChild(node, visit);
    };
    visit(this.file);
    return found;
  }

  /** Behind everything that gives a variable a value. */
  private ofVariable(comment: AssertionComment, declaration: ts.Declaration): readonly (AssertionPoint | null)[] {
    const { name } = declaration as ts.NamedDeclaration;
    if (name === undefined || !ts.isIdentifier(name)) return [];
    const condition = conditionOf(comment, name.text);
    const names = [...new Set([name.text, ...namesIn(comment, name.text)])];
    const probe = `__w_assertHere($site,()=>(${condition}),()=>(${shownNames(names)}))`;
    const points: (AssertionPoint | null)[] = [];
    const owner = sameVariable(name);
    if (ts.isParameter(declaration) && 'body' in declaration.parent) {
      const { body } = declaration.parent;
      if (body !== undefined && ts.isBlock(body)) {
        const offset = behindDirectives(body.statements, body.getStart(this.file) + 1, this.file);
        points.push({ start: name.getStart(this.file), end: name.end, probes: [{ offset, side: 'opening', code: `;${probe};` }] });
      }
    } else if (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) {
      const statement = declaration.parent.parent;
      if (ts.isVariableStatement(statement)) {
        const around = this.around(statement, 'after', probe);
        points.push({ ...around, start: name.getStart(this.file), end: declaration.end });
      }
    }
    for (const write of writesOf(name.text, owner)) {
      const [start, end] = [write.getStart(this.file), write.end];
      points.push({
        start,
        end,
        probes: [
          { offset: start, side: 'before', code: '__w_assertAfter($site,' },
          { offset: end, side: 'after', code: `,()=>(${condition}),()=>(${shownNames(names)}))` },
        ],
      });
    }
    return points;
  }

  /** A rule over all objects of the class. */
  private ofField(comment: AssertionComment, declaration: ts.PropertyDeclaration): AssertionForm {
    const { parent, name } = declaration;
    const isStatic = declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
    const isExported = ts.isClassDeclaration(parent) && parent.name !== undefined;
    if (!isExported || isStatic || !(ts.isIdentifier(name) || ts.isPrivateIdentifier(name)))
      return unchecked('only fields of the objects of a class with a name are looked at.');
    const value = ts.isPrivateIdentifier(name) ? `field(n, '${name.text}')` : `n.${name.text}`;
    const condition = conditionOf(comment, value);
    const from = JSON.stringify(`./${this.file.fileName.split('/').at(-1) ?? ''}`);
    const found = `({ n }) => report(n, ${JSON.stringify(`breaks @${comment.tag} ${comment.text}: ${name.text} is`)}, ${ts.isPrivateIdentifier(name) ? `'private'` : value})`;
    const rules = `import { extent, field, report, rule } from 'whence/rules'; import { ${parent.name?.text ?? ''} } from ${from}; export const held = rule({ check: 'change', foreach: { n: extent(${parent.name?.text ?? ''}) }, where: ({ n }) => !(${condition}), found: ${found} });`;
    return { kind: 'field', rules };
  }
}

/** The offset at which a body begins behind its directives. */
function behindDirectives(statements: ts.NodeArray<ts.Statement>, start: number, file: ts.SourceFile): number {
  let offset = start;
  for (const statement of statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) break;
    offset = statement.end;
  }
  if (offset > start || !file.text.startsWith('#!') || start > 0) return offset;
  return file.text.indexOf('\n');
}

/** The condition as code; `self` is what `this` means in it: the value of a permanent assertion. */
function conditionOf(comment: AssertionComment, self: string | null): string {
  if (comment.tag === 'range') return `${self ?? 'this'} >= ${comment.min} && ${self ?? 'this'} <= ${comment.max}`;
  if (self === null) return comment.text;
  let text = '';
  let done = comment.span.start;
  const end = comment.span.end;
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.ThisKeyword) {
      const start = node.getStart() + comment.offset;
      text += comment.text.slice(done - comment.span.start, start - comment.span.start) + self;
      done = node.end + comment.offset;
    }
    ts.forEachChild(node, visit);
  };
  visit(comment.expression);
  return text + comment.text.slice(done - comment.span.start, end - comment.span.start);
}

function probeOf(condition: string, comment: AssertionComment): string {
  return `__w_assertHere($site,()=>(${condition}),()=>(${shownNames(namesIn(comment, null))}))`;
}

/** The names that the condition reads, in their order. */
function namesIn(comment: AssertionComment, self: string | null): readonly string[] {
  if (comment.tag === 'range') return self === null ? [] : [self];
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    if (ts.isPropertyAccessExpression(node)) return visit(node.expression);
    if (ts.isArrowFunction(node)) return;
    ts.forEachChild(node, visit);
  };
  visit(comment.expression);
  for (const name of ['undefined', 'NaN', 'Infinity', 'Math', 'Number', 'Object', 'Array', 'String']) names.delete(name);
  return [...names];
}

/** An object of the values that names have. */
const shownNames = (names: readonly string[]): string => `{${names.join()}}`;
