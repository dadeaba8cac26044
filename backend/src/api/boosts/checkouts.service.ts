import {
  ConflictException,
  ForbiddenException,
  Injectable,
  NotFoundException,
  ServiceUnavailableException,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BoostType } from '../../domain/boosts/boosts.events.js';
import { boostOfPost, boosts } from '../../domain/boosts/boosts.js';
import {
  GiveUpCheckout,
  ObservePayment,
  OpenCheckout,
  StartCheckout,
} from '../../domain/payment/payment.commands.js';
import { payment } from '../../domain/payment/payment.js';
import type { Money } from '../../domain/money.js';
import type { Purpose } from '../../domain/payment/payment.events.js';
import type { PriceList } from '../../domain/payment/prices.js';
import { Clock, Ids } from '../../kernel/clock.js';
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

const MINUTE_MS = 60_000;
const CHECKOUT_MS = 60 * MINUTE_MS;
/** The provider needs 30 minutes at least; a retry with less than this left starts a new checkout. */
const LEAST_LEFT_MS = 35 * MINUTE_MS;

export class SitePrices {
  constructor(readonly list: PriceList) {}
}

/** A checkout to start. */
interface Wish {
  readonly userId: string | null;
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
    private readonly ids: Ids,
  ) {}

  /** Starts the purchase of a boost that the person applies later. Returns the address of the checkout page. */
  forBoost(userId: string, boostType: BoostType): Promise<string> {
    return this.start({
      userId,
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
  async forPost(userId: string, postId: string, boostType: BoostType): Promise<string> {
    const post = await this.facts.post(postId, userId);
    if (post.ownerId !== userId) throw new ForbiddenException('You can only boost your own posts.');
    if (!post.isPublic) throw new ConflictException('A hidden post cannot be boosted.');
    const wallet = await this.states.of(boosts, userId);
    if (boostOfPost(wallet, postId, this.clock.now().toISOString())) {
      throw new ConflictException('This post already has a boost.');
    }
    return this.start({
      userId,
      purpose: { kind: 'boost', boostType, postId },
      amount: this.prices.list.boosts[boostType],
      title: TITLES[boostType],
      success: `/post/${postId}?boost=success&session_id={CHECKOUT_SESSION_ID}`,
      cancel: `/post/${postId}?boost=cancelled`,
    });
  }

  /** Starts a donation, with or without an account. @throws InvalidRequestException for an amount out of range */
  forDonation(userId: string | null, amount: number): Promise<string> {
    const { least, most } = this.prices.list.donation;
    if (amount < least || amount > most) throw new InvalidRequestException({ amount: ['Invalid Amount'] });
    return this.start({
      userId,
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
    const { started, checkout } = await this.states.of(payment, reference);
    if (started?.userId !== userId || !checkout) throw new NotFoundException('Payment not found');
    const { state, paymentIntentId, price, mode, purpose: kind } = await this.closed(checkout.sessionId);
    const seen = { state, paymentIntentId, price, mode, userId, kind };
    await this.commands.execute(new ObservePayment({ reference, ...seen }));
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

  private async start(wish: Wish): Promise<string> {
    const { userId, purpose, title } = wish;
    const price = { amount: wish.amount, currency: this.prices.list.currency };
    const { reference, expiresAt } = await this.unopened(wish, price);
    const started = { reference, userId, purpose, price, mode: this.payments.mode, expiresAt };
    await this.commands.execute(new StartCheckout(started));
    const page = await this.open({
      ...started,
      title,
      successUrl: this.site.publicUrl + wish.success,
      cancelUrl: this.site.publicUrl + wish.cancel,
    });
    await this.commands.execute(new OpenCheckout({ reference, ...page }));
    return page.url;
  }

  /**
   * The reference for a checkout: of the same one that was started before and got no page, because the provider did not
   * answer, or a new one. A provider that has answered with an error repeats it for the same reference, so it gets a new
   * one; if the old one has a page all the same and is paid, it is granted, too.
   */
  private async unopened(
    { userId, purpose }: Wish,
    price: Money,
  ): Promise<{ reference: string; expiresAt: string }> {
    const now = this.clock.now().getTime();
    const before =
      userId !== null && purpose.kind === 'boost'
        ? await this.reader.unopened(userId, purpose, price, new Date(now + LEAST_LEFT_MS))
        : null;
    if (before) return { reference: before._id, expiresAt: before.checkoutEndsAt };
    return { reference: this.ids.uuid(), expiresAt: new Date(now + CHECKOUT_MS).toISOString() };
  }

  private async open(checkout: NewCheckout) {
    try {
      return await this.payments.openCheckout(checkout);
    } catch (error) {
      const isProviders = error instanceof PaymentsUnavailableError || error instanceof PaymentRefusedError;
      if (!isProviders) throw error;
      if (error instanceof PaymentRefusedError || error.isAnswer) {
        const { reference } = checkout;
        await this.commands.execute(new GiveUpCheckout({ reference, reason: error.message }));
      }
      throw new ServiceUnavailableException('Failed to create checkout session', { cause: error });
    }
  }
}
