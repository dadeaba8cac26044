import { Body, Get, Header, HttpCode, HttpStatus, NotFoundException, Param, Post } from '@nestjs/common';
import { decimalsOf } from '../../domain/money.js';
import {
  PaymentSandbox,
  type SandboxPayment,
} from '../../infrastructure/payments/sandbox/payment-sandbox.port.js';
import { paymentsPage, receiptPage } from './payments-page.js';
import { SandboxController } from './sandbox-controller.js';
import { pagePolicy, refusable } from './sandbox-forms.js';
import { HtmlPage } from './sandbox-page.js';
import { DisputeForm, PaymentForm } from './sandbox-payment.requests.js';

const MOST = 100;
const LIST = '/sandbox/payments';

/**
 * The payments of the sandbox, with what buyers, banks and operators could do about them. Only present while there is no
 * payment provider.
 */
@SandboxController('sandbox')
export class SandboxPaymentsController {
  constructor(private readonly sandbox: PaymentSandbox) {}

  @Get('payments')
  @HtmlPage(pagePolicy())
  list(): string {
    return paymentsPage(this.sandbox.payments(MOST));
  }

  @Get('payments/:id/receipt')
  @HtmlPage(pagePolicy())
  receipt(@Param('id') id: string): string {
    return receiptPage(this.payment(id));
  }

  @Post('payments/:id')
  @HttpCode(HttpStatus.SEE_OTHER)
  @Header('location', LIST)
  actOnPayment(@Param('id') id: string, @Body() { act, amount }: PaymentForm): void {
    const { price } = this.payment(id);
    const units = amount ? Math.round(Number(amount) * 10 ** decimalsOf(price.currency)) : null;
    refusable(() => this.sandbox.actOnPayment(id, act, units));
  }

  @Post('refunds/:id/fail')
  @HttpCode(HttpStatus.SEE_OTHER)
  @Header('location', LIST)
  failRefund(@Param('id') id: string): void {
    refusable(() => this.sandbox.failRefund(id));
  }

  @Post('disputes/:id')
  @HttpCode(HttpStatus.SEE_OTHER)
  @Header('location', LIST)
  actOnDispute(@Param('id') id: string, @Body() { act }: DisputeForm): void {
    refusable(() => this.sandbox.actOnDispute(id, act));
  }

  private payment(id: string): SandboxPayment {
    const payment = this.sandbox.payment(id);
    if (!payment) throw new NotFoundException('This payment does not exist.');
    return payment;
  }
}
