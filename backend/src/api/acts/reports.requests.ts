import { FilterOf, OfId, SortedBy } from '../../contract/fields.js';
import { BadRequestException, Param } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, MaxLength, ValidateIf } from 'class-validator';
import { LONGEST_NOTE, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { reportOf } from '../../domain/report/report.events.js';
import { REPORT_STATUSES, type ReportStatus } from '../../projections/reports/reports.projection.js';
import { REPORT_SORTS } from '../../projections/reports/reports.reader.js';
import { AdminListRequest } from '../http/admin-list.js';
import { written } from '../community/community.requests.js';
import { Note } from './moderation.requests.js';

/** Of which post and person a report is. */
export type ReportKey = NonNullable<ReturnType<typeof reportOf>>;

/** The report in the path. */
export const ReportId = () =>
  Param('id', {
    transform: (id: string): ReportKey => {
      const key = reportOf(id);
      if (!key) throw new BadRequestException('This is not a valid id.');
      return key;
    },
  });

const DECIDED = { message: 'A report is reviewed or dismissed' };

/** A decision about a report, or about all pending reports on its post. */
export class ReportDecisionRequest {
  @IsIn(['reviewed', 'dismissed'], DECIDED)
  @ApiProperty({ enum: ['reviewed', 'dismissed'] })
  readonly status!: 'reviewed' | 'dismissed';

  @Note('For the reporter.')
  readonly note: string = '';

  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ default: false, description: 'Decides all pending reports on the same post.' })
  readonly together: boolean = false;
}

/** Who works on a report. */
export class AssignReportRequest {
  @ValidateIf(({ adminId }: AssignReportRequest) => adminId !== null)
  @IsString({ message: 'Please say which admin' })
  @MaxLength(100)
  @ApiProperty({ type: String, nullable: true, description: 'The id of an admin; null for nobody.' })
  readonly adminId!: string | null;
}

/** A note for other admins. */
export class ReportNoteRequest {
  @Transform(written)
  @IsString({ message: 'Please write something first' })
  @IsNotEmpty({ message: 'Please write something first' })
  @MaxLength(LONGEST_NOTE, { message: `A note has at most ${LONGEST_NOTE} characters` })
  @ApiProperty({ maxLength: LONGEST_NOTE })
  readonly text!: string;
}

/** Another category. */
export class ReportCategoryRequest {
  @IsIn(REASON_CODES, { message: 'This category does not exist' })
  @ApiProperty({ enum: REASON_CODES })
  readonly category!: ReasonCode;
}

/** Which reports the list shows, in which order. `search` is a part of their reason. */
export class ReportsRequest extends AdminListRequest {
  @FilterOf(REPORT_STATUSES)
  readonly status?: ReportStatus;

  @FilterOf(REASON_CODES)
  readonly category?: ReasonCode;

  @IsOptional()
  @IsString()
  @MaxLength(100)
  @ApiPropertyOptional({
    description: 'Those of one admin, by id; `nobody` for those that nobody has taken.',
  })
  readonly assignee?: string;

  @OfId('Those on one post.')
  readonly post?: string;

  @OfId('Those on the posts of one account.')
  readonly owner?: string;

  @OfId('Those of one account.')
  readonly reporter?: string;

  @SortedBy(REPORT_SORTS, '-createdAt')
  readonly sort: (typeof REPORT_SORTS)[number] = '-createdAt';
}
