import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RestoreAccount, StrikeAccount, SuspendAccount } from '../../domain/account/account.commands.js';
import { noteOf } from '../../domain/moderation/decisions.js';
import { type GivenReason, REASONS } from '../../domain/moderation/reasons.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { derivedId } from '../../kernel/derived-id.js';
import { Accounts } from '../http/accounts.js';
import type { AdminUser } from '../http/admins.js';
import { deciderOf } from '../acts/moderation.requests.js';

@Injectable()
export class Sanctions {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Suspends a person. A person who is suspended by an admin for the same reason until the same time is not suspended
   * again, so a repeated request changes nothing.
   * @throws Rejected (invalid) for an end that is over, or a missing note
   */
  async suspend(
    accountId: string,
    given: GivenReason,
    { endsAt, hidesPosts }: { readonly endsAt: string | null; readonly hidesPosts: boolean },
    admin: AdminUser,
  ): Promise<void> {
    const end = endsAt === null ? null : new Date(endsAt).toISOString();
    if (end !== null && end <= this.clock.now().toISOString()) {
      throw new Rejected('invalid', 'The end of a suspension is in the future.');
    }
    const { reason: code } = given;
    const suspension = {
      cause: 'moderation' as const,
      reason: REASONS[code].label,
      endsAt: end,
      code,
      note: noteOf(given),
      hidesPosts,
    };
    const known = await this.suspensionsOf(accountId);
    const isSame = known.some((one) =>
      (Object.keys(suspension) as (keyof typeof suspension)[]).every(
        (field) => one[field] === suspension[field],
      ),
    );
    if (isSame) return;
    const suspensionId = this.ids.uuid();
    const decider = deciderOf(admin);
    await this.commands.execute(new SuspendAccount({ accountId, suspensionId, ...suspension, decider }));
  }

  /** Lifts every suspension by an admin. Those for disputes stay. */
  async restore(accountId: string, reason: string, admin: AdminUser): Promise<void> {
    const decider = deciderOf(admin);
    for (const { suspensionId, cause } of await this.suspensionsOf(accountId)) {
      if (cause !== 'moderation') continue;
      await this.commands.execute(new RestoreAccount({ accountId, suspensionId, reason, decider }));
    }
  }

  /**
   * Gives a person the next step of the ladder: a warning, seven days, without an end. Requests of an admin with the same
   * `attempt`, for example two clicks on one button, are one strike. Returns the id of the act.
   */
  async strike(
    accountId: string,
    { attempt, ...given }: GivenReason & { readonly attempt: string | null },
    admin: AdminUser,
  ): Promise<string> {
    const actId =
      attempt === null ? this.ids.uuid() : derivedId('strike', accountId, admin.id, attempt.toLowerCase());
    const now = this.clock.now().toISOString();
    const decider = deciderOf(admin);
    await this.commands.execute(new StrikeAccount({ accountId, actId, ...given, decider, now }));
    return actId;
  }

  private async suspensionsOf(accountId: string) {
    const state = await this.accounts.state(accountId);
    if (!state) throw new Rejected('notFound', 'User not found');
    return state.suspensions;
  }
}
