import { Body, ConflictException, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CommandBus } from '@nestjs/cqrs';
import { Amount, Flag, List, Maybe, OneOf, Part, Text, Whole, Id, Optional } from '../../contract/fields.js';
import { type BoostType, boostOfPost, unclaimedIn } from '../../domain/boosts/boost-facts.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { Clock } from '../../kernel/clock.js';
import type { PaymentDocument } from '../../projections/payments/payments.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import {
  Boost,
  PublicBoost,
  UnclaimedBoosts,
  hasBoost,
  BOOST_TYPES,
  Price,
} from '../../projections/payments/shown-payments.js';
import { Facts } from '../community/facts.service.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { Route, Routes } from '../http/route.js';
import { PostId } from '../posts/posts.contract.js';
import { type CheckoutBrowser, CheckoutCookie } from './checkout-cookie.js';
import { Checkouts, type OpenedCheckout, SitePrices } from './checkouts.service.js';
import { Boosts } from '../../domain/boosts/boosts.js';
import { States } from '../../kernel/states.js';
import { RankReader } from '../../projections/weekly/rank.reader.js';

class BoostRequest {
  @OneOf(BOOST_TYPES, { message: 'A boost is "regular" or "mega"' }) readonly boostType!: BoostType;
}

class ApplyBoostRequest {
  @Optional(Id, { about: 'The unused boost to apply; the oldest without it.', message: 'Boost not found' })
  readonly boostId?: string;
}

class DonationRequest {
  @Amount({ about: 'In the smallest unit of the currency: cents.', example: 500, message: 'Invalid Amount' })
  readonly amount!: number;
}

class CheckoutUrl {
  @Text({ format: 'uri' }) readonly url!: string;
}

class PostCheckoutUrl {
  @Text({ format: 'uri' }) readonly checkoutUrl!: string;
}

class AppliedBoost {
  @OneOf(BOOST_TYPES) readonly boostType!: BoostType;
}

class PostBoost {
  @Maybe(Part(() => PublicBoost), 'The owner of the post gets a `Boost`, also one that is held.')
  readonly boost!: PublicBoost | null;
}

/** How much may be donated, in the smallest unit of the currency. */
class DonationLimits {
  @Amount() readonly least!: number;
  @Amount() readonly most!: number;
  @List(Whole) readonly presets!: readonly number[];
}

class Prices {
  @Part(() => Price) readonly regular!: Price;
  @Part(() => Price) readonly mega!: Price;
  @Part(() => DonationLimits) readonly donation!: DonationLimits;
  @Flag('True while no money moves: the sandbox, or Stripe’s test mode.') readonly isTest!: boolean;
}

const CHECKOUT_STATUSES = [
  'unknown',
  'started',
  'pending',
  'paid',
  'failed',
  'expired',
  'parked',
  'refunded',
  'dismissed',
] as const;

class CheckoutStatus {
  @OneOf(
    CHECKOUT_STATUSES,
    'Unknown: there is no such checkout, or it belongs to another account. Dismissed: an admin has settled it without a payment.',
  )
  readonly status!: (typeof CHECKOUT_STATUSES)[number];
  @Maybe(OneOf(['boost', 'donation'])) readonly kind!: 'boost' | 'donation' | null;
  @Maybe(Part(() => Price)) readonly price!: Price | null;
  @Maybe(Part(() => Boost), 'The boost that it bought, once it is granted.') readonly boost!: Boost | null;
}

@Routes('boosts', 'api')
export class BoostsController {
  constructor(
    private readonly checkouts: Checkouts,
    private readonly browsers: CheckoutCookie,
    private readonly reader: PaymentsReader,
    private readonly payments: Payments,
    private readonly prices: SitePrices,
    private readonly facts: Facts,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly ranks: RankReader,
  ) {}

  @Route('GET', 'boost/prices', { summary: 'What boosts cost, and how much may be donated.', answer: Prices })
  boostPrices(): Prices {
    const { currency, boosts, donation } = this.prices.list;
    return {
      regular: { amount: boosts.regular, currency },
      mega: { amount: boosts.mega, currency },
      donation,
      isTest: this.payments.mode === 'test',
    };
  }

  @Route('GET', 'boosts/unclaimed', {
    who: 'signedIn',
    summary: 'Your boosts that are not applied yet.',
    answer: UnclaimedBoosts,
  })
  unclaimedBoosts(@CurrentAccount() { id }: Account): Promise<UnclaimedBoosts> {
    return this.reader.unclaimed(id, this.clock.now());
  }

  @Route('GET', 'posts/:id/boost', {
    summary: 'The boost that a post has now.',
    answer: PostBoost,
    errors: { 404: '' },
  })
  async postBoost(@PostId() id: string, @CurrentAccount() viewer: Account | null): Promise<PostBoost> {
    const { postId, ownerId } = await this.facts.postToRead(id, viewer?.id ?? null);
    const now = this.clock.now();
    const payment = await this.reader.ofPost(postId, now);
    if (!payment) return { boost: null };
    if (viewer?.id === ownerId) return { boost: new Boost(payment, now) };
    const boost = new PublicBoost(payment, now);
    // A boost that is held shows that something is wrong with its payment: only its owner may know.
    return { boost: boost.isActive ? boost : null };
  }

