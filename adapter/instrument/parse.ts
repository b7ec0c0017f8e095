import { Parser, type Node, type Options } from 'acorn';
import { markScript, type AnyNode, type Program, type SourceFormat } from './tree.js';

/** The syntax tree of JavaScript that reaches V8. Throws acorn's SyntaxError. */
export function parseSource(text: string, format: SourceFormat): Program {
  return inFormat(Parser.parse(text, optionsOf(format)), format);
}

function inFormat(program: Program, format: SourceFormat): Program {
  if (format === 'script') markScript(program);
  return program;
}

/** The tree of a text of which nobody knows how Node ran it; null when it is no JavaScript. */
export function parseEither(text: string): Program | null {
  for (const format of ['module', 'commonjs'] as const)
    try {
      return parseSource(text, format);
    } catch {
      continue;
    }
  return null;
}

/** The same as `parseSource`, with where those nodes begin that are noted: what is looked for as soon as it is parsed is not searched in the whole tree. */
export function parseNoting(text: string, format: SourceFormat, isNoted: (node: AnyNode) => boolean): NotedProgram {
  const noted = new NotingParser(optionsOf(format), text, isNoted).noted(text);
  inFormat(noted.program, format);
  return noted;
}

export interface NotedProgram {
  readonly text: string;
  readonly program: Program;
  readonly notes: readonly number[];
}

function optionsOf(format: SourceFormat): Options {
  return {
    ecmaVersion: 'latest',
    sourceType: format,
    allowHashBang: true,
    allowAwaitOutsideFunction: format === 'module',
    allowSuperOutsideMethod: false,
  };
}

/** Every parser of acorn has it; its types do not say so. */
type Finish = (node: Node, type: string) => AnyNode;
const { finishNode } = Parser.prototype as unknown as { readonly finishNode: Finish };

class NotingParser extends Parser {
  private readonly notes: number[] = [];

  constructor(
    options: Options,
    text: string,
    private readonly isNoted: (node: AnyNode) => boolean,
  ) {
    super(options, text);
  }

  noted(text: string): NotedProgram {
    return { text, program: this.parse(), notes: this.notes };
  }

  /** Called by acorn when a node is complete. */
  protected finishNode(node: Node, type: string): AnyNode {
    const finished = finishNode.call(this, node, type);
    if (this.isNoted(finished)) this.notes.push(finished.start);
    return finished;
  }
}
