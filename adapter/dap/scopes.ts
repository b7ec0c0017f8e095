import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugger, Runtime } from 'node:inspector';
import type { Row } from './properties.js';
import type { Frame } from './stack.js';
import type { Variables } from './variables.js';

const scopeNames: Readonly<Record<string, string>> = {
  global: 'Global',
  local: 'Local',
  with: 'With Block',
  closure: 'Closure',
  catch: 'Catch Block',
  block: 'Block',
  script: 'Script',
  eval: 'Eval',
  module: 'Module',
  'wasm-expression-stack': 'Stack',
};

/** The scopes that a frame sees, innermost first, each with a reference to its variables. */
export function scopesOf(
  frame: Frame,
  variables: Variables,
  thrown: Runtime.RemoteObject | null,
  names: ReadonlyMap<string, string>,
): readonly DebugProtocol.Scope[] {
  const { callFrame, target } = frame;
  if (callFrame === null) return [];
  const exception: DebugProtocol.Scope[] =
    thrown === null
      ? []
      : [
          {
            name: 'Exception',
            variablesReference: variables.hold({ kind: 'rows', target, rows: [row('exception', thrown)] }),
            expensive: false,
          },
        ];
  return [
    ...exception,
    ...callFrame.scopeChain.map(({ type, name, object }, scopeNumber): DebugProtocol.Scope => {
      const holder = {
        kind: 'scope',
        target,
        object,
        callFrameId: callFrame.callFrameId,
        scopeNumber,
        extra: extraRows(callFrame, scopeNumber),
        names,
        isObject: type === 'global' || type === 'with',
      } as const;
      const title = scopeNames[type] ?? type;
      return {
        name: type === 'closure' && name ? `${title} (${name})` : title,
        variablesReference: variables.hold(holder),
        expensive: type === 'global',
        ...(type === 'local' ? { presentationHint: 'locals' } : {}),
      };
    }),
  ];
}

/** What is shown beside the variables of the scope that the function itself opens. */
function extraRows({ scopeChain, returnValue, this: self }: Debugger.CallFrame, scopeNumber: number): readonly Row[] {
  const isOwn = scopeNumber === scopeChain.findIndex(({ type }) => ['local', 'module', 'script', 'global'].includes(type));
  if (!isOwn) return [];
  return [
    ...(returnValue === undefined ? [] : [row('Return value', returnValue)]),
    ...(self.type === 'undefined' ? [] : [{ ...row('this', self), expression: 'this' }]),
  ];
}

function row(name: string, value: Runtime.RemoteObject): Row {
  return { kind: 'value', name, value, expression: null, description: null, hint: { kind: 'virtual', attributes: ['readOnly'] } };
}
