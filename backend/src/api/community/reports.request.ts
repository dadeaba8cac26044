import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { LONGEST_REASON } from '../../domain/report/report.js';
import { REPORT_CATEGORIES, type ReportCategory } from '../../domain/report/report.events.js';
import { written } from './written.js';

const MISSING = { message: 'Please provide a reason for reporting this post' };

/** What somebody has against a post. */
export class ReportRequest {
  @ApiProperty({ minLength: 1, maxLength: LONGEST_REASON })
  @Transform(written)
  @MaxLength(LONGEST_REASON, { message: `A reason has at most ${LONGEST_REASON} characters` })
  @MinLength(1, MISSING)
  @IsString(MISSING)
  readonly reason!: string;

  @ApiPropertyOptional({ enum: REPORT_CATEGORIES, default: 'other' })
  @IsOptional()
  @IsIn(REPORT_CATEGORIES, { message: 'This is none of the categories' })
  readonly category: ReportCategory = 'other';
}
