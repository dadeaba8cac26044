import type { CommandBus } from '@nestjs/cqrs';
import { RestoreAccount, SuspendAccount } from '../../domain/account/account.commands.js';
import { account } from '../../domain/account/account.js';
import {
  EndBoostOfPost,
  GrantBoost,
  HoldBoost,
  ReinstateBoost,
  ReleaseBoost,
  RevokeBoost,
} from '../../domain/boosts/boosts.commands.js';
import type { BoostType, RankChange } from '../../domain/boosts/boosts.events.js';
import { boosts } from '../../domain/boosts/boosts.js';
import { type Step, consequencesOf, stepsTo } from '../../domain/payment/consequences.js';
import { ParkPayment } from '../../domain/payment/payment.commands.js';
import { type Payment, type StartedPayment, paidOf, refundedOf } from '../../domain/payment/payment-state.js';
import { payment } from '../../domain/payment/payment.js';
import type { PostFacts } from '../../domain/post/post-facts.js';
import { post } from '../../domain/post/post.js';
import { type Command, Rejected } from '../../kernel/aggregate.js';
import type { Clock } from '../../kernel/clock.js';
import type { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';

/** What the reaction works with. */
export interface PaymentConsequencesParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly states: Pick<States, 'of'>;
  readonly clock: Clock;
  /** The rank of a post on the board now, and with a boost. */
  readonly ranks: { rankChange(postId: string, boostType: BoostType, now: Date): Promise<RankChange> };
}

/** A grant and what follows it take two steps at most; a state that needs more would be a mistake in the table. */
const MOST_ROUNDS = 5;

/**
 * Brings the boost of a payment, and the account of its buyer, into the state that the payment asks for. It compares
 * states, so a crash between two steps, a repeated event and the order of events make no difference.
 */
export function paymentConsequences(parts: PaymentConsequencesParts): Reaction {
  const { commands, states, clock } = parts;
  const settle = async ({ data: { reference } }: { readonly data: { readonly reference: string } }) => {
    const state = await states.of(payment, reference);
    if (isStarted(state)) await settlePayment(parts, state);
  };
  return {
    name: 'payment-consequences',
    on: {
      PaymentConfirmed: settle,
      RefundRequested: settle,
      RefundDeclined: settle,
      RefundObserved: settle,
      DisputeObserved: settle,
      DisputeResolved: settle,
      PostDeleted: async ({ data: { postId, ownerId: userId } }) => {
        const now = clock.now().toISOString();
        await commands.execute(new EndBoostOfPost({ userId, postId, now }));
      },
    },
  };
}

function isStarted(state: Payment): state is StartedPayment {
  return state.started !== null;
}

async function settlePayment(parts: PaymentConsequencesParts, paid: StartedPayment): Promise<void> {
  const { userId } = paid.started;
  if (userId === null) return;
  const buyer = await parts.states.of(account, userId);
  if (buyer.deleted) await parkForDeletedBuyer(parts, paid);
  else {
    await settleSuspensions(parts, paid, userId);
    await settleBoost(parts, paid, userId);
  }
}

/** A payment that was confirmed after its buyer had deleted the account can only be given back. */
async function parkForDeletedBuyer({ commands, states }: PaymentConsequencesParts, paid: StartedPayment) {
  const { started, confirmedAt, paymentIntentId } = paid;
  const { reference, userId, purpose } = started;
  if (confirmedAt === null || purpose.kind !== 'boost' || userId === null) return;
  if (refundedOf(paid).amount >= paidOf(paid).amount) return;
  const wallet = await states.of(boosts, userId);
  if (wallet.boosts[reference]) return;
  const reason = 'The account of the buyer was deleted before the payment was confirmed. Please refund it.';
  await commands.execute(new ParkPayment({ reference, reason, paymentIntentId }));
}

async function settleBoost(parts: PaymentConsequencesParts, paid: StartedPayment, userId: string) {
  const { reference: boostId } = paid.started;
  const consequences = consequencesOf(paid);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const wallet = await parts.states.of(boosts, userId);
    const state = wallet.boosts[boostId]?.state ?? null;
    const steps = stepsTo(consequences, state);
    if (steps.length === 0) return;
    const postId = state?.is === 'held' ? state.postId : null;
    for (const step of steps) {
      await parts.commands.execute(await commandFor(parts, step, { paid, userId, boostId, postId }));
    }
  }
  throw new Error(`the boost ${boostId} does not reach the state of its payment`);
}

/** What a step is about. `postId` is the post that a held boost was on. */
interface Subject {
  readonly paid: StartedPayment;
  readonly userId: string;
  readonly boostId: string;
  readonly postId: string | null;
}

async function commandFor(
  parts: PaymentConsequencesParts,
  step: Step,
  { paid, userId, boostId, postId }: Subject,
): Promise<Command<object>> {
  const now = parts.clock.now().toISOString();
  const boost = { userId, boostId, now };
  if (step === 'grant') return grant(parts, paid, boost);
  if (step === 'revoke') {
    return new RevokeBoost({ ...boost, because: consequencesOf(paid).revoked ?? 'refunded' });
  }
  if (step === 'reinstate') return new ReinstateBoost(boost);
  if ('hold' in step) return new HoldBoost({ ...boost, hold: step.hold });
  return new ReleaseBoost({ ...boost, hold: step.release, post: await factsOf(parts.states, postId) });
}

async function grant(
  { states, ranks, clock }: PaymentConsequencesParts,
  paid: StartedPayment,
  boost: { readonly userId: string; readonly boostId: string; readonly now: string },
): Promise<GrantBoost> {
  const { purpose } = paid.started;
  const price = paidOf(paid);
  if (purpose.kind !== 'boost') throw new Error('only payments for boosts are granted');
  const { boostType, postId } = purpose;
  if (postId === null) return new GrantBoost({ ...boost, boostType, price, target: null });
  const [facts, rank] = await Promise.all([
    factsOf(states, postId),
    ranks.rankChange(postId, boostType, clock.now()),
  ]);
  return new GrantBoost({ ...boost, boostType, price, target: { post: facts, rank } });
}

async function factsOf(states: Pick<States, 'of'>, postId: string | null): Promise<PostFacts | null> {
  if (postId === null) return null;
  const { ownerId, isPublic, deleted } = await states.of(post, postId);
  return ownerId === null || deleted ? null : { postId, ownerId, isPublic };
}

async function settleSuspensions(
  { commands }: PaymentConsequencesParts,
  paid: StartedPayment,
  accountId: string,
): Promise<void> {
  const open = new Set(consequencesOf(paid).suspensions);
  for (const disputeId of Object.keys(paid.disputes)) {
    const command = open.has(disputeId)
      ? new SuspendAccount({
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
      : new RestoreAccount({ accountId, suspensionId: disputeId, reason: 'The dispute was decided.' });
    await commands.execute(command).catch((error: unknown) => {
      // The account was deleted meanwhile.
      if (!(error instanceof Rejected) || error.refusal !== 'notFound') throw error;
    });
  }
}
