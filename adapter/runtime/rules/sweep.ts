import { mapped, newList } from '../../maintain/ownLists.js';
import type { Runtime, Session } from 'node:inspector';
import { declareNames, hasContexts } from '../realm/globalNames.js';
import { getPrototypeOf } from '../realm/intrinsics.js';

/**
 * Asks V8 for the live objects with a prototype: it collects garbage first, and this works in the middle of a turn of the event loop
 * (docs/rules.md, "Existing").
 */
export class LiveObjects {
  // What its module takes from the language, it takes now: later the program may have replaced it.
  private readonly session: Session = new (getBuiltinModule('node:inspector').Session)();
  private isConnected = false;
  private handed: object | null = null;
  private received: readonly object[] = [];

  constructor() {
    declareNames({
      // All that is no class of its own has the prototype that its realm gives it.
      [handName]: (plain: object) => (this.handed === Object.prototype ? getPrototypeOf(plain) : this.handed),
      [receiveName]: (objects: readonly object[]) => {
        this.received = objects;
      },
    });
  }

  /** The objects that have `prototype` among their prototypes. */
  of(prototype: object): readonly object[] {
    const { session } = this;
    if (!this.isConnected) session.connect();
    this.isConnected = true;
    this.handed = prototype;
    const all = this.found(session, {});
    // V8 looks for the objects of one context at a time.
    const contexts = hasContexts() ? contextsOf(session) : [];
    for (let at = 0; at < contexts.length; at++) {
      const contextId = contexts[at];
      const found = contextId === undefined ? [] : this.found(session, { contextId });
      for (let index = 0; index < found.length; index++) all[all.length] = found[index] as object;
    }
    session.post('Runtime.releaseObjectGroup', { objectGroup: group });
    this.handed = null;
    return all;
  }

  /** The objects of a context; the program's own where none is named. */
  private found(session: Session, where: { readonly contextId?: number }): object[] {
    this.received = [];
    session.post('Runtime.evaluate', { ...where, expression: `${handName}({})`, objectGroup: group }, (failure, handed) => {
      const { objectId } = (failure === null && handed.exceptionDetails === undefined ? handed.result : {}) as Runtime.RemoteObject;
      if (objectId === undefined) return;
      session.post('Runtime.queryObjects', { prototypeObjectId: objectId, objectGroup: group }, (refused, found) => {
        if (refused === null) this.receive(session, (found as Runtime.QueryObjectsReturnType).objects);
      });
    });
    const found = mapped(this.received, (object) => object);
    this.received = [];
    return found;
  }

  close(): void {
    if (this.isConnected) this.session.disconnect();
    this.isConnected = false;
  }

  private receive(session: Session, { objectId }: Runtime.RemoteObject): void {
    if (objectId === undefined) return;
    session.post('Runtime.callFunctionOn', { objectId, functionDeclaration: `function(){${receiveName}(this)}`, silent: true });
  }
}

/** The contexts that exist beside the program's own. V8 tells them all to whom it begins to tell of new ones. */
function contextsOf(session: Session): readonly number[] {
  const all: number[] = newList();
  const note = ({ params }: { readonly params: Runtime.ExecutionContextCreatedEventDataType }): void => {
    const { id, auxData } = params.context;
    if ((auxData as { readonly isDefault?: boolean } | undefined)?.isDefault !== true) all[all.length] = id;
  };
  session.on('Runtime.executionContextCreated', note);
  session.post('Runtime.enable');
  session.post('Runtime.disable');
  session.off('Runtime.executionContextCreated', note);
  return all;
}

const { getBuiltinModule } = process;
const handName = '__w_ruleHand';
const receiveName = '__w_ruleReceive';
const group = 'whence-rules';
