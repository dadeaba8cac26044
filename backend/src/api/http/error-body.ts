import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The body of every answer that is an error. */
export class ErrorBody {
  @ApiProperty({ description: 'A whole sentence for people.' })
  readonly message!: string;

  @ApiProperty({ description: 'For programs; does not change when the words do.', example: 'not_found' })
  readonly code!: string;

  @ApiProperty({ description: 'Stands in the logs too.' })
  readonly requestId!: string;

  @ApiPropertyOptional({
    description: 'What is wrong with which field of the request.',
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  })
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}
