import { type Type, applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';
import { lengthOf } from '../shared/visible-text.js';

/**
 * The fields of requests, answers and documents, one line each: `@Id('Of the post.') readonly postId!: string;`.
 * Each is documented in the API contract. With a `message`, as fields of requests have one, it is validated too.
 */

/** Where Swagger keeps the names of the fields of a class. */
const DECLARED = 'swagger/apiModelPropertiesArray';

/** What a field says beyond its kind. */
export interface Words {
  readonly about?: string;
  readonly example?: string | number;
  /** The lowest number, or the shortest text. */
  readonly min?: number;
  /** The highest number, or the longest text. */
  readonly max?: number;
  readonly default?: string | number | boolean;
  readonly format?: 'email' | 'password' | 'uri';
  /** For {@link Matching}, if the contract shows it. */
  readonly pattern?: string;
  /** The error for a wrong value. */
  readonly message?: string;
  /** The errors for a text that is too short or too long, if it is not `message`. */
  readonly tooShort?: string;
  readonly tooLong?: string;
  /** Requests must not leave the text empty. For one with a `min`, that is so anyway. */
  readonly filled?: true;
  /** How long the text may be in a request, if that is not `max`. */
  readonly limit?: number;
  /** Rewrites the text of a request before it is validated. */
  readonly normalise?: (text: string) => string | null;
}

interface Schema {
  readonly type:
    StringConstructor | NumberConstructor | BooleanConstructor | 'integer' | (() => Type | [Type]);
  readonly format?: 'uuid' | 'date-time' | 'date';
  readonly enum?: (string | boolean)[];
  readonly isArray?: boolean;
  readonly nullable?: boolean;
  readonly required?: boolean;
}

/** The validators of a request, in the order in which they run: only the first error is answered. */
type Checks = (words: Words) => readonly PropertyDecorator[];

export interface Kind {
  readonly schema: Schema;
  readonly checks: Checks;
}

/**
 * At most so many code points, as the counter of a form counts them. Passwords are counted as when they were chosen: without
 * the selectors of emoji.
 */
function AtMost(limit: number, { format }: Words, error?: { readonly message: string }): PropertyDecorator {
  if (format === 'password') return MaxLength(limit, error);
  const validate = (text: unknown) => typeof text === 'string' && lengthOf(text) <= limit;
  const defaultMessage = (about?: ValidationArguments) =>
    `${about?.property} must be shorter than or equal to ${limit} characters`;
  return ValidateBy({ name: 'maxLength', validator: { validate, defaultMessage } }, error);
}

/** A text alone is the description. */
type Said = string | Words;
type Field = PropertyDecorator & Kind;
type Fields = ((said?: Said) => Field) & Kind;

function field(kind: Kind, said: Said = {}): Field {
  const words = typeof said === 'string' ? { about: said } : said;
  const { normalise } = words;
  const decorator = applyDecorators(
    ...(normalise ? [Transform(({ value }) => (typeof value === 'string' ? normalise(value) : value))] : []),
    ...kind.checks(words),
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
    format: 'format',
    pattern: 'pattern',
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

/**
 * Sets the declared fields of an answer, and no others, from a value that has them, such as
 * `{ ...document, id: document._id }`. Those of a subclass are left to it.
 */
export function show<Answer extends object>(answer: Answer, values: Answer): void {
  const names = Reflect.getMetadata(DECLARED, answer) as readonly `:${string}`[];
  for (const name of names.map((declared) => declared.slice(1)))
    if (name in values) Object.assign(answer, { [name]: values[name as keyof Answer] });
}

const fields = (kind: Kind): Fields => Object.assign((said?: Said) => field(kind, said), kind);
const unchecked = (schema: Schema): Kind => ({ schema, checks: () => [] });
/** Validates if the field has a `message`. */
const checked =
  (checks: (error: { readonly message: string }, words: Words) => readonly PropertyDecorator[]): Checks =>
  (words) =>
    words.message === undefined ? [] : checks({ message: words.message }, words);

/** A UUID. */
export const Id = fields({
  schema: { type: String, format: 'uuid' },
  checks: checked((error) => [IsUUID(undefined, error)]),
});

/** A time, in ISO 8601. */
export const When = fields({
  schema: { type: String, format: 'date-time' },
  checks: checked((error) => [IsISO8601({ strict: true }, error)]),
});

/** A day of the calendar, such as 2026-11-21. */
export const Day = fields({
  schema: { type: String, format: 'date' },
  checks: checked((error) => [Matches(/^\d{4}-\d\d-\d\d$/, error), IsISO8601({ strict: true }, error)]),
});

export const Text = fields({
  schema: { type: String },
  checks: checked((error, words) => {
    const { min, max, limit = max, filled, tooShort, tooLong } = words;
    return [
      IsString(error),
      ...(min === undefined ? [] : [MinLength(min, { message: tooShort ?? error.message })]),
      ...(filled ? [IsNotEmpty(error)] : []),
      ...(limit === undefined ? [] : [AtMost(limit, words, { message: tooLong ?? error.message })]),
    ];
  }),
});

/** A text of a request whose length is checked first: any other type is too long. `message` is for an empty text. */
export const SizedText = fields({
  schema: { type: String },
  checks: (words) => {
    const { max = Infinity, limit = max, message, tooLong } = words;
    return [
      AtMost(limit, words, tooLong === undefined ? undefined : { message: tooLong }),
      ...(message === undefined ? [] : [IsNotEmpty({ message })]),
    ];
  },
});

export const Matching = (pattern: RegExp, said?: Said) =>
  field({ schema: { type: String }, checks: checked((error) => [Matches(pattern, error)]) }, said);

const whole = checked((error, { min, max }) => [
  IsInt(error),
  ...(min === undefined ? [] : [Min(min, error)]),
  ...(max === undefined ? [] : [Max(max, error)]),
]);

/** A number; a whole one in requests. */
export const Whole = fields({ schema: { type: Number }, checks: whole });

/** An amount of money, in the smallest unit of its currency. */
export const Amount = fields({ schema: { type: 'integer' }, checks: whole });

export const Flag = fields({ schema: { type: Boolean }, checks: checked((error) => [IsBoolean(error)]) });

/** One of these values. */
export function OneOf(values: readonly (string | boolean)[], said?: Said): Field {
  const type = typeof values[0] === 'boolean' ? Boolean : String;
  const schema = { type, enum: [...values] };
  return field({ schema, checks: checked((error) => [IsIn(values, error)]) }, said);
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
export const Optional = (kind: Kind, said?: Said): Field => field(omissible(kind, IsOptional()), said);

/** A field that may be missing, but not null in requests. */
export const Omissible = (kind: Kind, said?: Said): Field => field(omissible(kind, ifGiven), said);

const ifGiven = ValidateIf((_, value) => value !== undefined);

function omissible({ schema, checks }: Kind, first: PropertyDecorator): Kind {
  return {
    schema: { ...schema, required: false },
    checks: (words) => {
      const others = checks(words);
      return others.length === 0 ? [] : [first, ...others];
    },
  };
}
