import { STRIPE_API_VERSION } from '../stripe-client.js';
import { type Form, type FormValue, at, namedTextsAt, readForm, textAt, textsAt } from './form.js';
import type { SandboxCheckouts } from './sandbox-checkouts.js';
import { type SandboxLedger, unknownId } from './sandbox-ledger.js';
import { type Kind, type SandboxObject, shown } from './sandbox-objects.js';
import { SandboxRefusedError } from './payment-sandbox.port.js';
import type { SandboxReturns } from './sandbox-returns.js';
import type { Selection } from './sandbox-store.js';

export const SANDBOX_KEY = 'sk_test_sandbox';

/** A request as it arrived. */
interface Asked {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The fields of the body or, for GET, of the query. */
  readonly form: Form;
  readonly headers: Headers;
}

const KIND_AT: Readonly<Record<string, Kind>> = {
  'checkout/sessions': 'checkout.session',
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  'radar/early_fraud_warnings': 'radar.early_fraud_warning',
  balance_transactions: 'balance_transaction',
  events: 'event',
};

/** Stripe forgets idempotency keys after a day. */
const KEY_SECONDS = 86_400;
const FULL_PAGE = 100;
const USUAL_PAGE = 10;

/**
 * Answers requests as Stripe's API does: the ones that Footnote makes, with idempotency keys, pages, expansion, the pinned
 * version and Stripe's errors.
 */
export class SandboxApi {
  constructor(
    private readonly ledger: SandboxLedger,
    private readonly checkouts: SandboxCheckouts,
    private readonly returns: SandboxReturns,
  ) {}

