import { Body, Get, Header, HttpCode, HttpStatus, NotFoundException, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  PaymentSandbox,
  type SandboxCheckout,
} from '../../infrastructure/payments/sandbox/payment-sandbox.port.js';
import { checkoutPage } from './checkout-page.js';
import { SandboxController } from './sandbox-controller.js';
import { pagePolicy, refusable } from './sandbox-forms.js';
import { CheckoutForm } from './sandbox-payment.requests.js';

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
