import { fromJsonSchema, type JsonSchemaType, type jsonSchemaValidator } from '@modelcontextprotocol/server';
import { Ajv } from '@modelcontextprotocol/server/validators/ajv';
import { withoutMiddle } from './errorText.js';
import type { JsonSchema } from './toolSchema.js';

type Engine = InstanceType<typeof Ajv>;

/** Compiles a schema when a value is first held against it: most tools of a conversation are never called. */
const whenNeeded: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType) {
    let compiled: ReturnType<Engine['compile']> | null = null;
    return (value: unknown) => {
      compiled ??= engine().compile(schema);
      if (compiled(value)) return { valid: true, data: value as T, errorMessage: undefined };
      return { valid: false, data: undefined, errorMessage: faultsOf(compiled.errors ?? []) };
    };
  },
};

let made: Engine | null = null;
const engine = (): Engine => (made ??= new Ajv({ strict: false, validateSchema: false, allErrors: true }));

type Fault = NonNullable<ReturnType<Engine['compile']>['errors']>[number];

/** So many faults of one value are told, each name in so many characters. */
const mostFaults = 3;
const longestName = 80;

function faultsOf(faults: readonly Fault[]): string {
  const told = faults.slice(0, mostFaults).map(faultOf);
  return `${told.join(', ')}${faults.length > mostFaults ? `, and ${faults.length - mostFaults} more` : ''}.`;
}

/** `paths[0] must be string`. */
function faultOf({ keyword, instancePath, params, message = 'is wrong' }: Fault): string {
  const named = (name: unknown): string => withoutMiddle(String(name), longestName);
  if (keyword === 'required') return `${named(params['missingProperty'])} is missing`;
  if (keyword === 'additionalProperties') return `there is no argument ${named(params['additionalProperty'])}`;
  const place = instancePath.slice(1).replaceAll(/\/(\d+)/g, '[$1]');
  if (keyword === 'maxItems') return `${named(place)} has more than ${String(params['limit'])} elements`;
  if (keyword === 'minItems') return `${named(place)} must not be empty`;
  return `${named(place === '' ? 'it' : place)} ${message}`;
}

/** The schema as the package of the protocol wants it; `T`: the type of the values that it admits. */
export const schemaOf = <T>(schema: JsonSchema) => fromJsonSchema<T>({ ...schema }, whenNeeded);

/** The same of arguments. That lists are bounded is not listed: each tool would be longer. */
export const argumentsOf = <T>(schema: JsonSchema) => {
  const { properties = {}, ...rest } = schema;
  const bounded = Object.entries(properties).map(([name, one]) => [name, one.type === 'array' ? { ...one, maxItems: mostItems } : one]);
  const whole: JsonSchema = { ...rest, properties: Object.fromEntries(bounded) };
  return fromJsonSchema<T>({ ...schema }, { getValidator: () => whenNeeded.getValidator<T>({ ...whole }) } as jsonSchemaValidator);
};

/** So many elements a list has at most: each may name a file, which is looked at while nothing else is answered. */
const mostItems = 1000;
