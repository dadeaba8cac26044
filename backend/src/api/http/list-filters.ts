import { Flag, Id, OneOf, Optional, Whole, type Words } from '../../contract/fields.js';
import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** A filter of a list: `true`, `false`, or both if it is missing. */
export const YesOrNo = (about: string, otherwise?: boolean) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      value === 'true' ? true : value === 'false' ? false : value,
    ),
    Optional(Flag, {
      about,
      message: '$property is true or false',
      ...(otherwise !== undefined && { default: otherwise }),
    }),
  );

/** A filter of a list with one of these values. */
export const FilterOf = (values: readonly string[], about?: string) =>
  Optional(OneOf(values), {
    message: `$property is one of ${values.join(', ')}`,
    ...(about !== undefined && { about }),
  });

export const OfId = (about: string) => Optional(Id, { about, message: '$property is not a valid id' });

export const SortedBy = (sorts: readonly string[], first: string) =>
  Optional(OneOf(sorts), { default: first, message: `$property is one of ${sorts.join(', ')}` });

/** A day that people choose in a field with this label. */
export const dayIn = (label: string) => ({
  example: '2026-11-21',
  message: `${label}: please enter a day, such as 2026-11-21.`,
});

/** A range of days whose end lies before its start. */
export const NotBefore = (from: string) => NotBelow(from, 'To: the end lies before the start.');

/** That a filter is not below another one, which is given, too; else the message. Days and numbers can be compared. */
export const NotBelow = (least: string, message: string): PropertyDecorator =>
  ValidateBy(
    {
      name: 'notBelow',
      constraints: [least],
      validator: {
        validate: (value: string | number, args) => {
          const filters = args?.object as Readonly<Record<string, string | number | undefined>> | undefined;
          const from = filters?.[least];
          return from === undefined || value >= from;
        },
      },
    },
    { message },
  );

/** A whole number from `min` to `max`. In a query it is text, which is converted. */
export const Counted = (words: Words & { readonly message: string }) =>
  applyDecorators(
    Type(() => Number),
    Optional(Whole, words),
  );
