import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';

const PLACE = { message: 'after is the id of an event' };

/** Where a stream is to go on. */
export class LiveRequest {
  @ApiPropertyOptional({
    pattern: String.raw`^\d{1,16}$`,
    description: 'The id of the last event that was read, for those who can set no Last-Event-ID.',
  })
  @IsOptional()
  @IsString(PLACE)
  @Matches(/^\d{1,16}$/, PLACE)
  readonly after?: string;
}
