import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugger } from 'node:inspector';
import { evaluate } from './evaluation.js';
import type { Target } from './target.js';

/** How many names are offered: the client filters them, but a global object has a thousand. */
const mostNames = 2_000;

/** Names that may follow what has been typed before the cursor: members behind a dot, else what is in scope. */
export async function completions(
  target: Target,
  frame: Debugger.CallFrame | null,
  typed: string,
): Promise<readonly DebugProtocol.CompletionItem[]> {
  const { owner, start } = partBefore(typed);
  const names = owner === null ? await namesInScope(target, frame) : await membersOf(target, frame, owner);
  return [...names].slice(0, mostNames).map(([label, type]) => ({ label, type, start, length: typed.length - start }));
}

type Names = ReadonlyMap<string, DebugProtocol.CompletionItemType>;

/** The expression before the last dot, if there is one, and where the name that is being typed begins. */
function partBefore(typed: string): { readonly owner: string | null; readonly start: number } {
  const name = /[\p{ID_Continue}$#]*$/u.exec(typed)?.[0] ?? '';
  const start = typed.length - name.length;
  const before = typed.slice(0, start);
  if (!before.endsWith('.')) return { owner: null, start };
  const owner = /[\p{ID_Continue}$#](?:[\p{ID_Continue}$#.]|\[[^[\]]*\]|\?\.)*$/u.exec(before.replace(/\??\.$/, ''))?.[0];
  return { owner: owner ?? '', start };
}

/** What is evaluated to find them must not change anything: a call in it gives no names. */
async function membersOf(target: Target, frame: Debugger.CallFrame | null, owner: string): Promise<Names> {
  if (owner === '') return new Map(); // what a call gives is not looked at
  try {
    const value = await evaluate(target, owner, { callFrameId: frame?.callFrameId ?? null, isPure: true, isConsole: false });
    const boxed =
      value.objectId === undefined
        ? await evaluate(target, `Object(${owner})`, { callFrameId: frame?.callFrameId ?? null, isPure: true, isConsole: false })
        : value;
    if (boxed.objectId === undefined) return new Map();
    const { result } = await target.call({
      objectId: boxed.objectId,
      functionDeclaration: membersFunction,
      returnByValue: true,
    });
    return new Map(result.value as readonly (readonly [string, DebugProtocol.CompletionItemType])[]);
  } catch {
    return new Map();
  }
}

/** Of the object and its prototypes; getters are not called. */
const membersFunction = `function(){
  const found=new Map();
  for(let object=this;object!==null&&object!==undefined;object=Object.getPrototypeOf(object))
    for(const name of Object.getOwnPropertyNames(object)){
      if(found.has(name)||!/^[\\p{ID_Start}$_][\\p{ID_Continue}$]*$/u.test(name))continue;
      const property=Object.getOwnPropertyDescriptor(object,name);
      found.set(name,property&&typeof property.value==='function'?'method':'property');
    }
  return [...found]}`;

async function namesInScope(target: Target, frame: Debugger.CallFrame | null): Promise<Names> {
  const names = new Map<string, DebugProtocol.CompletionItemType>();
  for (const { object } of frame?.scopeChain.filter(({ type }) => type !== 'global') ?? []) {
    if (object.objectId === undefined) continue;
    const { result } = await target.client.send('Runtime.getProperties', { objectId: object.objectId, ownProperties: true });
    for (const { name, value } of result) if (!names.has(name)) names.set(name, value?.type === 'function' ? 'function' : 'variable');
  }
  for (const [name, type] of await membersOf(target, null, 'globalThis'))
    if (!names.has(name)) names.set(name, type === 'method' ? 'function' : 'variable');
  return names;
}
