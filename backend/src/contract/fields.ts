import { type Type, applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type as Converted } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';

/**
 * The fields of requests, answers and documents, one line each: `@Id('Of the post.') readonly postId!: string;`.
 * Each is documented in the API contract. With a `message`, as fields of requests have one, it is validated too.
 */

/** What a field says beyond its kind. */
export interface Words {
  readonly about?: string;
  readonly example?: string | number;
  /** The lowest number, or the shortest text. */
  readonly min?: number;
  /** The highest number, or the longest text. */
  readonly max?: number;
  readonly default?: string | number | boolean;
  /** The error for a wrong value. */
  readonly message?: string;
  /** The error for a text that is too long, if it is not `message`. */
  readonly tooLong?: string;
}

interface Schema {
  readonly type:
    StringConstructor | NumberConstructor | BooleanConstructor | 'integer' | (() => Type | [Type]);
  readonly format?: 'uuid' | 'date-time';
  readonly enum?: (string | boolean)[];
  readonly isArray?: boolean;
  readonly nullable?: boolean;
  readonly required?: boolean;
}

interface Kind {
  readonly schema: Schema;
  /** The validators of a request, in the order in which they run. */
  readonly checks: (words: Words, error: { readonly message: string }) => readonly PropertyDecorator[];
}

/** A text alone is the description. */
type Said = string | Words;
type Field = PropertyDecorator & Kind;
type Fields = ((said?: Said) => Field) & Kind;

function field(kind: Kind, said: Said = {}): Field {
  const words = typeof said === 'string' ? { about: said } : said;
  const { message } = words;
  const decorator = applyDecorators(
    ...(message === undefined ? [] : kind.checks(words, { message })),
    ApiProperty({ ...kind.schema, ...documented(kind.schema, words) }),
  );
  return Object.assign(decorator, kind);
}

/** What the contract says, in the order of the words. */
function documented({ type }: Schema, words: Words) {
  const [min, max] = type === String ? ['minLength', 'maxLength'] : ['minimum', 'maximum'];
  const names: Readonly<Record<string, string | undefined>> = {
    about: 'description',
    example: 'example',
    default: 'default',
    min,
    max,
  };
  return Object.fromEntries(
    Object.entries(words).flatMap(([word, value]) => {
      const name = names[word];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

const fields = (kind: Kind): Fields => Object.assign((said?: Said) => field(kind, said), kind);
const unchecked = (schema: Schema): Kind => ({ schema, checks: () => [] });

/** A UUID. */
export const Id = fields({
  schema: { type: String, format: 'uuid' },
  checks: (_, error) => [IsUUID(undefined, error)],
});

/** A time, in ISO 8601. */
export const When = fields(unchecked({ type: String, format: 'date-time' }));

/** A text. Requests must not leave it empty if it has a `min`. */
export const Text = fields({
  schema: { type: String },
  checks: ({ min, max, tooLong }, error) => [
    IsString(error),
    ...(min === undefined ? [] : [IsNotEmpty(error)]),
    ...(max === undefined ? [] : [MaxLength(max, { message: tooLong ?? error.message })]),
  ],
});

/** A number; a whole one in requests. */
export const Whole = fields({
  schema: { type: Number },
  checks: ({ min, max }, error) => [
    IsInt(error),
    ...(min === undefined ? [] : [Min(min, error)]),
    ...(max === undefined ? [] : [Max(max, error)]),
  ],
});

/** An amount of money, in the smallest unit of its currency. */
export const Amount = fields(unchecked({ type: 'integer' }));

/** True or false. */
export const Flag = fields({ schema: { type: Boolean }, checks: (_, error) => [IsBoolean(error)] });

/** One of these values. */
export function OneOf(values: readonly (string | boolean)[], said?: Said): Field {
  const type = typeof values[0] === 'boolean' ? Boolean : String;
  const schema = { type, enum: [...values] };
  return field({ schema, checks: (_, error) => [IsIn(values, error)] }, said);
}

/** An object of this class. */
export function Part(of: () => Type, said?: Said): Field {
  // Swagger takes a function for a lazy type by its name, `type`.
  return field(unchecked({ type: () => of() }), said);
}

/** A list of fields of a kind, or of objects of a class. */
export function List(of: Kind | (() => Type), said?: Said): Field {
  const schema: Schema = 'schema' in of ? { ...of.schema, isArray: true } : { type: (): [Type] => [of()] };
  return field(unchecked(schema), said);
}

/** A field that may be null. What it says replaces what the kind says. */
export function Maybe({ schema, checks }: Kind, said?: Said): Field {
  return field({ schema: { ...schema, nullable: true }, checks }, said);
}

/** A field that may be missing; null counts as missing in requests. */
export function Optional({ schema, checks }: Kind, said?: Said): Field {
  return field(
    { schema: { ...schema, required: false }, checks: (...words) => [IsOptional(), ...checks(...words)] },
    said,
  );
}

/** A filter of a list: `true`, `false`, or both if it is missing. */
export const YesOrNo = (about: string, otherwise?: boolean) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      value === 'true' ? true : value === 'false' ? false : value,
    ),
    Optional(Flag, {
      about,
      message: 'This filter is true or false',
      ...(otherwise !== undefined && { default: otherwise }),
    }),
  );

/** A filter of a list with one of these values. */
export const FilterOf = (values: readonly string[], about?: string) =>
  Optional(OneOf(values), {
    message: `This filter is one of ${values.join(', ')}`,
    ...(about !== undefined && { about }),
  });

/** A filter of a list by an id. */
export const OfId = (about: string) => Optional(Id, { about, message: 'This is not a valid id' });

/** The order of a list. */
export const SortedBy = (sorts: readonly string[], first: string) =>
  Optional(OneOf(sorts), { default: first, message: `This list sorts by ${sorts.join(', ')}` });

/** A whole number in a query, from `min` to `max`. */
export const Counted = (words: Words & { readonly message: string }) =>
  applyDecorators(
    Converted(() => Number),
    Optional(Whole, words),
  );
