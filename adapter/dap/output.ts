import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Runtime } from 'node:inspector';
import type { ClientCounting } from './position.js';
import { positionOf } from './script.js';
import type { SkipList } from './skipping.js';
import type { Sources } from './sources.js';
import type { Target } from './target.js';
import { printedText } from './valueText.js';
import type { Variables } from './variables.js';

type Output = DebugProtocol.OutputEvent['body'];

/** The output of the program, as the client shows it: objects can be opened, and the line that printed is linked. */
export class Outputs {
  constructor(
    private readonly variables: Variables,
    private readonly sources: Sources,
    private readonly skipList: SkipList,
    private readonly counting: ClientCounting,
  ) {}

  /** Of a call of `console`; null: nothing is to be shown. */
  printed(target: Target, { type, args, stackTrace }: Runtime.ConsoleAPICalledEventDataType): Output | null {
    const place = this.placeOf(target, stackTrace);
    const category = ['error', 'warning', 'assert', 'trace'].includes(type) ? 'stderr' : 'stdout';
    if (type === 'endGroup') return { category, output: '', group: 'end' };
    if (type === 'clear') return { category: 'console', output: '\x1b[2J' };
    const prefix = type === 'assert' ? 'Assertion failed' : type === 'trace' ? 'Trace' : '';
    const text = formatted(args);
    const frames = type === 'trace' ? this.frames(target, stackTrace) : '';
    const output = `${prefix}${prefix !== '' && text !== '' ? ': ' : ''}${text}${frames}\n`;
    const group =
      type === 'startGroup' ? { group: 'start' as const } : type === 'startGroupCollapsed' ? { group: 'startCollapsed' as const } : {};
    return { category, output, ...group, ...place, ...this.opened(target, args, text) };
  }

  /** Of an exception that nobody has caught. */
  thrown(target: Target, details: Runtime.ExceptionDetails): Output {
    const { exception, text, stackTrace } = details;
    const own = exception === undefined ? text : `Uncaught ${exception.description ?? printedText(exception)}`;
    const frames = exception?.subtype === 'error' ? '' : this.frames(target, stackTrace);
    const output = `${this.mapped(target, own)}${frames}\n`;
    return {
      category: 'stderr',
      output,
      ...this.placeOf(target, stackTrace),
      ...this.opened(target, exception === undefined ? [] : [exception], own),
    };
  }

  /**
   * The objects that were printed, below one row, since clients show each row below an output as a line of its own. The row is known
   * without the program, which may have ended when it is asked for.
   */
  private opened(target: Target, args: readonly Runtime.RemoteObject[], text: string): Partial<Output> {
    if (args.every(({ objectId, subtype }) => objectId === undefined || subtype === 'error')) return {};
    const rows = args
      .filter(({ objectId }) => objectId !== undefined)
      .map((value, index) => ({ kind: 'value' as const, name: String(index), value, expression: null, description: null, hint: {} }));
    // One object alone is opened itself.
    const whole = args.length === 1 ? rows : [{ kind: 'rows' as const, name: '', text, rows, expression: null, hint: {} }];
    return { variablesReference: this.variables.hold({ kind: 'rows', target, rows: whole }, true) };
  }

  /** The first line of the user's that led to it. */
  private placeOf(target: Target, stackTrace: Runtime.StackTrace | undefined): Partial<Output> {
    for (const frame of stackTrace?.callFrames ?? []) {
      const script = target.script(frame.scriptId);
      if (script === undefined || frame.url === '') continue; // a log point's own text
      const location = script.sourceOf(positionOf(frame));
      if (location === null || this.skipList.isSkipped(location.name) || location.name.startsWith('node:')) continue;
      const { source, line, column } = this.sources.locate(location);
      return { source, line: this.counting.line(line), column: this.counting.column(column) };
    }
    return {};
  }

  private frames(target: Target, stackTrace: Runtime.StackTrace | undefined): string {
    return (stackTrace?.callFrames ?? [])
      .map((frame) => {
        const location = target.script(frame.scriptId)?.sourceOf(positionOf(frame));
        const at = location ?? { name: frame.url, ...positionOf(frame) };
        return `\n    at ${frame.functionName || '<anonymous>'} (${at.name}:${at.line + 1}:${at.column + 1})`;
      })
      .join('');
  }

  /** The frames in an error's text, where they are in the user's sources. */
  private mapped(target: Target, text: string): string {
    const mapped = [...target.scripts.values()].filter(({ hasMap }) => hasMap);
    return text.replace(
      /(\(|at )((?:file:\/\/)?[^\s()]+):(\d+):(\d+)(\)?)$/gm,
      (whole, before: string, url: string, line: string, column: string, after: string) => {
        const script = mapped.find((one) => one.url === url || one.name === url);
        const location = script?.sourceOf({ line: Number(line) - 1, column: Number(column) - 1 });
        return location ? `${before}${location.name}:${location.line + 1}:${location.column + 1}${after}` : whole;
      },
    );
  }
}

/** As `console.log` joins what it gets, with the directives of the first text. */
function formatted(args: readonly Runtime.RemoteObject[]): string {
  const [first, ...rest] = args;
  if (first === undefined) return '';
  if (first.type !== 'string') return args.map(printedText).join(' ');
  let next = 0;
  const text = String(first.value).replace(/%([sdifoOcj%])/g, (directive, kind: string) => {
    if (kind === '%') return rest.length > 0 ? '%' : '%%';
    const arg = rest[next];
    if (arg === undefined) return directive;
    next++;
    if (kind === 'c') return '';
    if (kind === 'd' || kind === 'i') return number(arg, kind === 'i');
    return printedText(arg);
  });
  return [text, ...rest.slice(next).map(printedText)].join(' ');
}

function number(remote: Runtime.RemoteObject, isWhole: boolean): string {
  const value = Number(remote.value ?? NaN);
  return remote.type === 'bigint' ? (remote.unserializableValue ?? '0n') : String(isWhole ? Math.trunc(value) : value);
}
