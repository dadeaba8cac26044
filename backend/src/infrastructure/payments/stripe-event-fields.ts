import type { ProviderEvent } from './payments.port.js';

/**
 * Per kind of object the fields that are stored: ids, amounts and states. No name, address, email or card.
 * `client_reference_id` is our reference.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'checkout.session': [
    'status',
    'payment_status',
    'amount_total',
    'currency',
    'payment_intent',
    'mode',
    'client_reference_id',
  ],
  charge: ['status', 'amount', 'amount_refunded', 'currency', 'payment_intent', 'refunded', 'disputed'],
  refund: ['status', 'amount', 'currency', 'charge', 'payment_intent', 'failure_reason'],
  dispute: ['status', 'amount', 'currency', 'charge', 'payment_intent', 'reason'],
  'radar.early_fraud_warning': ['charge', 'payment_intent', 'fraud_type', 'actionable'],
  payment_intent: ['status', 'amount', 'amount_received', 'currency', 'latest_charge'],
};

/** What Stripe's ids, states and types look like. */
const WORD = /^[\w.:-]{1,255}$/;

type Json = Readonly<Record<string, unknown>>;

/**
 * Reduces one of Stripe's events, snapshot or thin, to what we store. Null if it is not an event: an id, type, time or mode
 * is missing.
 */
export function reduceEvent(event: unknown): ProviderEvent | null {
  if (!isObject(event)) return null;
  return event['object'] === 'v2.core.event' ? reduceThin(event) : reduceSnapshot(event);
}

function reduceSnapshot(event: Json): ProviderEvent | null {
  const { id, type, created, livemode, api_version, data } = event;
  const object = isObject(data) && isObject(data['object']) ? data['object'] : {};
  return checked(id, type, created, livemode, {
    apiVersion: wordOf(api_version),
    objectId: wordOf(object['id']),
    fields: fieldsOf(object),
  });
}

/** A thin event names its object and says nothing else of it. */
function reduceThin(event: Json): ProviderEvent | null {
  const { id, type, created, livemode, related_object } = event;
  const seconds = Math.floor(Date.parse(String(created)) / 1000);
  const objectId = isObject(related_object) ? wordOf(related_object['id']) : null;
  return checked(id, type, seconds, livemode, { apiVersion: null, objectId, fields: {} });
}

function checked(
  id: unknown,
  type: unknown,
  created: unknown,
  livemode: unknown,
  rest: Pick<ProviderEvent, 'apiVersion' | 'objectId' | 'fields'>,
): ProviderEvent | null {
  const stripeEventId = wordOf(id);
  const eventType = wordOf(type);
  if (stripeEventId === null || eventType === null || typeof livemode !== 'boolean') return null;
  if (typeof created !== 'number' || !Number.isSafeInteger(created)) return null;
  return { stripeEventId, eventType, created, livemode, ...rest };
}

function fieldsOf(object: Json): ProviderEvent['fields'] {
  const names = ALLOWED[String(object['object'])] ?? [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fieldOf(object[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A value that may be stored; the id of an expanded object. Undefined for anything else, such as free text. */
function fieldOf(value: unknown): string | number | boolean | null | undefined {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  return wordOf(isObject(value) ? value['id'] : value) ?? undefined;
}

function wordOf(value: unknown): string | null {
  return typeof value === 'string' && WORD.test(value) ? value : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