  @Route('POST', 'posts/:id/apply-boost', {
    who: 'verified',
    summary: 'Applies an unused boost of yours to your post.',
    answer: AppliedBoost,
    errors: { 404: '', 409: 'No unused boost, or the post has one.' },
  })
  async applyBoost(
    @PostId() postId: string,
    @Body() request: ApplyBoostRequest,
    @CurrentAccount() { id: userId }: Account,
  ): Promise<AppliedBoost> {
    const chosen = request.boostId ?? null;
    const post = await this.facts.post(postId, userId);
    const time = this.clock.now();
    const now = time.toISOString();
    const used = unclaimedIn(await this.states.of(Boosts, userId), chosen);
    const rank = used
      ? await this.ranks.rankChange(postId, used.boostType, time)
      : { before: null, after: null };
    await this.commands.execute(Boosts.ApplyBoost({ userId, boostId: chosen, post, rank, now }));
    const wallet = await this.states.of(Boosts, userId);
    const boostId = boostOfPost(wallet, postId, now);
    const applied = boostId === null ? undefined : wallet.boosts[boostId];
    if (!applied) throw new Error(`the boost of ${postId} was applied and is not there`);
    return { boostType: applied.boostType };
  }

  @Route('POST', 'posts/:id/boost', {
    who: 'verified',
    limit: 'checkout',
    summary: 'Starts the purchase of a boost that is applied to your post once it is paid.',
    answer: PostCheckoutUrl,
    errors: { 404: '', 409: '', 503: '' },
  })
  async buyBoostForPost(
    @PostId() id: string,
    @Body() { boostType }: BoostRequest,
    @CurrentAccount() account: Account,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PostCheckoutUrl> {
    requireStaying(account);
    const opened = await this.checkouts.forPost(account.id, id, boostType);
    return { checkoutUrl: this.remembered(opened, this.browsers.read(request), reply) };
  }

  @Route('POST', 'boost/checkout', {
    who: 'verified',
    limit: 'checkout',
    summary: 'Starts the purchase of a boost.',
    answer: CheckoutUrl,
    errors: { 409: '', 503: '' },
  })
  async buyBoost(
    @Body() { boostType }: BoostRequest,
    @CurrentAccount() account: Account,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CheckoutUrl> {
    requireStaying(account);
    const opened = await this.checkouts.forBoost(account.id, boostType);
    return { url: this.remembered(opened, this.browsers.read(request), reply) };
  }

  @Route('POST', 'donations/checkout', {
    who: 'notSuspended',
    limit: 'checkout',
    summary: 'Starts a donation. Needs no account.',
    answer: CheckoutUrl,
    errors: { 503: '' },
  })
  async donate(
    @Body() { amount }: DonationRequest,
    @CurrentAccount() account: Account | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CheckoutUrl> {
    const browser = this.browsers.read(request);
    const opened = await this.checkouts.forDonation(account?.id ?? null, browser, amount);
    return { url: this.remembered(opened, browser, reply) };
  }

  @Route('POST', 'checkouts/:sessionId/return', {
    withoutKey: true,
    summary: 'Says that the person came back from a checkout, for what its provider has not told the server.',
    description:
      'For the account and the browser that started it. The server looks at the session once ever, after the answer. Repeating it changes nothing.',
    errors: { 404: 'Payment not found' },
  })
  async returnFromCheckout(
    @Param('sessionId') sessionId: string,
    @CurrentAccount() viewer: Account | null,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.checkouts.comeBack(sessionId, viewer?.id ?? null, this.browsers.read(request));
  }

  @Route('GET', 'checkouts/:sessionId', {
    summary: 'What is known of a checkout, for the page that the person comes back to.',
    answer: CheckoutStatus,
  })
  async checkoutStatus(
    @Param('sessionId') sessionId: string,
    @CurrentAccount() viewer: Account | null,
  ): Promise<CheckoutStatus> {
    const payment = await this.reader.ofSession(sessionId);
    const isVisible = payment && (payment.userId === null || payment.userId === viewer?.id);
    if (!isVisible) return { status: 'unknown', kind: null, price: null, boost: null };
    const { kind, price } = payment;
    const boost = hasBoost(payment) ? new Boost(payment, this.clock.now()) : null;
    return { status: statusOf(payment), kind, price, boost };
  }

  /** Remembers in the browser that it has started this checkout. Returns its address. */
  private remembered(
    { reference, url }: OpenedCheckout,
    browser: CheckoutBrowser,
    reply: FastifyReply,
  ): string {
    this.browsers.add(reply, browser, reference);
    return url;
  }
}

/** What an admin has decided comes before what the provider showed. */
function statusOf({ state, status, settled }: PaymentDocument): CheckoutStatus['status'] {
  if (state === 'parked' || state === 'refunded') return state;
  return settled === 'dismissed' && status !== 'paid' ? 'dismissed' : status;
}

/** @throws ConflictException for an account that waits for its deletion, with which its boosts are lost */
function requireStaying({ deletionDueAt }: Account): void {
  if (deletionDueAt !== null) {
    throw new ConflictException('Your account will be deleted. Keep your account to buy a boost.');
  }
}
