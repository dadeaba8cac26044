import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Boost, CheckoutStatus } from '../src/api/generated/schema.d.ts';
import { newsOf, settledAnswer } from '../src/features/boosts/checkout-answer.ts';

const boost = { id: 'b', boostType: 'mega' } as Boost;

function checkout(status: CheckoutStatus['status'], change: Partial<CheckoutStatus> = {}): CheckoutStatus {
  return { status, kind: 'boost', price: null, boost: null, ...change };
}

/** Answers one after the other, the last one again and again, and notes the pauses between the questions. */
function server(...answers: readonly (CheckoutStatus | Error)[]) {
  const pauses: number[] = [];
  let asked = 0;
  const ask = async (): Promise<CheckoutStatus> => {
    const answer = answers[Math.min(asked++, answers.length - 1)]!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const wait = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
  return { answer: () => settledAnswer(ask, wait), pauses, asked: () => asked };
}

describe('settledAnswer', () => {
  const granted = checkout('paid', { boost });
  const donated = checkout('paid', { kind: 'donation' });

  for (const settled of [granted, donated, checkout('pending'), checkout('failed'), checkout('parked')]) {
    it(`asks once about a ${settled.kind} that is ${settled.status}`, async () => {
      const { answer, asked } = server(settled);
      assert.equal(await answer(), settled);
      assert.equal(asked(), 1);
    });
  }

  it('waits for the webhook, and then for the boost', async () => {
    const { answer, asked } = server(checkout('started'), checkout('paid'), granted);
    assert.equal(await answer(), granted);
    assert.equal(asked(), 3);
  });

  it('pauses longer each time, and gives the last answer after about ten seconds', async () => {
    const { answer, pauses } = server(checkout('started'));
    assert.equal((await answer()).status, 'started');
    assert.deepEqual(
      pauses,
      [...pauses].sort((one, other) => one - other),
    );
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    assert.ok(total >= 8000 && total <= 12_000, `${total} ms`);
  });

  it('asks again after a failure, and fails only with the last question', async () => {
    assert.equal(await server(new Error('offline'), granted).answer(), granted);
    await assert.rejects(server(new Error('offline')).answer(), /offline/);
  });
});

describe('newsOf', () => {
  it('is silent about what is paid, and has words for everything else', () => {
    assert.equal(newsOf(checkout('paid')), undefined);
    for (const status of ['unknown', 'started', 'pending', 'failed', 'expired', 'parked'] as const) {
      const news = newsOf(checkout(status));
      assert.ok(news && news.title !== '' && news.text !== '', status);
    }
  });
  it('says that nothing was charged only where that is known', () => {
    const uncharged = (['unknown', 'started', 'pending', 'failed', 'expired', 'parked'] as const).filter(
      (status) => newsOf(checkout(status))?.text.includes('not been charged'),
    );
    assert.deepEqual(uncharged, ['failed', 'expired']);
  });
});
