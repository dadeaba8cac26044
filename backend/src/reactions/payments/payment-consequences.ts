import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import { Boosts } from '../../domain/boosts/boosts.js';
import { type Step, consequencesOf, stepsTo } from '../../domain/payment/consequences.js';
import {
  type PaymentState,
  type StartedPayment,
  paidOf,
  refundedOf,
} from '../../domain/payment/payment-state.js';
import { Payment } from '../../domain/payment/payment.js';
import type { PostFacts } from '../../domain/post/post-facts.js';
import { Post } from '../../domain/post/post.js';
import { type Command, Rejected } from '../../kernel/aggregate.js';
import { Clock } from '../../kernel/clock.js';
import type { Recorded } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import { RankReader } from '../../projections/weekly/rank.reader.js';
import type { Reaction } from '../reaction.js';

/** A grant and what follows it take two steps at most; a state that needs more would be a mistake in the table. */
const MOST_ROUNDS = 5;

interface Subject {
  readonly paid: StartedPayment;
  readonly userId: string;
  readonly boostId: string;
  /** The post that a held boost was on. */
  readonly postId: string | null;
}

/**
 * Brings the boost of a payment, and the account of its buyer, into the state that the payment asks for. It compares
 * states, so a crash between two steps, a repeated event and the order of events make no difference.
 */
@Injectable()
export class PaymentConsequences implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly clock: Clock,
    private readonly ranks: RankReader,
  ) {}

  private readonly settleOne = ({ data }: { readonly data: { reference: string } }) =>
    this.settle(data.reference);

  readonly name = 'payment-consequences';
  readonly on: Reaction['on'] = {
    PaymentConfirmed: this.settleOne,
    RefundRequested: this.settleOne,
    RefundDeclined: this.settleOne,
    RefundObserved: this.settleOne,
    DisputeObserved: this.settleOne,
    DisputeResolved: this.settleOne,
    PostDeleted: async ({ data: { postId, ownerId: userId } }) => {
      const now = this.clock.now().toISOString();
      await this.commands.execute(Boosts.EndBoostOfPost({ userId, postId, now }));
    },
  };
  /** One wallet after the other: a boost must not be granted for a post while the boosts of that post end. */
  readonly sequence = ({ data, stream }: Recorded): string => {
    const { userId, ownerId } = data as { readonly userId?: string | null; readonly ownerId?: string };
    return userId ?? ownerId ?? stream;
  };

  /** Does what the state of a payment asks for, whatever happened to it last. */
  async settle(reference: string): Promise<void> {
    const state = await this.states.of(Payment, reference);
    if (isStarted(state)) await this.settlePayment(state);
  }

  private async settlePayment(paid: StartedPayment): Promise<void> {
    const { userId } = paid.started;
    if (userId === null) return;
    const buyer = await this.states.of(Account, userId);
    if (buyer.deleted) await this.parkForDeletedBuyer(paid);
    else {
      await this.settleSuspensions(paid, userId);
      await this.settleBoost(paid, userId);
    }
  }

  /** A payment that was confirmed after its buyer had deleted the account can only be given back. */
  private async parkForDeletedBuyer(paid: StartedPayment): Promise<void> {
    const { started, confirmedAt, paymentIntentId } = paid;
    const { reference, userId, purpose } = started;
    if (confirmedAt === null || purpose.kind !== 'boost' || userId === null) return;
    if (refundedOf(paid).amount >= paidOf(paid).amount) return;
    const wallet = await this.states.of(Boosts, userId);
    if (wallet.boosts[reference]) return;
    const reason = 'The account of the buyer was deleted before the payment was confirmed. Please refund it.';
    await this.commands.execute(Payment.ParkPayment({ reference, reason, paymentIntentId, paid: null }));
  }

  private async settleBoost(paid: StartedPayment, userId: string): Promise<void> {
    const { reference: boostId } = paid.started;
    const consequences = consequencesOf(paid);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const wallet = await this.states.of(Boosts, userId);
      const state = wallet.boosts[boostId]?.state ?? null;
      const steps = stepsTo(consequences, state);
      if (steps.length === 0) return;
      const postId = state?.is === 'held' ? state.postId : null;
      for (const step of steps) {
        await this.commands.execute(await this.commandFor(step, { paid, userId, boostId, postId }));
      }
    }
    throw new Error(`the boost ${boostId} does not reach the state of its payment`);
  }

  private async commandFor(step: Step, { paid, userId, boostId, postId }: Subject): Promise<Command<object>> {
    const now = this.clock.now().toISOString();
    const boost = { userId, boostId, now };
    if (step === 'grant') return this.grant(paid, boost);
    if (step === 'revoke') {
      return Boosts.RevokeBoost({ ...boost, because: consequencesOf(paid).revoked ?? 'refunded' });
    }
    if (step === 'reinstate') return Boosts.ReinstateBoost(boost);
    if ('hold' in step) return Boosts.HoldBoost({ ...boost, hold: step.hold });
    return Boosts.ReleaseBoost({ ...boost, hold: step.release, post: await this.factsOf(postId) });
  }

  private async grant(
    paid: StartedPayment,
    boost: { readonly userId: string; readonly boostId: string; readonly now: string },
  ): Promise<ReturnType<typeof Boosts.GrantBoost>> {
    const { purpose } = paid.started;
    const price = paidOf(paid);
    if (purpose.kind !== 'boost') throw new Error('only payments for boosts are granted');
    const { boostType, postId } = purpose;
    if (postId === null) return Boosts.GrantBoost({ ...boost, boostType, price, target: null });
    const [facts, rank] = await Promise.all([
      this.factsOf(postId),
      this.ranks.rankChange(postId, boostType, this.clock.now()),
    ]);
    return Boosts.GrantBoost({ ...boost, boostType, price, target: { post: facts, rank } });
  }

  private async factsOf(postId: string | null): Promise<PostFacts | null> {
    if (postId === null) return null;
    const { ownerId, isPublic, deleted } = await this.states.of(Post, postId);
    return ownerId === null || deleted ? null : { postId, ownerId, isPublic };
  }

  private async settleSuspensions(paid: StartedPayment, accountId: string): Promise<void> {
    const open = new Set(consequencesOf(paid).suspensions);
    for (const disputeId of Object.keys(paid.disputes)) {
      const command = open.has(disputeId)
        ? Account.SuspendAccount({
            accountId,
            suspensionId: disputeId,
            cause: 'dispute',
            reason:
              'One of your payments is disputed. The suspension ends when the dispute is decided in our favour.',
            endsAt: null,
            code: null,
            note: null,
            hidesPosts: false,
          })
        : Account.RestoreAccount({ accountId, suspensionId: disputeId, reason: 'The dispute was decided.' });
      await this.commands.execute(command).catch((error: unknown) => {
        // The account was deleted meanwhile.
        if (!(error instanceof Rejected) || error.refusal !== 'notFound') throw error;
      });
    }
  }
}

function isStarted(state: PaymentState): state is StartedPayment {
  return state.started !== null;
}
