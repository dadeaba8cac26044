import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../src/api/api-error.ts';
import type { ReviewItem } from '../src/api/generated/schema.d.ts';
import { ReviewMachine } from '../src/features/back-office/review/review-machine.ts';
import type { Claim, ReviewCalls } from '../src/features/back-office/review/review-calls.ts';

const UNTIL = 600_000;
const claimOf = (id: string): Claim => {
  const reports = id === 'b' ? [{ id: 'b-ann' }, { id: 'b-bob' }] : [];
  return { item: { id, reports } as unknown as ReviewItem, until: UNTIL };
};
const refused = (status: number, message: string): ApiError =>
  new ApiError(status, '', JSON.stringify({ message }));

/** A machine at a queue of these posts, and the calls that it makes. */
function machineAt(queue: string[], other: Partial<ReviewCalls> = {}) {
  const made: string[] = [];
  const told: string[] = [];
  const errors: unknown[] = [];
  let now = 0;
  const calls: ReviewCalls = {
    claimNext: async (passed) => {
      made.push(['next', ...passed].join(' '));
      const id = queue.find((one) => !passed.includes(one));
      return id === undefined ? null : claimOf(id);
    },
    claim: async (id) => {
      made.push(`claim ${id}`);
      return claimOf(id);
    },
    decide: async (id, { decision, reason, shown, reports = [] }) => {
      made.push([decision, id, reason, shown && 'shown', ...reports].filter(Boolean).join(' '));
      queue.splice(queue.indexOf(id), 1);
      return id === 'b' ? 1 : 0;
    },
    escalate: async (id, { reason }) => {
      made.push(`escalate ${id} ${reason}`);
      queue.splice(queue.indexOf(id), 1);
    },
    undo: async (id) => {
      made.push(`undo ${id}`);
    },
    release: async (id) => {
      made.push(`release ${id}`);
    },
    releaseAll: async () => {
      made.push('release all');
    },
    ...other,
  };
  const machine = new ReviewMachine({
    calls,
    onDone: (what, _, newer) => told.push(newer ? `${what}, ${newer} newer` : what),
    onError: (error) => errors.push(error),
    now: () => now,
  });
  const shown = (): string => {
    const { phase } = machine.store.read();
    if (phase.kind === 'reviewing') return phase.claim.item.id;
    return 'why' in phase ? `${phase.kind}: ${phase.why}` : phase.kind;
  };
  const open = async (first?: string): Promise<void> => {
    machine.open(first);
    await settled();
  };
  return { machine, made, told, errors, shown, open, pass: (time: number) => (now = time) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the state machine of a review', () => {
  it('claims the next post, or a certain one, and gives it back when it is left', async () => {
    const first = machineAt(['a', 'b']);
    await first.open();
    assert.equal(first.shown(), 'a');
    first.machine.leave();
    assert.deepEqual(first.made, ['next', 'release a']);
    const second = machineAt(['a', 'b']);
    await second.open('b');
    second.machine.close();
    assert.deepEqual(second.made, ['claim b', 'release b']);
  });

  it('escalates and goes on; nothing can be undone then, because only owners lift a legal hold', async () => {
    const { machine, made, told, shown, open } = machineAt(['a', 'b', 'c']);
    await open();
    await machine.decide('approve');
    await machine.escalate({ reason: 'minor', note: '' });
    assert.equal(shown(), 'c');
    await machine.undo();
    assert.deepEqual(made, ['next', 'approve a', 'next', 'escalate b minor', 'next']);
    assert.deepEqual(told, ['approve', 'escalate']);
    assert.deepEqual(machine.store.read().decided, []);
  });

  it('decides what was shown with its reports, and goes on until nothing is left', async () => {
    const { machine, made, told, shown, open } = machineAt(['a', 'b']);
    await open();
    await machine.decide('approve', { shown: true });
    assert.equal(shown(), 'b');
    await machine.decide('hide', { given: { reason: 'spam', note: '' } });
    assert.equal(shown(), 'empty');
    assert.deepEqual(made, ['next', 'approve a shown', 'next', 'hide b spam b-ann b-bob', 'next']);
    assert.deepEqual(told, ['approve', 'hide, 1 newer']);
    assert.equal(machine.store.read().settled, 2);
  });

  it('drops a second press while the first is on its way', async () => {
    const { machine, made, open } = machineAt(['a', 'b']);
    await open();
    await Promise.all([machine.decide('approve'), machine.decide('approve'), machine.next()]);
    assert.deepEqual(made, ['next', 'approve a', 'next']);
  });

  it('passes over posts until it starts over', async () => {
    const { machine, made, shown, open } = machineAt(['a', 'b']);
    await open();
    await machine.next();
    assert.equal(shown(), 'b');
    await machine.next();
    assert.equal(shown(), 'empty');
    await machine.startOver();
    assert.equal(shown(), 'a');
    assert.deepEqual(made, ['next', 'release a', 'next a', 'release b', 'next a b', 'next']);
  });

  it('undoes the latest decision, gives the current post back, and claims the decided one', async () => {
    const { machine, made, told, shown, open } = machineAt(['a', 'b']);
    await machine.undo();
    await open();
    await machine.decide('approve');
    await machine.undo();
    assert.equal(shown(), 'a');
    assert.deepEqual(made.slice(3), ['undo a', 'release b', 'claim a']);
    assert.deepEqual(told, ['approve', 'undo']);
    assert.equal(machine.store.read().settled, 0);
    await machine.undo();
    assert.equal(made.length, 6);
  });

  it('forgets a decision that another admin has overtaken, and keeps the current post', async () => {
    const error = refused(409, 'Another admin has decided about this post since then.');
    const { machine, errors, shown, open } = machineAt(['a', 'b'], { undo: () => Promise.reject(error) });
    await open();
    await machine.decide('approve');
    await machine.undo();
    assert.equal(shown(), 'b');
    assert.match(machine.store.read().problem ?? '', /could not be undone\. Another admin has decided/);
    assert.deepEqual(machine.store.read().decided, []);
    assert.deepEqual(errors, [error]);
  });

  it('decides nothing once the claim has ended, and can claim the post again', async () => {
    const { machine, made, shown, open, pass } = machineAt(['a']);
    await open();
    pass(UNTIL);
    await machine.decide('approve');
    assert.match(shown(), /^ended: Your 10 minutes are over/);
    assert.deepEqual(made, ['next']);
    await machine.claim('a');
    assert.equal(shown(), 'a');
    machine.expire();
    assert.match(shown(), /^ended: Your 10 minutes are over/);
  });

  it('keeps a post for longer', async () => {
    const { machine, made, shown, open } = machineAt(['a']);
    await open();
    await machine.keep();
    assert.deepEqual(made, ['next', 'claim a']);
    assert.equal(shown(), 'a');
  });

  it('says why a post is lost, and keeps it after errors that may pass', async () => {
    const answers = [new TypeError('Failed to fetch'), refused(409, 'This post was decided already by moe.')];
    const { machine, made, told, shown, open } = machineAt(['a'], {
      decide: () => Promise.reject(answers.shift()),
    });
    await open();
    await machine.decide('approve');
    assert.equal(shown(), 'a');
    assert.equal(machine.store.read().problem, 'That did not work. Please try again.');
    await machine.decide('approve');
    assert.equal(shown(), 'ended: This post was decided already by moe.');
    assert.equal(machine.store.read().problem, undefined);
    assert.deepEqual(made, ['next', 'release a']);
    assert.deepEqual(told, []);
  });

  it('says that no post could be claimed, and tries again', async () => {
    const answers = [new TypeError('Failed to fetch')];
    const { machine, shown, open } = machineAt([], {
      claimNext: () => (answers.length > 0 ? Promise.reject(answers.shift()) : Promise.resolve(null)),
    });
    await open();
    assert.equal(shown(), 'failed: Please try again.');
    await machine.next();
    assert.equal(shown(), 'empty');
  });

  it('gives back a post whose claim is answered after the page was left', async () => {
    const { machine, made } = machineAt(['a']);
    machine.open(undefined);
    machine.leave();
    await settled();
    assert.deepEqual(made, ['next', 'release a']);
  });

  it('gives everything back when the page is closed before the claim is answered', async () => {
    const { machine, made } = machineAt([], { claimNext: () => new Promise(() => undefined) });
    machine.open(undefined);
    machine.close();
    await settled();
    assert.deepEqual(made, ['release all']);
  });

  it('lets a decision finish when the page is left meanwhile', async () => {
    const { machine, made, told, open } = machineAt(['a', 'b']);
    await open();
    void machine.decide('approve');
    machine.leave();
    await settled();
    assert.deepEqual(made, ['next', 'approve a', 'release a']);
    assert.deepEqual(told, []);
  });
});
