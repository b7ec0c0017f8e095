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
}

const described = (description?: string): { readonly description?: string } => (description === undefined ? {} : { description });

export const text = (description?: string): JsonSchema => ({ type: 'string', ...described(description) });
export const count = (description?: string): JsonSchema => ({ type: 'integer', minimum: 1, ...described(description) });
export const list = (items: JsonSchema, description?: string): JsonSchema => ({ type: 'array', items, ...described(description) });

/** The arguments of a tool: its own, and those that all have. */
export function input(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  const common: Readonly<Record<string, JsonSchema>> = {
    timeoutSeconds: { type: 'number', minimum: 0.1, maximum: 3600 },
    limit: { type: 'integer', minimum: 1000, description: 'most bytes of the answer' },
  };
  return {
    type: 'object',
    properties: { ...properties, ...common },
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The data of an answer: its own keys, whether it is complete, and how many elements were left out. */
export function output(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    properties: { ...properties, complete: { type: 'boolean' }, omitted: { type: 'integer' } },
    required: ['complete'],
  };
}

export const anything: JsonSchema = { type: 'object' };
