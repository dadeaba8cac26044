import { FilterOf, OfId, SortedBy } from '../http/list-filters.js';
import { BadRequestException, Param } from '@nestjs/common';
import { ValidateIf } from 'class-validator';
import { Flag, Maybe, OneOf, Optional, SizedText } from '../../contract/fields.js';
import { LONGEST_NOTE, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { reportOf } from '../../domain/report/report.js';
import { REPORT_STATUSES, type ReportStatus, REPORT_SORTS } from '../../projections/reports.js';
import { AdminListRequest } from '../http/admin-list.js';
import { written } from '../../shared/visible-text.js';
import { Note } from './moderation.requests.js';

/** Of which post and person a report is. */
export type ReportKey = NonNullable<ReturnType<typeof reportOf>>;

export const ReportId = () =>
  Param('id', {
    transform: (id: string): ReportKey => {
      const key = reportOf(id);
      if (!key) throw new BadRequestException('This is not a valid id.');
      return key;
    },
  });

export class ReportDecisionRequest {
  @OneOf(['reviewed', 'dismissed'], { message: 'A report is reviewed or dismissed' })
  readonly status!: 'reviewed' | 'dismissed';

  @Note('For the reporter.') readonly note: string = '';

  @Optional(Flag, {
    default: false,
    about: 'Decides all pending reports on the same post.',
    message: 'together must be a boolean value',
  })
  readonly together: boolean = false;
}

export class AssignReportRequest {
  @ValidateIf(({ adminId }: AssignReportRequest) => adminId !== null)
  @Maybe(SizedText, { limit: 100, about: 'The id of an admin; null for nobody.' })
  readonly adminId!: string | null;
}

export class ReportNoteRequest {
  @SizedText({
    max: LONGEST_NOTE,
    normalise: written,
    message: 'Please write something first',
    tooLong: `A note has at most ${LONGEST_NOTE} characters`,
  })
  readonly text!: string;
}

export class ReportCategoryRequest {
  @OneOf(REASON_CODES, { message: 'This category does not exist' }) readonly category!: ReasonCode;
}

/** Which reports the list shows, in which order. `search` is a part of their reason. */
export class ReportsRequest extends AdminListRequest {
  @FilterOf(REPORT_STATUSES) readonly status?: ReportStatus;
  @FilterOf(REASON_CODES) readonly category?: ReasonCode;

  @Optional(SizedText, {
    limit: 100,
    about: 'Those of one admin, by id; `nobody` for those that nobody has taken.',
  })
  readonly assignee?: string;

  @OfId('Those on one post.') readonly post?: string;
  @OfId('Those on the posts of one account.') readonly owner?: string;
  @OfId('Those of one account.') readonly reporter?: string;
  @SortedBy(REPORT_SORTS, '-createdAt') readonly sort: (typeof REPORT_SORTS)[number] = '-createdAt';
}
