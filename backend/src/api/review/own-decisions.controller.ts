import { Body, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { OwnDecision, type OwnAppeal } from './decisions.contract.js';
import { SubjectId } from '../acts/moderation.requests.js';
import { Route, Routes } from '../http/route.js';
import { Text } from '../../contract/fields.js';
import { LONGEST_APPEAL, Appeal } from '../../domain/review/appeal.js';
import { written } from '../../shared/visible-text.js';
import { REMOVED_LIFE_MS } from '../../domain/post/legal-hold.js';
import { toldOf } from '../../domain/acts/acts.js';
import { REASONS, type ReasonCode } from '../../domain/moderation/reasons.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { unlessUndecodable } from '../../kernel/undecodable.js';
import { adminPage } from '../../projections/admin-list.js';
import { type ActDocument, isDone, ActsReader } from '../../projections/acts.js';
import { DecidedSubjects } from './decided-subjects.service.js';

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

/** How many acts are looked at for the decisions of one person. */
const MOST_ACTS = 500;

/** What admins decided about the signed-in person. Suspended people may appeal, too. */
@Routes('account', 'api/user/decisions', { who: 'signedIn' })
export class OwnDecisionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly acts: ActsReader,
    private readonly states: States,
    private readonly subjects: DecidedSubjects,
  ) {}

  @Route('GET', '', {
    summary: 'What admins decided about you, your content and your reports, newest first, with your appeals.',
    answer: [OwnDecision],
  })
  async listOwnDecisions(@CurrentAccount() { id }: Account): Promise<readonly OwnDecision[]> {
    const list = this.acts.list({ ownerId: id }, '-createdAt');
    const { rows } = await adminPage(list, { limit: MOST_ACTS, after: null });
    // What can't be read may be under legal hold, and is left out like that.
    const shown = await Promise.all(rows.map((act) => unlessUndecodable(this.shown(act), () => null)));
    return shown.filter((decision) => decision !== null);
  }

  @Route('POST', ':id/appeal', {
    summary: 'Appeals a decision, once. Another admin decides.',
    status: 201,
    answer: OwnDecision,
    errors: { 404: 'Decision not found', 409: 'You have already appealed, or it is no longer in force.' },
  })
  async appealDecision(
    @SubjectId() id: string,
    @Body() { text }: AppealRequest,
    @CurrentAccount() { id: accountId }: Account,
  ): Promise<OwnDecision> {
    const actId = id.toLowerCase();
    const act = await this.acts.one(actId);
    const about = act && toldOf(act.kind)?.appeal;
    const subject = about && (await this.subjects.of(act));
    if (!subject || subject.isEscalated || act.ownerId !== accountId) throw decisionNotFound();
    if (!subject.stands) {
      throw new Rejected(
        'conflict',
        subject.isUndone ? 'This decision was undone already.' : 'This decision is no longer in force.',
      );
    }
    const { postId, postOwnerId } = subject;
    const of = { actId, about, subjectId: act.subject.id, postId, postOwnerId, ownerId: accountId };
    await this.commands.execute(Appeal.FileAppeal({ ...of, actBy: act.adminId, text }));
    const shown = await this.shown(act);
    if (!shown) throw decisionNotFound();
    return shown;
  }

  private async shown(act: Stored<ActDocument>): Promise<OwnDecision | null> {
    const told = isDone(act) ? toldOf(act.kind) : null;
    const subject = told && (await this.subjects.of(act));
    // Not even its owner sees a post under legal hold.
    if (!subject || subject.isEscalated) return null;
    const { postId, text, endsAt, isUndone, stands } = subject;
    const filed = shownAppeal(await this.states.of(Appeal, act._id));
    // Decisions about reports have no reason from the list.
    const reason = act.subject.kind === 'report' ? null : ((act.reason ?? 'other') as ReasonCode);
    return {
      actId: act._id,
      kind: told.as,
      title: told.sentence,
      postId,
      text,
      reason,
      label: reason && REASONS[reason].label,
      section: reason && REASONS[reason].section,
      note: act.note ?? '',
      decidedAt: act.at,
      decidedBy: act.adminId === null ? 'software' : 'person',
      keptUntil: told.as === 'removed' ? new Date(Date.parse(act.at) + REMOVED_LIFE_MS).toISOString() : null,
      endsAt,
      isUndone,
      canAppeal: stands && filed === null && told.appeal !== null,
      appeal: filed,
    };
  }
}

/** The appeal of a state, as the person who filed it sees it. */
export function shownAppeal({ filed, decided }: Appeal): OwnAppeal | null {
  return (
    filed && {
      text: filed.text,
      filedAt: filed.at,
      outcome: decided ? (decided.isGranted ? 'granted' : 'rejected') : 'waiting',
      note: decided?.note ?? null,
      decidedAt: decided?.at ?? null,
    }
  );
}

function decisionNotFound(): NotFoundException {
  return new NotFoundException('Decision not found');
}
