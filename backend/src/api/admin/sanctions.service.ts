import { Injectable } from '@nestjs/common';
import { Account } from '../../domain/account/account.js';
import { type GivenReason, REASONS } from '../../domain/moderation/reasons.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { derivedId } from '../../kernel/derived-id.js';
import { Accounts } from '../http/accounts.js';
import type { AdminUser } from '../http/admins.js';
import { CarryingOut } from '../decisions/carrying-out.service.js';

@Injectable()
export class Sanctions {
  constructor(
    private readonly carrying: CarryingOut,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Suspends a person. A person who is suspended by an admin for the same reason until the same time is not suspended
   * again, so a repeated request changes nothing. Returns whether their posts are hidden, if they are to be.
   * @throws Rejected (invalid) for an end that is over, or a missing note
   */
  async suspend(
    accountId: string,
    { reason: code, note }: GivenReason,
    { endsAt, hidesPosts }: { readonly endsAt: string | null; readonly hidesPosts: boolean },
    admin: AdminUser,
  ): Promise<boolean> {
    await this.suspensionsOf(accountId);
    const suspension = {
      suspensionId: this.ids.uuid(),
      cause: 'moderation' as const,
      reason: REASONS[code].label,
      endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
      code,
      note,
      hidesPosts,
    };
    const how = { decider: admin, now: this.clock.now().toISOString() };
    return this.carrying.decide(Account.SuspendAccount({ accountId, ...suspension, ...how }));
  }

  /** Lifts every suspension by an admin. Those for disputes stay. Returns whether hidden posts are shown again. */
  async restore(accountId: string, reason: string, admin: AdminUser): Promise<boolean> {
    let isCarriedOut = true;
    for (const { suspensionId, cause } of await this.suspensionsOf(accountId)) {
      if (cause !== 'moderation') continue;
      const restored = Account.RestoreAccount({ accountId, suspensionId, reason, decider: admin });
      isCarriedOut = (await this.carrying.decide(restored)) && isCarriedOut;
    }
    return isCarriedOut;
  }

  /**
   * Gives a person the next step of the ladder: a warning, seven days, without an end. Requests of an admin with the same
   * `attempt`, for example two clicks on one button, are one strike. Returns whether all that follows is carried out.
   */
  async strike(
    accountId: string,
    { attempt, ...given }: GivenReason & { readonly attempt: string | null },
    admin: AdminUser,
  ): Promise<boolean> {
    const actId =
      attempt === null ? this.ids.uuid() : derivedId('strike', accountId, admin.id, attempt.toLowerCase());
    const now = this.clock.now().toISOString();
    return this.carrying.decide(Account.StrikeAccount({ accountId, actId, ...given, decider: admin, now }));
  }

  private async suspensionsOf(accountId: string) {
    const state = await this.accounts.state(accountId);
    if (!state) throw new Rejected('notFound', 'User not found');
    return state.suspensions;
  }
}
