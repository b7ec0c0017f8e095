import { known, namespace, written, type ConcreteFamily } from '../../execution/concrete/members.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { ProcessEnd, Unmodelled } from '../../execution/concrete/signals.js';
import type { ConcreteValue } from '../../execution/concrete/concreteValue.js';

/** What is no exit code is refused by later versions of Node. */
function endProcess(_realm: Realm, _self: ConcreteValue, [code]: readonly ConcreteValue[]): never {
  if (code !== undefined && code !== null && !Number.isSafeInteger(known(code))) throw new Unmodelled('an exit code that is no number');
  throw new ProcessEnd();
}

export const concreteProcess: ConcreteFamily = {
  globals: [['process', (realm) => namespace(realm, 'process', [written('exit', endProcess)], process)]],
};
