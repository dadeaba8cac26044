import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf, trailOf } from '../src/features/back-office/entity-links/entity-pages.ts';
import { choicesOf } from '../src/features/back-office/search/choices.ts';

const payment = { kind: 'payment', id: 'one' } as const;

test('a subject leads to its page where the role may open it', () => {
  assert.deepEqual(pageOf(payment, 'finance'), { to: '/rtm-sys/payment/$id', params: { id: 'one' } });
  assert.equal(pageOf(payment, 'moderator'), undefined);
  assert.equal(pageOf({ kind: 'post', id: 'one' }, 'finance'), undefined);
  assert.equal(pageOf({ kind: 'act', id: 'one' }, 'owner'), undefined);
  assert.equal(pageOf(payment, undefined), undefined);
});

test('an id of Stripe leads to its payment, but that of a webhook to its lines', () => {
  assert.deepEqual(pageOf({ kind: 'stripe', id: 'pi_1' }, 'owner'), {
    to: '/rtm-sys/payments',
    search: { search: 'pi_1' },
  });
  assert.equal(pageOf({ kind: 'stripe', id: 'evt_1' }, 'owner'), undefined);
});

test('a report leads to the reports on its post', () => {
  const post = '01a2104c-6844-7713-af89-193c5a70bb33';
  assert.deepEqual(pageOf({ kind: 'report', id: `${post}-${post}` }, 'moderator'), {
    to: '/rtm-sys/reports',
    search: { post },
  });
});

test('what is found leads to its page and to everything about it, to the trail alone without a page', () => {
  const found = { ...payment, name: 'payment one', why: 'The id of this.' };
  const trail = trailOf(payment);
  assert.deepEqual(
    choicesOf([found], 'finance').map(({ page }) => page),
    [pageOf(payment, 'finance'), trail],
  );
  assert.deepEqual(
    choicesOf([found], 'moderator').map(({ page }) => page),
    [trail],
  );
  const many = ['1', '2', '3', '4'].map((id) => ({ ...found, id }));
  assert.equal(choicesOf(many, 'finance').length, 4);
});
