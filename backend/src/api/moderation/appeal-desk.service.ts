import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { undoOfAppealed } from '../../domain/review/appeal-acts.js';
import { DecideAppeal } from '../../domain/review/appeal.commands.js';
import { appeal } from '../../domain/review/appeal.js';
import type { ReasonCode } from '../../domain/moderation/reasons.js';
import { Rejected } from '../../kernel/aggregate.js';
import { States } from '../../kernel/states.js';
import { PeopleReader } from '../../projections/accounts/people.reader.js';
import { ActsReader } from '../../projections/acts/acts.reader.js';
import { type AdminUser, Admins } from '../http/admins.js';
import type { AdminAppeal } from './decisions.responses.js';
import { deciderOf } from './moderation.requests.js';
import { decisionKind, shownAppeal } from './own-decisions.service.js';

/** Shows appeals to admins, and takes their decisions. */
@Injectable()
export class AppealDesk {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(States) private readonly states: States,
    @Inject(ActsReader) private readonly acts: ActsReader,
    @Inject(PeopleReader) private readonly people: PeopleReader,
    @Inject(Admins) private readonly admins: Admins,
  ) {}

  /**
   * Decides an appeal, and undoes the act if it is granted. `reactions/granted-appeals.ts` completes it after a crash.
   * @throws Rejected for an admin who decided the act or owns the post, and for another decision
   */
  async decide(actId: string, admin: AdminUser, isGranted: boolean, note: string): Promise<AdminAppeal> {
    const decider = deciderOf(admin);
    await this.commands.execute(new DecideAppeal({ actId, adminId: admin.id, decider, isGranted, note }));
    const { filed } = await this.states.of(appeal, actId);
    if (isGranted && filed) {
      try {
        await this.commands.execute(undoOfAppealed(filed, decider));
      } catch (error) {
        // The post was deleted meanwhile: nothing is left to undo.
        if (!(error instanceof Rejected)) throw error;
      }
    }
    const [shown] = await this.shown([actId], admin);
    if (!shown) throw new NotFoundException('Appeal not found');
    return shown;
  }

  /** Appeals as `admin` sees them, in the order of the ids. */
  async shown(actIds: readonly string[], admin: AdminUser): Promise<readonly AdminAppeal[]> {
    const shown = await Promise.all(actIds.map((actId) => this.one(actId, admin)));
    return shown.filter((one) => one !== null);
  }

  private async one(actId: string, admin: AdminUser): Promise<AdminAppeal | null> {
    const [state, act] = await Promise.all([this.states.of(appeal, actId), this.acts.one(actId)]);
    const own = shownAppeal(state);
    const { filed, decided } = state;
    if (!filed || !own) return null;
    const { postId, ownerId, actBy } = filed;
    const { username = null } = (await this.people.byIds([ownerId])).get(ownerId) ?? {};
    return {
      ...own,
      id: actId,
      kind: act && decisionKind(act.kind),
      postId,
      imageUrl: `/api/rtm-sys/pictures/${postId}/640.webp`,
      ownerId,
      username,
      reason: (act?.reason ?? null) as ReasonCode | null,
      reasonNote: act?.note ?? null,
      actBy: await this.nameOf(actBy),
      decidedBy: await this.nameOf(decided?.adminId ?? null),
      isYours: actBy !== admin.id && ownerId !== admin.accountId,
    };
  }

  private async nameOf(adminId: string | null): Promise<string | null> {
    return adminId === null ? null : ((await this.admins.user(adminId))?.username ?? null);
  }
}
