import type { Relations } from '../relations/opened.js';

/** A class of the run that has fields. */
interface FieldsOfClass {
  /** The event that made the class, or at which it was seen first. */
  readonly event: number;
  readonly thread: number;
  readonly className: string;
  readonly fields: readonly Field[];
}

interface Field {
  readonly name: string;
  readonly isStatic: boolean;
}

/** Which fields classes have: their own, and those of the classes that they extend, without what is private there. */
export class MemberFields {
  private found: readonly FieldsOfClass[] | null = null;
  private names: ReadonlyMap<number, string> | null = null;

  constructor(private readonly relations: Relations) {}

  /** The name of the class that an object is; null: it is none. */
  classOf(object: number): string | null {
    this.names ??= new Map(this.classes().map(({ id, name }) => [id, name]));
    return this.names.get(object) ?? null;
  }

  /** All classes with fields, in the order of their events. */
  all(): readonly FieldsOfClass[] {
    return (this.found ??= this.find());
  }

  private find(): readonly FieldsOfClass[] {
    const known = new Set<string>();
    return this.classes()
      .flatMap(({ name, created }) => {
        if (created === null || known.has(name)) return [];
        known.add(name);
        const fields = this.fieldsOf(name);
        const thread = this.relations.row('event', { id: created })?.number('thread') ?? 0;
        return fields.length === 0 ? [] : [{ event: created, thread, className: name, fields }];
      })
      .sort((a, b) => a.event - b.event);
  }

  private classes(): readonly { readonly id: number; readonly name: string; readonly created: number | null }[] {
    const found: { id: number; name: string; created: number | null }[] = [];
    for (const row of this.relations.rows('object', { kind: 'function' })) {
      const name = row.text('name');
      if (name !== '') found.push({ id: row.number('id') ?? 0, name, created: row.number('created') });
    }
    return found;
  }

  private fieldsOf(className: string): readonly Field[] {
    const found = new Map<string, Field>();
    for (const subclass of this.relations.rows('subclass', { class: className })) {
      const ancestor = subclass.text('ancestor');
      for (const row of this.relations.rows('class_member', { class: ancestor })) {
        const [name, kind] = [row.text('name'), row.cell('kind')];
        const isStatic = row.number('static') === 1;
        const key = `${isStatic} ${name}`;
        if ((kind !== 'field' && kind !== 'assigned') || found.has(key)) continue;
        if (ancestor === className || row.number('private') !== 1) found.set(key, { name, isStatic });
      }
    }
    return [...found.values()];
  }
}
