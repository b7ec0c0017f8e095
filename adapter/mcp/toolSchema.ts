/** A JSON schema, as far as tools need it. */
export interface JsonSchema {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const described = (description?: string): { readonly description?: string } => (description === undefined ? {} : { description });

export const text = (description?: string): JsonSchema => ({ type: 'string', ...described(description) });
export const count = (description?: string): JsonSchema => ({ type: 'integer', minimum: 1, ...described(description) });
export const list = (items: JsonSchema, description?: string): JsonSchema => ({ type: 'array', items, ...described(description) });
/** A list that is not empty: an empty one would ask for nothing, and leaving it out asks for all. */
export const some = (items: JsonSchema, description?: string): JsonSchema => ({ ...list(items, description), minItems: 1 });
/** A list whose elements are as `whence.*` has them. */
export const rows: JsonSchema = { type: 'array' };

/** The arguments of a tool: its own, and those that all have (`limit`: the bytes of the answer). */
export function input(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  const common: Readonly<Record<string, JsonSchema>> = {
    timeoutSeconds: { type: 'number' },
    limit: { type: 'integer' },
  };
  return {
    type: 'object',
    properties: { ...properties, ...common },
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The data of an answer: its own keys, and whether it is complete; `omitted`, how many elements were left out, may stand beside them. */
export function output(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    properties: { ...properties, complete: { type: 'boolean' } },
    required: ['complete'],
  };
}
