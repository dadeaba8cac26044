import {
  applyDecorators,
  BadRequestException,
  NotFoundException,
  Param,
  ParseUUIDPipe,
} from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsOptional, IsString } from 'class-validator';
import { OneOf, Optional, SizedText, Text } from '../../contract/fields.js';
import { LONGEST_NOTE, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { written } from '../../shared/visible-text.js';

/** The id in the path of what is decided about. */
export const SubjectId = () =>
  Param(
    'id',
    new ParseUUIDPipe({ exceptionFactory: () => new BadRequestException('This is not a valid id.') }),
  );

export function actNotFound(): NotFoundException {
  return new NotFoundException('Act not found');
}

export const WHICH = { message: 'Please choose a reason from the list' };

export const FOR_OWNER = 'For the person concerned. The reason `other` needs one.';

/** A field for a note of at most 500 characters, empty by default. */
export const Note = (about: string) =>
  Optional(Text, {
    max: LONGEST_NOTE,
    default: '',
    about,
    normalise: written,
    message: 'note must be a string',
    tooLong: `A note has at most ${LONGEST_NOTE} characters`,
  });

const MOST_NAMED = 200;

/** A field for the reports that a decision covers. */
export const NamedReports = () =>
  applyDecorators(
    IsOptional(),
    ArrayMaxSize(MOST_NAMED, { message: `At most ${MOST_NAMED} reports can be named` }),
    IsString({ each: true, message: 'The id of a report is a text' }),
    ApiPropertyOptional({
      type: [String],
      maxItems: MOST_NAMED,
      description:
        'The ids of the reports that you saw; others wait. Without it, those that it had when you claimed it.',
    }),
  );

/** A field by which a browser says that the admin was shown the picture. */
export const Shown = () =>
  Optional(OneOf([true]), {
    about: 'Whether you were shown the picture. The event records it.',
    message: 'shown can only be true',
  });

export class DecisionRequest {
  @OneOf(REASON_CODES, WHICH) readonly reason!: ReasonCode;
  @Note(FOR_OWNER) readonly note: string = '';
}

/** A field for a reason, for other admins. */
export const Why = () =>
  SizedText({
    max: LONGEST_NOTE,
    normalise: written,
    message: 'Please give a reason',
    tooLong: `A reason has at most ${LONGEST_NOTE} characters`,
  });

/** Why an act is undone. */
export class UndoRequest {
  @Why() readonly reason!: string;
}
