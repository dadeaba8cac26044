import { Body } from '@nestjs/common';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { OwnDecision } from './decisions.contract.js';
import { SubjectId } from '../acts/moderation.requests.js';
import { OwnDecisions } from './own-decisions.service.js';
import { Route, Routes } from '../http/route.js';
import { Text } from '../../contract/fields.js';
import { LONGEST_APPEAL } from '../../domain/review/appeal.js';
import { written } from '../../shared/visible-text.js';

class AppealRequest {
  @Text({
    min: 1,
    max: LONGEST_APPEAL,
    limit: LONGEST_APPEAL * 2,
    normalise: written,
    message: 'Please say why the decision is wrong',
    tooLong: `An appeal has at most ${LONGEST_APPEAL} characters`,
  })
  readonly text!: string;
}

/** What admins decided about the signed-in person. Suspended people may appeal, too. */
@Routes('account', 'api/user/decisions', { who: 'signedIn' })
export class OwnDecisionsController {
  constructor(private readonly decisions: OwnDecisions) {}

  @Route('GET', '', {
    summary: 'What admins decided about you, your content and your reports, newest first, with your appeals.',
    answer: [OwnDecision],
  })
  listOwnDecisions(@CurrentAccount() { id }: Account): Promise<readonly OwnDecision[]> {
    return this.decisions.of(id);
  }

  @Route('POST', ':id/appeal', {
    summary: 'Appeals a decision, once. Another admin decides.',
    status: 201,
    answer: OwnDecision,
    errors: { 404: 'Decision not found', 409: 'You have already appealed, or it is no longer in force.' },
  })
  appealDecision(
    @SubjectId() actId: string,
    @Body() { text }: AppealRequest,
    @CurrentAccount() { id }: Account,
  ): Promise<OwnDecision> {
    return this.decisions.appeal(actId.toLowerCase(), id, text);
  }
}
