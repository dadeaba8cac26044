import { Body, Get, Header, HttpCode, HttpStatus, NotFoundException, Param, Post } from '@nestjs/common';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { decimalsOf, written } from '../../domain/money.js';
import {
  PaymentSandbox,
  type SandboxPayment,
  type DisputeAct,
  type PaymentAct,
  DISPUTE_ACTS,
  PAYMENT_ACTS,
} from '../../infrastructure/payments/sandbox/payment-sandbox.port.js';
import { SandboxController } from './sandbox-controller.js';
import { pagePolicy, refusable, HtmlPage, FORM_STYLE, page, time } from './sandbox-page.js';
import { escapeHtml } from '../texts/escape-html.js';

class PaymentForm {
  @IsIn(PAYMENT_ACTS) readonly act!: PaymentAct;

  /** In the main unit of the currency, such as 1.99; empty for all that is left. */
  @IsOptional()
  @Matches(/^(?:\d{1,9}(?:\.\d{1,2})?)?$/, { message: 'The amount must be a number such as 1.99' })
  readonly amount?: string;
}

class DisputeForm {
  @IsIn(DISPUTE_ACTS) readonly act!: DisputeAct;
}

const MOST = 100;
const LIST = '/sandbox/payments';

const PAYMENT_WORDS: Readonly<Record<PaymentAct, string>> = {
  arrive: 'The money arrives',
  fail: 'The money does not arrive',
  refund: 'Refund',
  inquire: 'Open an inquiry',
  dispute: 'Open a dispute',
  warn: 'Warn of fraud',
};

const DISPUTE_WORDS: Readonly<Record<DisputeAct, string>> = {
  escalate: 'Make it a dispute',
  close: 'Close the inquiry',
  withdraw: 'Withdraw the money',
  reinstate: 'Return the money',
  win: 'We win',
  lose: 'We lose',
};

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

/** All payments, newest first, with what buyers, banks and operators could do about them. */
function paymentsPage(payments: readonly SandboxPayment[]): string {
  return page(
    'Sandbox payments',
    `<h1>Sandbox payments</h1>
<p class="quiet">No money moves on this server. These payments were played, newest first.</p>
${payments.length > 0 ? payments.map(paymentParts).join('\n') : '<p>No payment yet. Buy a boost or donate, and pay on the sandbox’s checkout page.</p>'}`,
    FORM_STYLE,
  );
}

function receiptPage({ paymentIntentId, title, price, refunded, paidAt }: SandboxPayment): string {
  return page(
    'Sandbox receipt',
    `<h1>Receipt</h1>
<dl><dt>For</dt><dd>${escapeHtml(title)}</dd><dt>Paid</dt><dd>${escapeHtml(written(price))}</dd>
<dt>Refunded</dt><dd>${escapeHtml(written(refunded))}</dd><dt>At</dt><dd>${time(paidAt)}</dd>
<dt>Payment</dt><dd><code>${escapeHtml(paymentIntentId)}</code></dd></dl>
<p class="quiet">No money moved. This receipt is from the sandbox.</p>`,
    FORM_STYLE,
  );
}

function paymentParts(payment: SandboxPayment): string {
  const { paymentIntentId: id, title, price, refunded, state, paidAt } = payment;
  const heading = `payment-${escapeHtml(id)}`;
  return `<section aria-labelledby="${heading}">
<h2 id="${heading}">${escapeHtml(title)} · ${escapeHtml(written(price))}</h2>
<dl><dt>State</dt><dd>${escapeHtml(state)}</dd><dt>Started</dt><dd>${time(paidAt)}</dd>
<dt>Refunded</dt><dd>${escapeHtml(written(refunded))}</dd><dt>Payment</dt><dd><code>${escapeHtml(id)}</code></dd></dl>
${paymentForm(payment)}
${payment.refunds.map(refundParts).join('\n')}
${payment.disputes.map(disputeParts).join('\n')}
</section>`;
}

function paymentForm({ paymentIntentId: id, price, acts }: SandboxPayment): string {
  if (acts.length === 0) return '';
  const field = `amount-${escapeHtml(id)}`;
  const hint = decimalsOf(price.currency) === 0 ? '199' : '1.99';
  const amount = acts.includes('refund')
    ? `<label for="${field}">Amount to refund in ${escapeHtml(price.currency.toUpperCase())}, such as ${hint}; empty for all</label>
<input id="${field}" name="amount" inputmode="decimal" autocomplete="off">`
    : '';
  return `<form method="post" action="/sandbox/payments/${encodeURIComponent(id)}">
${amount}
${acts.map((act) => button(act, PAYMENT_WORDS[act])).join('\n')}
</form>`;
}

function refundParts({ refundId, amount, canFail }: SandboxPayment['refunds'][number]): string {
  const text = `<p>Refund of ${escapeHtml(written(amount))}${canFail ? '' : ', which failed'} <code>${escapeHtml(refundId)}</code></p>`;
  if (!canFail) return text;
  return `${text}
<form method="post" action="/sandbox/refunds/${encodeURIComponent(refundId)}/fail">
<button>The refund fails</button>
</form>`;
}

function disputeParts({ disputeId, status, isWithdrawn, acts }: SandboxPayment['disputes'][number]): string {
  const money = isWithdrawn ? 'the money is withdrawn' : 'the money is with us';
  return `<p>Dispute <code>${escapeHtml(disputeId)}</code>: ${escapeHtml(status)}, ${money}</p>
<form method="post" action="/sandbox/disputes/${encodeURIComponent(disputeId)}">
${acts.map((act) => button(act, DISPUTE_WORDS[act])).join('\n')}
</form>`;
}

const button = (act: string, words: string) => `<button name="act" value="${act}">${words}</button>`;
