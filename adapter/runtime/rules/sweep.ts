import type { Runtime, Session } from 'node:inspector';
import { declareNames } from '../realm/globalNames.js';

/**
 * Asks V8 for the live objects with a prototype: it collects garbage first, and this works in the middle of a turn of the event loop
 * (docs/rules.md, "Existing").
 */
export class LiveObjects {
  private session: Session | null = null;
  private handed: object | null = null;
  private received: readonly object[] = [];

  constructor() {
    declareNames({
      [handName]: () => this.handed,
      [receiveName]: (objects: readonly object[]) => {
        this.received = objects;
      },
    });
  }

  /** The objects that have `prototype` among their prototypes. */
  of(prototype: object): readonly object[] {
    this.session ??= opened();
    const { session } = this;
    this.handed = prototype;
    this.received = [];
    session.post('Runtime.evaluate', { expression: `${handName}()`, objectGroup: group }, (failure, handed) => {
      const { objectId } = (failure === null ? handed.result : {}) as Runtime.RemoteObject;
      if (objectId === undefined) return;
      session.post('Runtime.queryObjects', { prototypeObjectId: objectId, objectGroup: group }, (refused, found) => {
        if (refused === null) this.receive(session, (found as Runtime.QueryObjectsReturnType).objects);
      });
    });
    session.post('Runtime.releaseObjectGroup', { objectGroup: group });
    this.handed = null;
    const { received } = this;
    this.received = [];
    return received;
  }

  close(): void {
    this.session?.disconnect();
    this.session = null;
  }

  private receive(session: Session, { objectId }: Runtime.RemoteObject): void {
    if (objectId === undefined) return;
    session.post('Runtime.callFunctionOn', { objectId, functionDeclaration: `function(){${receiveName}(this)}`, silent: true });
  }
}

const handName = '__w_ruleHand';
const receiveName = '__w_ruleReceive';
const group = 'whence-rules';

function opened(): Session {
  const session = new (process.getBuiltinModule('node:inspector').Session)();
  session.connect();
  return session;
}
