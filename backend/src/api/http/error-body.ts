import { Text } from '../../contract/fields.js';
import { ApiPropertyOptional } from '@nestjs/swagger';

/** The body of every error response. */
export class ErrorBody {
  @Text('A complete sentence for people.') readonly message!: string;
  @Text({ about: 'For programs; stable even if the message changes.', example: 'not_found' })
  readonly code!: string;
  @Text('Also written to the logs.') readonly requestId!: string;

  @ApiPropertyOptional({
    description: 'What is wrong with each field of the request.',
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  })
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}
