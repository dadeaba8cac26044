import {
  ConflictException,
  ForbiddenException,
  Injectable,
  NotFoundException,
  ServiceUnavailableException,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type BoostType, boostOfPost } from '../../domain/boosts/boost-facts.js';
import { Boosts } from '../../domain/boosts/boosts.js';
import { Payment } from '../../domain/payment/payment.js';
import type { PaymentState } from '../../domain/payment/payment-state.js';
import type { Purpose } from '../../domain/payment/payment-facts.js';
import type { PriceList } from '../../domain/payment/prices.js';
import { StripeObserved } from '../../domain/payment/stripe-observed.js';
import { Clock } from '../../kernel/clock.js';
import { derivedId } from '../../kernel/derived-id.js';
import { States } from '../../kernel/states.js';
import {
  type NewCheckout,
  type PaymentSeen,
  PaymentRefusedError,
  Payments,
  PaymentsUnavailableError,
} from '../../infrastructure/payments/payments.port.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { Facts } from '../community/facts.service.js';
import { Site } from '../../site/site.js';
import { InvalidRequestException } from '../http/validation.js';
import type { CheckoutBrowser } from './checkout-cookie.js';

const MINUTE_MS = 60_000;
const CHECKOUT_MS = 60 * MINUTE_MS;
/** The provider needs 30 minutes at least; a retry with less than this left starts a new checkout. */
const LEAST_TO_OPEN_MS = 35 * MINUTE_MS;
/** With less than this left, a person may not finish on the page that is open. */
const LEAST_TO_PAY_MS = 5 * MINUTE_MS;
/** How long the provider is asked about an open page. */
const LOOK_MS = 4000;
/** What the log calls a session whose person came back from it. */
const RETURNED = 'returned';

export class SitePrices {
  constructor(readonly list: PriceList) {}
}

/** A checkout to start. */
interface Wish {
  readonly userId: string | null;
  /** The account or, without one, the browser. */
  readonly buyer: string;
  readonly purpose: Purpose;
  readonly amount: number;
  readonly title: string;
  /** The pages that the person comes back to, without the address of the site. */
  readonly success: string;
  readonly cancel: string;
}

const TITLES: Readonly<Record<BoostType, string>> = {
  regular: 'Regular Boost for 24 hours',
  mega: 'Mega Boost for 7 days',
};

/** A checkout that can be paid at this address. */
export interface OpenedCheckout {
  readonly reference: string;
  readonly url: string;
}

