import { Flag, Id, OneOf, Optional, Whole, type Words } from '../../contract/fields.js';
import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';

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

export const OfId = (about: string) => Optional(Id, { about, message: 'This is not a valid id' });

export const SortedBy = (sorts: readonly string[], first: string) =>
  Optional(OneOf(sorts), { default: first, message: `This list sorts by ${sorts.join(', ')}` });

/** A whole number from `min` to `max`. In a query it is text, which is converted. */
export const Counted = (words: Words & { readonly message: string }) =>
  applyDecorators(
    Type(() => Number),
    Optional(Whole, words),
  );
