import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The body of every error response. */
export class ErrorBody {
  @ApiProperty({ description: 'A complete sentence for people.' })
  readonly message!: string;

  @ApiProperty({ description: 'For programs; stable even if the message changes.', example: 'not_found' })
  readonly code!: string;

  @ApiProperty({ description: 'Also written to the logs.' })
  readonly requestId!: string;

  @ApiPropertyOptional({
    description: 'What is wrong with each field of the request.',
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  })
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}