/** Starts checkouts: recorded first, then created at the payment provider. */
@Injectable()
export class Checkouts {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: Payments,
    private readonly reader: PaymentsReader,
    private readonly prices: SitePrices,
    private readonly facts: Facts,
    private readonly states: States,
    private readonly site: Site,
    private readonly clock: Clock,
  ) {}

  /** Starts the purchase of a boost that the person applies later. While one is open, it is that one. */
  forBoost(userId: string, boostType: BoostType): Promise<OpenedCheckout> {
    return this.start({
      userId,
      buyer: userId,
      purpose: { kind: 'boost', boostType, postId: null },
      amount: this.prices.list.boosts[boostType],
      title: TITLES[boostType],
      success: '/boost?session_id={CHECKOUT_SESSION_ID}&type=boost',
      cancel: '/boost?cancelled=true',
    });
  }

  /**
   * The same for a boost that is applied to a post once it is paid.
   * @throws NotFoundException, ForbiddenException, ConflictException if the post can't be boosted now
   */
  async forPost(userId: string, postId: string, boostType: BoostType): Promise<OpenedCheckout> {
    const post = await this.facts.post(postId, userId);
    if (post.ownerId !== userId) throw new ForbiddenException('You can only boost your own posts.');
    if (!post.isPublic) throw new ConflictException('A hidden post cannot be boosted.');
    const wallet = await this.states.of(Boosts, userId);
    if (boostOfPost(wallet, postId, this.clock.now().toISOString())) {
      throw new ConflictException('This post already has a boost.');
    }
    return this.start({
      userId,
      buyer: userId,
      purpose: { kind: 'boost', boostType, postId },
      amount: this.prices.list.boosts[boostType],
      title: TITLES[boostType],
      success: `/post/${postId}?boost=success&session_id={CHECKOUT_SESSION_ID}`,
      cancel: `/post/${postId}?boost=cancelled`,
    });
  }

  /** Starts a donation, with or without an account. @throws InvalidRequestException for an amount out of range */
  forDonation(userId: string | null, browser: CheckoutBrowser, amount: number): Promise<OpenedCheckout> {
    const { least, most } = this.prices.list.donation;
    if (amount < least || amount > most) throw new InvalidRequestException({ amount: ['Invalid Amount'] });
    return this.start({
      userId,
      buyer: userId ?? browser.name,
      purpose: { kind: 'donation' },
      amount,
      title: 'Donation',
      success: '/boost?session_id={CHECKOUT_SESSION_ID}&type=donation',
      cancel: '/boost?cancelled=true',
    });
  }

  /**
   * Closes a checkout that the person does not want to pay.
   * @throws NotFoundException for one of another person, ConflictException if it is paid or has ended
   */
  async drop(userId: string, reference: string): Promise<void> {
    const { started, checkout } = await this.states.of(Payment, reference);
    if (started?.userId !== userId || !checkout) throw new NotFoundException('Payment not found');
    const { state, paymentIntentId, price, mode, purpose: kind } = await this.closed(checkout.sessionId);
    const seen = { state, paymentIntentId, price, mode, userId, kind };
    await this.commands.execute(Payment.ObservePayment({ reference, ...seen }));
  }

  /**
   * Lets the server look at a session at the provider, because its person came back: once ever, as the log remembers. So a
   * paid one is granted without the provider's notice.
   * @throws NotFoundException for a session that neither this account nor this browser has started
   */
  async comeBack(sessionId: string, userId: string | null, { references }: CheckoutBrowser): Promise<void> {
    const known = await this.reader.ofSession(sessionId);
    const isOwn = known !== null && userId !== null && known.userId === userId;
    if (!known || !(isOwn || references.includes(known._id)))
      throw new NotFoundException('Payment not found');
    const state = await this.states.of(Payment, known._id);
    if (awaitsMoney(state)) await this.lookAt(state, sessionId, RETURNED);
  }

  private async closed(sessionId: string): Promise<PaymentSeen> {
    try {
      return await this.payments.closeCheckout(sessionId);
    } catch (error) {
      if (error instanceof PaymentRefusedError) {
        throw new ConflictException('This checkout is paid, or has ended.', { cause: error });
      }
      if (!(error instanceof PaymentsUnavailableError)) throw error;
      throw new ServiceUnavailableException('The checkout could not be closed', { cause: error });
    }
  }

  private async start(wish: Wish): Promise<OpenedCheckout> {
    const { userId, purpose, title } = wish;
    const price = { amount: wish.amount, currency: this.prices.list.currency };
    const { mode } = this.payments;
    const reference = await this.referenceOf(wish.buyer, JSON.stringify([purpose, price, mode]));
    const expiresAt = new Date(this.now + CHECKOUT_MS).toISOString();
    await this.commands.execute(
      Payment.StartCheckout({ reference, userId, purpose, price, mode, expiresAt }),
    );
    // Another request may have started it, or opened it.
    const { started, checkout } = await this.states.of(Payment, reference);
    if (checkout) return { reference, url: checkout.url };
    const page = await this.open({
      ...(started ?? { reference, userId, purpose, price, expiresAt }),
      title,
      successUrl: this.site.publicUrl + wish.success,
      cancelUrl: this.site.publicUrl + wish.cancel,
    });
    await this.commands.execute(Payment.OpenCheckout({ reference, ...page }));
    return { reference, url: page.url };
  }

  /**
   * The reference of a checkout: of the same one that was started before and can still be paid, or got no page because the
   * provider did not answer; else a new one. It follows from who wants what in which hour, and from the reference before it,
   * so two requests at once get the same. A provider that has answered with an error repeats it for the same reference, so it
   * gets a new one; if the old one has a page all the same and is paid, it is granted, too.
   */
  private async referenceOf(buyer: string, wanted: string): Promise<string> {
    const hour = Math.floor(this.now / CHECKOUT_MS);
    let reference = '';
    for (const begun of [hour - 1, hour]) {
      reference = derivedId('checkout', buyer, String(begun), wanted);
      while ((await this.states.of(Payment, reference)).started) {
        if (await this.isOpen(reference)) return reference;
        reference = derivedId('checkout', reference);
      }
    }
    return reference;
  }

  /** Whether a checkout can still be paid. Its page is looked at: it may be paid, and the notice on its way. */
  private async isOpen(reference: string): Promise<boolean> {
    const state = await this.states.of(Payment, reference);
    const { checkout } = state;
    if (!canGoOn(state, this.now) || !checkout) return canGoOn(state, this.now);
    try {
      const [session] = await this.payments.observe(checkout.sessionId, LOOK_MS);
      if (session?.kind !== 'payment') return false;
      if (session.state !== 'unpaid') await this.lookAt(state, checkout.sessionId, session.state);
      return session.state === 'unpaid';
    } catch (error) {
      // Its page may be reached all the same, and no other one could be created.
      if (error instanceof PaymentsUnavailableError) return true;
      if (!(error instanceof PaymentRefusedError)) throw error;
      return false;
    }
  }

  /** Lets a reaction fetch a session, once for each state, and record what it shows. */
  private async lookAt({ started }: PaymentState, sessionId: string, state: string): Promise<void> {
    if (!started) return;
    const { reference, price: amount } = started;
    const asked = { objectId: sessionId, state, kind: 'charge', fetchId: sessionId, actId: null } as const;
    await this.commands.execute(StripeObserved.ObserveStripeObject({ ...asked, reference, amount }));
  }

  private get now(): number {
    return this.clock.now().getTime();
  }

  private async open(checkout: NewCheckout) {
    try {
      return await this.payments.openCheckout(checkout);
    } catch (error) {
      const isProviders = error instanceof PaymentsUnavailableError || error instanceof PaymentRefusedError;
      if (!isProviders) throw error;
      const { reference } = checkout;
      // A request at the same time may have opened it.
      const { checkout: opened } = await this.states.of(Payment, reference);
      if (opened) return opened;
      if (error instanceof PaymentRefusedError || error.isAnswer) {
        await this.commands.execute(Payment.GiveUpCheckout({ reference, reason: error.message }));
      }
      throw new ServiceUnavailableException('Failed to create checkout session', { cause: error });
    }
  }
}

/** Whether nothing has become of a payment yet. */
function awaitsMoney({ confirmedAt, failed, isPending, parked }: PaymentState): boolean {
  return confirmedAt === null && failed === null && !isPending && parked === null;
}

/** Whether the page of a checkout can be paid at `now`, or a checkout without one can be opened. */
function canGoOn(state: PaymentState, now: number): boolean {
  const leastMs = state.checkout ? LEAST_TO_PAY_MS : LEAST_TO_OPEN_MS;
  const isLongEnough = state.started !== null && Date.parse(state.started.expiresAt) - now >= leastMs;
  return isLongEnough && !state.isGivenUp && awaitsMoney(state);
}
