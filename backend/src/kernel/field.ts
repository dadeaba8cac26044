/**
 * A field of an event: a JSON schema, and the TypeScript type of the values that fit. The type exists at compile time only.
 * `log/field-check.ts` compiles the schemas.
 */
export interface Field<Type = unknown> {
  readonly '~type': Type;
}

/** The fields of an event or of an object, by name. */
export type Fields = Readonly<Record<string, Field>>;

export interface OptionalField<Type = unknown> extends Field<Type> {
  readonly '~optional': true;
}

export interface ObjectField<Of extends Fields> extends Field<DataOf<Of>> {
  readonly properties: Of;
}

/** The type of the values that fit a field. */
export type TypeOf<Of extends Field> = Of['~type'];

/** The type of data with these fields. */
export type DataOf<Of extends Fields> = Flat<
  {
    readonly [Name in keyof Of as Of[Name] extends OptionalField ? never : Name]: Of[Name]['~type'];
  } & {
    readonly [Name in keyof Of as Of[Name] extends OptionalField ? Name : never]?: Of[Name]['~type'];
  }
>;

type Flat<Type> = Type extends infer Each ? { [Name in keyof Each]: Each[Name] } : never;

/** A JSON schema, as far as fields use it. */
export interface Schema {
  readonly title?: string;
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
}

/** The schema of a field. */
export function schemaOf(of: Field): Schema {
  return of as Schema;
}

/** In characters. What is longer was not written by this program, and would not fit into a document. */
const LONGEST_TEXT = 100_000;
const LONGEST_ID = 1000;
const MOST_ITEMS = 10_000;

const DATE = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:[.]\\d+)?Z';

/** Text, which may be empty. */
export const text = field<string>({ type: 'string', maxLength: LONGEST_TEXT });

/** What documents and streams may be named by: text that is not empty. */
export const id = field<string>({ type: 'string', minLength: 1, maxLength: LONGEST_ID });

/** ISO 8601 in UTC. */
export const time = field<string>({ title: 'time', type: 'string', pattern: `^${DATE}T${TIME}$` });

/** An ISO week, such as `2026-W47`. */
export const week = field<string>({
  title: 'week',
  type: 'string',
  pattern: '^\\d{4}-W(?:0[1-9]|[1-4]\\d|5[0-3])$',
});

export const number = field<number>({ type: 'number' });

/** True or false. */
export const flag = field<boolean>({ type: 'boolean' });

/** One of these values. */
export function oneOf<const Value extends string | number>(...values: readonly Value[]): Field<Value> {
  return field({ enum: values });
}

export function nullable<Type>(of: Field<Type>): Field<Type | null> {
  return field({ anyOf: [schemaOf(of), { type: 'null' }] });
}

/** A field that is missing in events from before it existed, or where it has no meaning. */
export function optional<Type>(of: Field<Type>): OptionalField<Type> {
  return { ...of, '~optional': true };
}

/** A field of the person whose id is in the field `subject`: encrypted with their key, and null once it has been destroyed. */
export function personal<Type>(subject: string, of: Field<Type>): Field<Type | null> {
  return { ...nullable(of), '~subject': subject } as Field<Type | null>;
}

/** Whether a field of an object or a list is personal: only fields of the event itself are encrypted. */
export function hasNestedPersonal(fields: Fields): boolean {
  return Object.values(fields).some((of) => {
    const { '~subject': _, ...rest } = of as { '~subject'?: string };
    return JSON.stringify(rest).includes('"~subject"');
  });
}

/** The field with the id of the person to whom a personal field belongs. */
export function subjectOf(of: Field | undefined): string | undefined {
  return (of as { '~subject'?: string } | undefined)?.['~subject'];
}

export function list<Type>(of: Field<Type>): Field<readonly Type[]> {
  return field({ type: 'array', items: schemaOf(of), maxItems: MOST_ITEMS });
}

/** Values by names that are not known before. */
export function record<Type>(of: Field<Type>): Field<Readonly<Record<string, Type>>> {
  return field({ type: 'object', additionalProperties: schemaOf(of) });
}

/** Fields that are not listed are kept and ignored. */
export function object<Of extends Fields>(fields: Of): ObjectField<Of> {
  const required = Object.keys(fields).filter((name) => !('~optional' in (fields[name] as object)));
  return { type: 'object', properties: fields, required } as unknown as ObjectField<Of>;
}

/** An object of one of these kinds. */
export function anyOf<const Of extends readonly Field[]>(...kinds: Of): Field<TypeOf<Of[number]>> {
  return field({ anyOf: kinds.map(schemaOf) });
}

/** A field with the name of its type, for the documentation. */
export function named<Of extends Field>(name: string, of: Of): Of {
  return { ...of, title: name };
}

function field<Type>(schema: Schema): Field<Type> {
  return schema as unknown as Field<Type>;
}
