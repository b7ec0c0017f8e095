import { fromJsonSchema, type JsonSchemaType, type jsonSchemaValidator } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { JsonSchema } from './toolSchema.js';

const whole = new AjvJsonSchemaValidator();

/** Compiles a schema when a value is first held against it: most tools of a conversation are never called. */
const whenNeeded: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType) {
    let compiled: ReturnType<typeof whole.getValidator<T>> | null = null;
    return (value: unknown) => (compiled ??= whole.getValidator<T>(schema))(value);
  },
};

/** The schema as the package of the protocol wants it; `T`: the type of the values that it admits. */
export const schemaOf = <T>(schema: JsonSchema) => fromJsonSchema<T>({ ...schema }, whenNeeded);
