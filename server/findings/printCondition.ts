import { relationalPrecedence, tightest, unaryPrecedence, type Comparison, type ConditionTree, type Operand } from './conditionTree.js';

const andPrecedence = 2;
/** A comma would make two arguments of one. */
const argumentPrecedence = 1;

/** The condition as a plain JavaScript expression that gives true or false. */
export function printCondition(tree: ConditionTree): string {
  switch (tree.kind) {
    case 'all':
    case 'any':
      if (tree.of.length === 0) return tree.kind === 'all' ? 'true' : 'false';
      return tree.of.map(printPart).join(tree.kind === 'all' ? ' && ' : ' || ');
    case 'not':
      if (tree.of.kind === 'test' && tree.of.isTruth === true) return `!${printOperand(tree.of.of, unaryPrecedence)}`;
      return isTight(tree.of) ? `!${printCondition(tree.of)}` : `!(${printCondition(tree.of)})`;
    case 'compare': {
      const precedence = precedenceOf(tree.operator);
      return `${printOperand(tree.subject, precedence)} ${tree.operator} ${printOperand(tree.other, precedence + 1)}`;
    }
    case 'typeof':
      return `typeof ${printOperand(tree.subject, unaryPrecedence)} ${tree.equal ? '===' : '!=='} ${JSON.stringify(tree.type)}`;
    case 'isObject': {
      const subject = printOperand(tree.subject, relationalPrecedence);
      return `Object(${printOperand(tree.subject, argumentPrecedence)}) ${tree.equal ? '===' : '!=='} ${subject}`;
    }
    case 'isNaN':
      return `Number.isNaN(${printOperand(tree.subject, argumentPrecedence)})`;
    case 'isInteger':
      return `Number.isInteger(${printOperand(tree.subject, argumentPrecedence)})`;
    case 'isFinite':
      return `Number.isFinite(${printOperand(tree.subject, argumentPrecedence)})`;
    case 'test':
      return tree.isTruth === true ? `Boolean(${printOperand(tree.of, argumentPrecedence)})` : tree.of.text;
  }
}

/** Prints an operand; in parentheses if the operator around it, of that precedence, would take it apart. */
export function printOperand({ text, precedence }: Operand, least: number): string {
  return precedence >= least ? text : `(${text})`;
}

/** Prints an operand before `.name`: after digits the dot would be their point. */
export function printBase(base: Operand): string {
  return base.literal === 'number' ? `(${base.text})` : printOperand(base, tightest);
}

/** Beside && and ||. */
function printPart(tree: ConditionTree): string {
  const isLoose =
    ((tree.kind === 'all' || tree.kind === 'any') && tree.of.length > 0) ||
    (tree.kind === 'test' && tree.isTruth !== true && tree.of.precedence <= andPrecedence);
  return isLoose ? `(${printCondition(tree)})` : printCondition(tree);
}

function isTight(tree: ConditionTree): boolean {
  if (tree.kind === 'test') return tree.of.precedence >= unaryPrecedence;
  return tree.kind === 'isNaN' || tree.kind === 'isInteger' || tree.kind === 'isFinite';
}

const precedenceOf = (operator: Comparison): number =>
  operator.length > 1 && operator.charAt(1) === '=' && !'<>'.includes(operator.charAt(0)) ? relationalPrecedence - 1 : relationalPrecedence;
