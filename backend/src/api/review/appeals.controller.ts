import { Body, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  AppealsReader,
  APPEAL_OUTCOMES,
  type AppealOutcome,
  APPEAL_SORTS,
} from '../../projections/moderation/appeals.js';
import { answerList, columnsOf, listOf, AdminListRequest } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { AppealUseCases } from './appeal-use-cases.service.js';
import { AdminAppeal } from './decisions.contract.js';
import { answerDecision } from '../decisions/carrying-out.service.js';
import { SubjectId } from '../acts/moderation.requests.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { Flag, Optional, SizedText } from '../../contract/fields.js';
import { FilterOf, OfId, SortedBy } from '../http/list-filters.js';
import { APPEALED, type Appealed } from '../../domain/review/appeal.js';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { written } from '../../shared/visible-text.js';

class AppealsRequest extends AdminListRequest {
  @FilterOf(APPEAL_OUTCOMES) readonly outcome?: AppealOutcome;
  @FilterOf(APPEALED, 'What the decision was about.') readonly about?: Appealed;
  @OfId('Those of one account.') readonly owner?: string;
  @SortedBy(APPEAL_SORTS, '-createdAt') readonly sort: (typeof APPEAL_SORTS)[number] = '-createdAt';
}

class AppealDecisionRequest {
  @Flag({ about: 'Whether the decision is undone.', message: 'Please grant or reject the appeal' })
  readonly granted!: boolean;

  @Optional(SizedText, {
    max: LONGEST_NOTE,
    default: '',
    about: 'For the person. A rejection needs one.',
    limit: LONGEST_NOTE * 2,
    normalise: written,
    tooLong: `A note has at most ${LONGEST_NOTE} characters`,
  })
  readonly note: string = '';
}

/** Appeals against decisions. An admin decides neither about their own decision nor about one that concerns them. */
@Routes('back office', 'api/rtm-sys/appeals', { who: ['moderator', 'owner'] })
export class AppealsController {
  constructor(
    private readonly appeals: AppealsReader,
    private readonly desk: AppealUseCases,
    private readonly holds: LegalHolds,
  ) {}

  @Route('GET', '', {
    summary: 'The appeals of people, newest first.',
    answer: listOf(AdminAppeal),
  })
  async listAppeals(
    @Query() request: AppealsRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminAppeal[] | GeneratedFile> {
    const { outcome, about, owner: ownerId, sort } = request;
    return answerList(request, reply, {
      list: this.appeals.list({ outcome, about, ownerId }, sort),
      hiddenFrom: await this.holds.hiddenFrom(admin),
      about: ({ postId }) => postId,
      shown: (rows) => this.desk.shown(rows, admin),
      columns: COLUMNS,
    });
  }

  @Route('GET', ':id', {
    summary: 'An appeal, by the id of the act that it is against.',
    answer: AdminAppeal,
    errors: { 404: 'Appeal not found' },
  })
  adminAppeal(@SubjectId() actId: string, @CurrentAdmin() admin: AdminUser): Promise<AdminAppeal> {
    return this.desk.one(actId.toLowerCase(), admin);
  }

  @Route('POST', ':id/decide', {
    summary: 'Decides an appeal. Granting it undoes the decision. Repeating it changes nothing.',
    answer: AdminAppeal,
    isDecision: true,
    errors: { 404: 'Appeal not found', 409: 'This appeal was decided already.' },
  })
  async decideAppeal(
    @SubjectId() id: string,
    @Body() { granted, note }: AppealDecisionRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminAppeal> {
    const actId = id.toLowerCase();
    const isCarriedOut = await this.desk.decide(actId, admin, granted, note);
    return answerDecision(await this.desk.one(actId, admin), isCarriedOut, reply);
  }
}

const COLUMNS = columnsOf<AdminAppeal>()(
  'id createdAt about post person text decision reason decisionBy outcome note decidedBy decidedAt',
  { createdAt: 'filedAt', post: 'postId', person: 'username', decision: 'kind', decisionBy: 'actBy' },
);
