import { commands } from 'vscode';
import type { Disposable } from 'vscode';
import type { QuestionKind } from '../adapter/dap/querypoints/protocol.js';
import { questionKinds } from '../adapter/querypoints/question/kinds.js';
import type { Questions } from './querypoints/questions.js';
import type { Row } from './querypoints/rows.js';
import { openPoint } from './querypoints/tree.js';

const kinds = Object.keys(questionKinds) as QuestionKind[];

/** The command that asks for another change of the place in a row, by its index. */
export const changeAt = 'whence.changeAt';

/** Questions at a stop of our debugger, from the menus of the debug views, the editor's, the Querypoints view and by keys. */
export function registerQuerypoints(questions: Questions): readonly Disposable[] {
  return [
    questions,
    ...kinds.map((kind) => commands.registerCommand(`whence.${kind}`, (context?: unknown) => questions.ask(kind, context))),
    commands.registerCommand('whence.previousChange', (row?: unknown) => questions.neighbour(-1, row)),
    commands.registerCommand('whence.nextChange', (row?: unknown) => questions.neighbour(1, row)),
    commands.registerCommand(changeAt, (row: unknown, index: number) => questions.changeAt(index, row)),
    commands.registerCommand('whence.showMore', (row?: unknown) => questions.showMore(row)),
    commands.registerCommand('whence.stopHere', (row?: unknown) => questions.stopHere(row)),
    commands.registerCommand('whence.copyChain', (row?: unknown) => questions.copy(row)),
    commands.registerCommand(openPoint, (row: Row) => questions.open(row)),
  ];
}