  /** A `fetch` that this API answers. The host does not matter. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const text = request.method === 'GET' ? search.slice(1) : await request.text();
    const asked = {
      method: request.method,
      path: pathname,
      form: readForm(text),
      headers: request.headers,
    };
    const headers = { 'content-type': 'application/json', 'stripe-version': STRIPE_API_VERSION };
    try {
      return new Response(this.answer(asked, `${pathname}?${text}`), { headers });
    } catch (error) {
      if (!(error instanceof SandboxRefusedError)) throw error;
      return new Response(bodyOf(error), { status: error.status, headers });
    }
  };

  private answer(asked: Asked, request: string): string {
    refuseStrangers(asked.headers);
    const { store, now } = this.ledger;
    store.transaction(() => this.checkouts.expireOverdue());
    const key = asked.headers.get('idempotency-key');
    if (asked.method !== 'POST' || key === null) {
      return store.transaction(() => JSON.stringify(this.carriedOut(asked)));
    }
    return store.transaction(() => {
      const kept = store.answerTo(key, now - KEY_SECONDS);
      if (kept?.request === request) return kept.body;
      if (kept) {
        const text = `Keys for idempotent requests can only be used with the same parameters they were first used with.`;
        throw new SandboxRefusedError(text, 'idempotency_key_in_use');
      }
      const body = JSON.stringify(this.carriedOut(asked));
      store.keepAnswer(key, { request, body }, now);
      return body;
    });
  }

  private carriedOut({ method, path, form }: Asked): object {
    const [, place = '', id, verb] = /^\/v1\/(.+?)(?:\/([a-z]+_\w+))?(?:\/(expire))?$/.exec(path) ?? [];
    const kind = KIND_AT[place];
    if (method === 'POST' && kind === 'checkout.session' && id !== undefined && verb === 'expire')
      return this.expanded(this.checkouts.expire(id), expansions(form));
    if (method === 'GET' && kind && verb === undefined)
      return id === undefined ? this.listed(kind, path, form) : this.one(kind, id, form);
    if (method === 'POST' && id === undefined) {
      if (kind === 'checkout.session') return this.expanded(this.createSession(form), expansions(form));
      if (kind === 'refund') return this.expanded(this.createRefund(form), expansions(form));
    }
    throw new SandboxRefusedError(`Unrecognized request URL (${method}: ${path}).`, 'url_invalid', 404);
  }

  private createSession(form: Form) {
    const item = ['line_items', '0'];
    const price = [...item, 'price_data'];
    if (textAt(form, 'mode') !== 'payment' || textAt(form, ...item, 'quantity') !== '1') {
      throw new SandboxRefusedError(
        'The sandbox sells one thing at a time.',
        'parameter_invalid_string_blank',
      );
    }
    return this.checkouts.create({
      amount: wholeAt(form, ...price, 'unit_amount'),
      currency: requiredAt(form, ...price, 'currency'),
      title: requiredAt(form, ...price, 'product_data', 'name'),
      clientReferenceId: textAt(form, 'client_reference_id') ?? null,
      metadata: namedTextsAt(form, 'metadata'),
      intentMetadata: namedTextsAt(form, 'payment_intent_data', 'metadata'),
      expiresAt: wholeAt(form, 'expires_at'),
      successUrl: requiredAt(form, 'success_url'),
      cancelUrl: textAt(form, 'cancel_url') ?? null,
    });
  }

  private createRefund(form: Form) {
    const amount = at(form, 'amount') === undefined ? null : wholeAt(form, 'amount');
    return this.returns.refund(requiredAt(form, 'payment_intent'), amount, namedTextsAt(form, 'metadata'));
  }

  private one(kind: Kind, id: string, form: Form): object {
    return this.expanded(this.ledger.require(kind, id), expansions(form));
  }

  private listed(kind: Kind, path: string, form: Form): object {
    const limit = textAt(form, 'limit') === undefined ? USUAL_PAGE : wholeAt(form, 'limit');
    if (limit > FULL_PAGE) throw new SandboxRefusedError('The limit is 100.', 'parameter_invalid_integer');
    const after = textAt(form, 'starting_after');
    if (after !== undefined && !this.ledger.store.findAny(after))
      throw unknownId(kind, after, 'starting_after');
    const selection: Selection = {
      createdFrom: optionalWholeAt(form, 'created', 'gte'),
      createdBefore: optionalWholeAt(form, 'created', 'lt'),
      paymentIntent: textAt(form, 'payment_intent'),
      charge: textAt(form, 'charge'),
      types: at(form, 'types') === undefined ? undefined : textsAt(form, 'types'),
      after,
      limit: limit + 1,
    };
    const found = this.ledger.store.list(kind, selection);
    const expand = expansions(form).flatMap((way) => (way.startsWith('data.') ? [way.slice(5)] : []));
    return {
      object: 'list',
      url: path,
      has_more: found.length > limit,
      data: found.slice(0, limit).map((thing) => this.expanded(thing, expand)),
    };
  }

  /** The object with the objects that these paths lead to in the place of their ids. */
  private expanded(thing: SandboxObject, ways: readonly string[]): Record<string, unknown> {
    const fields = shown(thing);
    for (const way of ways) {
      const [field = '', ...rest] = way.split('.');
      const id = fields[field];
      const other = typeof id === 'string' ? this.ledger.store.findAny(id) : null;
      if (other) fields[field] = this.expanded(other, rest.length > 0 ? [rest.join('.')] : []);
    }
    return fields;
  }
}

const expansions = (form: Form) => textsAt(form, 'expand');

function refuseStrangers(headers: Headers): void {
  if (headers.get('authorization') !== `Bearer ${SANDBOX_KEY}`) {
    throw new SandboxRefusedError('Invalid API Key provided', 'api_key_invalid', 401);
  }
  const version = headers.get('stripe-version');
  if (version !== STRIPE_API_VERSION) {
    throw new SandboxRefusedError(`Invalid Stripe API version: ${version}`, 'version_invalid');
  }
}

function requiredAt(form: Form, ...path: readonly string[]): string {
  const text = textAt(form, ...path);
  if (text) return text;
  const name = path.reduce((whole, part) => `${whole}[${part}]`);
  throw new SandboxRefusedError(`Missing required param: ${name}.`, 'parameter_missing', 400, name);
}

function wholeAt(form: Form, ...path: readonly string[]): number {
  const text = requiredAt(form, ...path);
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new SandboxRefusedError(`Invalid integer: ${text}`, 'parameter_invalid_integer', 400, path.at(-1));
}

function optionalWholeAt(form: FormValue, ...path: readonly string[]): number | undefined {
  return at(form, ...path) === undefined ? undefined : wholeAt(form as Form, ...path);
}

function bodyOf({ message, code, parameter }: SandboxRefusedError): string {
  const type = code === 'idempotency_key_in_use' ? 'idempotency_error' : 'invalid_request_error';
  return JSON.stringify({ error: { type, code, message, ...(parameter && { param: parameter }) } });
}
