import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Boost } from '../src/api/generated/schema.d.ts';
import { lossesOf } from '../src/features/account/payment-losses.ts';

const boost = (state: Boost['state']) => ({ state }) as Boost;

describe('lossesOf', () => {
  it('names nothing where nothing is lost', () =>
    assert.deepEqual(
      lossesOf(0, [
        { status: 'paid', boost: boost('ended') },
        { status: 'refunded', boost: boost('revoked') },
        { status: 'failed', boost: null },
        { status: 'started', boost: null },
      ]),
      [],
    ));
  it('names unused and running boosts, open payments and disputes', () => {
    const losses = lossesOf(2, [
      { status: 'paid', boost: boost('active') },
      { status: 'disputed', boost: boost('held') },
      { status: 'pending', boost: null },
      { status: 'parked', boost: null },
    ]);
    assert.equal(losses.length, 4);
    assert.match(losses[0]!, /2 unused boosts/);
    assert.match(losses[1]!, /2 boosts that are not over/);
    assert.match(losses[2]!, /2 payments are not settled/);
    assert.match(losses[3]!, /1 payment is disputed/);
  });
});
