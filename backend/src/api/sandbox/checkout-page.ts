import { written } from '../../domain/money.js';
import type { SandboxCheckout } from '../../infrastructure/payments/sandbox/payment-sandbox.port.js';
import { FORM_STYLE, escape, page, time } from './sandbox-page.js';

/** The checkout page, in the place of the payment provider's. */
export function checkoutPage(checkout: SandboxCheckout): string {
  const { title, price, status } = checkout;
  return page(
    'Sandbox checkout',
    `<h1>${escape(title)}</h1>
<p class="price">${escape(written(price))}</p>
<p class="quiet">No money moves on this page. It stands in for Stripe’s while no Stripe key is set.</p>
${{ open: openParts, complete: completeParts, expired: expiredParts }[status](checkout)}`,
    FORM_STYLE,
  );
}

function openParts({ sessionId, price, wasDeclined, expiresAt, cancelUrl }: SandboxCheckout): string {
  return `${wasDeclined ? '<p role="status" class="note">The card was declined. Nothing was paid. You can try again.</p>' : ''}
<form method="post" action="/sandbox/checkout/${encodeURIComponent(sessionId)}">
<button class="main" name="act" value="pay">Pay ${escape(written(price))}</button>
<button name="act" value="pay-later">Pay later, as with a bank debit</button>
<button name="act" value="decline">Pay with a card that is declined</button>
<button name="act" value="expire">Let this page expire</button>
</form>
${cancelUrl === null ? '' : `<p><a href="${escape(cancelUrl)}">Cancel and go back</a></p>`}
<p class="quiet">This page expires at ${time(expiresAt)}.</p>`;
}

function completeParts({ successUrl }: SandboxCheckout): string {
  return `<p role="status" class="note">This checkout is complete.</p>
<p><a href="${escape(successUrl)}">Continue</a></p>
<p><a href="/sandbox/payments">All sandbox payments</a></p>`;
}

function expiredParts({ cancelUrl }: SandboxCheckout): string {
  return `<p role="status" class="note">This checkout page has expired. Nothing was paid.</p>
${cancelUrl === null ? '' : `<p><a href="${escape(cancelUrl)}">Go back</a></p>`}`;
}
