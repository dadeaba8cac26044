import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Clock } from '../../kernel/clock.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { Boost, UnclaimedBoosts, hasBoost } from '../../projections/payments/shown-payments.js';
import { Facts } from '../community/facts.service.js';
import { type Account, CurrentAccount, NotSuspended, SignedIn, Verified } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { Limited } from '../http/limits.js';
import { PostId } from '../posts/posts.requests.js';
import { BoostUse } from './boost-use.service.js';
import {
  AppliedBoost,
  BoostRequest,
  CheckoutStatus,
  CheckoutUrl,
  DonationRequest,
  PostBoost,
  PostCheckoutUrl,
  Prices,
} from './boosts.requests.js';
import { Checkouts, SitePrices } from './checkouts.service.js';

@ApiTags('boosts')
@Controller('api')
export class BoostsController {
  constructor(
    private readonly checkouts: Checkouts,
    private readonly use: BoostUse,
    private readonly reader: PaymentsReader,
    private readonly payments: Payments,
    private readonly prices: SitePrices,
    private readonly facts: Facts,
    private readonly clock: Clock,
  ) {}

  @Get('boost/prices')
  @ApiOperation({ summary: 'What boosts cost, and how much may be donated.' })
  @ApiOkResponse({ type: Prices })
  boostPrices(): Prices {
    const { currency, boosts, donation } = this.prices.list;
    return {
      regular: { amount: boosts.regular, currency },
      mega: { amount: boosts.mega, currency },
      donation,
      isTest: this.payments.mode === 'test',
    };
  }

  @Get('boosts/unclaimed')
  @SignedIn()
  @ApiOperation({ summary: 'Your boosts that are not applied yet.' })
  @ApiOkResponse({ type: UnclaimedBoosts })
  unclaimedBoosts(@CurrentAccount() { id }: Account): Promise<UnclaimedBoosts> {
    return this.reader.unclaimed(id, this.clock.now());
  }

  @Get('posts/:id/boost')
  @ApiOperation({ summary: 'The boost that a post has now.' })
  @ApiOkResponse({ type: PostBoost })
  @ApiNotFoundResponse({ type: ErrorBody })
  async postBoost(@PostId() id: string, @CurrentAccount() viewer: Account | null): Promise<PostBoost> {
    const { postId, ownerId } = await this.facts.postToRead(id, viewer?.id ?? null);
    const boost = await this.reader.ofPost(postId, this.clock.now());
    if (viewer?.id === ownerId) return { boost };
    // A boost that is held shows that something is wrong with its payment: only its owner may know.
    return { boost: boost?.isActive ? boost.forPublic() : null };
  }

  @Post('posts/:id/apply-boost')
  @Verified()
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Applies your next unused boost to your post.' })
  @ApiOkResponse({ type: AppliedBoost })
  @ApiNotFoundResponse({ type: ErrorBody })
  @ApiConflictResponse({ type: ErrorBody, description: 'No unused boost, or the post has one.' })
  async applyBoost(@PostId() id: string, @CurrentAccount() { id: userId }: Account): Promise<AppliedBoost> {
    return { boostType: await this.use.apply(userId, id) };
  }

  @Post('posts/:id/boost')
  @Verified()
  @Limited('checkout')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Starts the purchase of a boost that is applied to your post once it is paid.' })
  @ApiOkResponse({ type: PostCheckoutUrl })
  @ApiNotFoundResponse({ type: ErrorBody })
  @ApiConflictResponse({ type: ErrorBody })
  @ApiServiceUnavailableResponse({ type: ErrorBody })
  async buyBoostForPost(
    @PostId() id: string,
    @Body() { boostType }: BoostRequest,
    @CurrentAccount() { id: userId }: Account,
  ): Promise<PostCheckoutUrl> {
    return { checkoutUrl: await this.checkouts.forPost(userId, id, boostType) };
  }

  @Post('boost/checkout')
  @Verified()
  @Limited('checkout')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Starts the purchase of a boost.' })
  @ApiOkResponse({ type: CheckoutUrl })
  @ApiServiceUnavailableResponse({ type: ErrorBody })
  async buyBoost(
    @Body() { boostType }: BoostRequest,
    @CurrentAccount() { id: userId }: Account,
  ): Promise<CheckoutUrl> {
    return { url: await this.checkouts.forBoost(userId, boostType) };
  }

  @Post('donations/checkout')
  @NotSuspended()
  @Limited('checkout')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Starts a donation. Needs no account.' })
  @ApiOkResponse({ type: CheckoutUrl })
  @ApiServiceUnavailableResponse({ type: ErrorBody })
  async donate(
    @Body() { amount }: DonationRequest,
    @CurrentAccount() account: Account | null,
  ): Promise<CheckoutUrl> {
    return { url: await this.checkouts.forDonation(account?.id ?? null, amount) };
  }

  @Get('checkouts/:sessionId')
  @ApiOperation({ summary: 'What is known of a checkout, for the page that the person comes back to.' })
  @ApiOkResponse({ type: CheckoutStatus })
  async checkoutStatus(
    @Param('sessionId') sessionId: string,
    @CurrentAccount() viewer: Account | null,
  ): Promise<CheckoutStatus> {
    const payment = await this.reader.ofSession(sessionId);
    const isVisible = payment && (payment.userId === null || payment.userId === viewer?.id);
    if (!isVisible) return { status: 'unknown', kind: null, price: null, boost: null };
    const { kind, price, parked, status } = payment;
    const boost = hasBoost(payment) ? new Boost(payment, this.clock.now()) : null;
    return { status: parked === null ? status : 'parked', kind, price, boost };
  }
}
