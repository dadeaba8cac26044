import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, IsUUID } from 'class-validator';

/** A filter that is `true`, `false` or not given, which may mean one of these. */
export const YesOrNo = (description: string, otherwise?: boolean) =>
  applyDecorators(
    IsOptional(),
    Transform(({ value }: { value: unknown }) =>
      value === 'true' ? true : value === 'false' ? false : value,
    ),
    IsBoolean({ message: 'This filter is true or false' }),
    ApiPropertyOptional({
      type: Boolean,
      description,
      ...(otherwise !== undefined && { default: otherwise }),
    }),
  );

/** A filter with one of these values. */
export const OneOf = (values: readonly string[], description?: string) =>
  applyDecorators(
    IsOptional(),
    IsIn(values, { message: `This filter is one of ${values.join(', ')}` }),
    ApiPropertyOptional({ enum: values, ...(description && { description }) }),
  );

/** A filter by an id. */
export const OfId = (description: string) =>
  applyDecorators(
    IsOptional(),
    IsUUID(undefined, { message: 'This is not a valid id' }),
    ApiPropertyOptional({ format: 'uuid', description }),
  );

/** The order of a list. */
export const SortedBy = (sorts: readonly string[], first: string) =>
  applyDecorators(
    IsOptional(),
    IsIn(sorts, { message: `This list sorts by ${sorts.join(', ')}` }),
    ApiPropertyOptional({ enum: sorts, default: first }),
  );
