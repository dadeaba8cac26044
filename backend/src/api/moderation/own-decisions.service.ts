import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { FileAppeal } from '../../domain/review/appeal.commands.js';
import { type Appeal, appeal } from '../../domain/review/appeal.js';
import { REASONS, type ReasonCode } from '../../domain/moderation/reasons.js';
import { post } from '../../domain/post/post.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { adminPage } from '../../projections/admin-list.js';
import type { ActDocument } from '../../projections/acts/acts.projection.js';
import { ActsReader } from '../../projections/acts/acts.reader.js';
import type { OwnAppeal, OwnDecision } from './decisions.responses.js';

/** How many acts are looked at for the decisions of one person. */
const MOST_ACTS = 500;
const KEPT_MS = 30 * 86_400_000;

/** The acts that people are told about and may appeal. */
const KINDS = { PostHidden: 'hidden', PostRemoved: 'removed' } as const;

/** What an act says about a person's post: `hidden` or `removed`; null for others. */
export function decisionKind(kind: string): 'hidden' | 'removed' | null {
  return kind in KINDS ? KINDS[kind as keyof typeof KINDS] : null;
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

/** The decisions of admins about a person, and the person's appeals. */
@Injectable()
export class OwnDecisions {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(ActsReader) private readonly acts: ActsReader,
    @Inject(States) private readonly states: States,
  ) {}

  /** Newest first. */
  async of(accountId: string): Promise<readonly OwnDecision[]> {
    const list = this.acts.list({ ownerId: accountId }, '-createdAt');
    const { rows } = await adminPage(list, { limit: MOST_ACTS, after: null });
    const shown = await Promise.all(rows.map((act) => this.shown(act)));
    return shown.filter((decision) => decision !== null);
  }

  /** @throws NotFoundException for an act that does not concern the person */
  async appeal(actId: string, accountId: string, text: string): Promise<OwnDecision> {
    const act = await this.acts.one(actId);
    if (!act || act.ownerId !== accountId || decisionKind(act.kind) === null) throw decisionNotFound();
    const postId = act.subject.id;
    const { acts, deleted } = await this.states.of(post, postId);
    if (deleted || !acts.some((open) => open.actId === actId)) {
      throw new Rejected('conflict', 'This decision was undone already.');
    }
    await this.commands.execute(
      new FileAppeal({ actId, postId, ownerId: accountId, actBy: act.adminId, text }),
    );
    const shown = await this.shown(act);
    if (!shown) throw decisionNotFound();
    return shown;
  }

  private async shown(act: Stored<ActDocument>): Promise<OwnDecision | null> {
    const kind = decisionKind(act.kind);
    if (kind === null) return null;
    const { acts, deleted } = await this.states.of(post, act.subject.id);
    const isUndone = !acts.some(({ actId }) => actId === act._id);
    const filed = shownAppeal(await this.states.of(appeal, act._id));
    const reason = (act.reason ?? 'other') as ReasonCode;
    return {
      actId: act._id,
      kind,
      postId: act.subject.id,
      reason,
      label: REASONS[reason].label,
      section: REASONS[reason].section,
      note: act.note ?? '',
      decidedAt: act.at,
      decidedBy: act.adminId === null ? 'software' : 'person',
      keptUntil: kind === 'removed' ? new Date(Date.parse(act.at) + KEPT_MS).toISOString() : null,
      isUndone,
      canAppeal: !isUndone && !deleted && filed === null,
      appeal: filed,
    };
  }
}

function decisionNotFound(): NotFoundException {
  return new NotFoundException('Decision not found');
}
