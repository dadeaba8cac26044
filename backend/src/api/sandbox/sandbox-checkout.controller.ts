import { Body, Get, Header, HttpCode, HttpStatus, NotFoundException, Param, Post, Res } from '@nestjs/common';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import {
  PaymentSandbox,
  type SandboxCheckout,
  CHECKOUT_ACTS,
  type CheckoutAct,
} from '../../infrastructure/payments/sandbox/payment-sandbox.port.js';
import { SandboxController } from './sandbox-controller.js';
import { pagePolicy, refusable, FORM_STYLE, page, time } from './sandbox-page.js';
import { escapeHtml } from '../texts/escape-html.js';
import { written } from '../../domain/money.js';

class CheckoutForm {
  @IsIn(CHECKOUT_ACTS) readonly act!: CheckoutAct;
}

/** The acts after which the checkout is complete. */
const COMPLETING: ReadonlySet<string> = new Set(['pay', 'pay-later']);

/** The checkout page of the payment sandbox. Only present while there is no payment provider. */
@SandboxController('sandbox/checkout')
export class SandboxCheckoutController {
  constructor(private readonly sandbox: PaymentSandbox) {}

  @Get(':id')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('x-robots-tag', 'noindex')
  @Header('cache-control', 'private, no-store')
  show(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply): string {
    const checkout = this.checkout(id);
    reply.header('content-security-policy', pagePolicy(checkout.successUrl));
    return checkoutPage(checkout);
  }

  @Post(':id')
  @HttpCode(HttpStatus.SEE_OTHER)
  act(
    @Param('id') id: string,
    @Body() { act }: CheckoutForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    const { successUrl } = this.checkout(id);
    refusable(() => this.sandbox.actOnCheckout(id, act));
    reply.header(
      'location',
      COMPLETING.has(act) ? successUrl : `/sandbox/checkout/${encodeURIComponent(id)}`,
    );
  }

  private checkout(id: string): SandboxCheckout {
    const checkout = this.sandbox.checkout(id);
    if (!checkout) throw new NotFoundException('This checkout does not exist.');
    return checkout;
  }
}

/** The checkout page, in the place of the payment provider's. */
function checkoutPage(checkout: SandboxCheckout): string {
  const { title, price, status } = checkout;
  return page(
    'Sandbox checkout',
    `<h1>${escapeHtml(title)}</h1>
<p class="price">${escapeHtml(written(price))}</p>
<p class="quiet">No money moves on this page. It stands in for Stripe’s while no Stripe key is set.</p>
${{ open: openParts, complete: completeParts, expired: expiredParts }[status](checkout)}`,
    FORM_STYLE,
  );
}

function openParts({ sessionId, price, wasDeclined, expiresAt, cancelUrl }: SandboxCheckout): string {
  return `${wasDeclined ? '<p role="status" class="note">The card was declined. Nothing was paid. You can try again.</p>' : ''}
<form method="post" action="/sandbox/checkout/${encodeURIComponent(sessionId)}">
<button class="main" name="act" value="pay">Pay ${escapeHtml(written(price))}</button>
<button name="act" value="pay-later">Pay later, as with a bank debit</button>
<button name="act" value="decline">Pay with a card that is declined</button>
<button name="act" value="expire">Let this page expire</button>
</form>
${cancelUrl === null ? '' : `<p><a href="${escapeHtml(cancelUrl)}">Cancel and go back</a></p>`}
<p class="quiet">This page expires at ${time(expiresAt)}.</p>`;
}

function completeParts({ successUrl }: SandboxCheckout): string {
  return `<p role="status" class="note">This checkout is complete.</p>
<p><a href="${escapeHtml(successUrl)}">Continue</a></p>
<p><a href="/sandbox/payments">All sandbox payments</a></p>`;
}

function expiredParts({ cancelUrl }: SandboxCheckout): string {
  return `<p role="status" class="note">This checkout page has expired. Nothing was paid.</p>
${cancelUrl === null ? '' : `<p><a href="${escapeHtml(cancelUrl)}">Go back</a></p>`}`;
}
