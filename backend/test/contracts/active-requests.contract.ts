import type { ActiveRequest, ActiveRequests } from '../../src/kernel/active-requests.js';

const request = (id: string, asker = 'web'): ActiveRequest => ({
  id,
  asker,
  service: 'operations',
  method: 'rebuild',
  args: ['board', { $reason: 'a.b' }],
  cause: {
    actor: { kind: 'admin', id: 'ann', role: 'owner' },
    requestId: 'r',
    correlationId: 'c',
    causationId: 'd',
  },
});

/** The contract of every ActiveRequests. @param open opens those of one site */
export function activeRequestsContract(name: string, open: () => Promise<ActiveRequests>): void {
  describe(`the requests to the active process in ${name}`, () => {
    let requests: ActiveRequests;
    beforeEach(async () => {
      requests = await open();
    });

    it('are begun once each, in their order, if their asker is one of those', async () => {
      await requests.add(request('first'));
      await requests.add(request('of another', 'gone'));
      await requests.add(request('second'));
      expect(await requests.begin('worker', ['web', 'worker'])).toEqual(request('first'));
      expect(await requests.begin('worker', ['web', 'worker'])).toEqual(request('second'));
      expect(await requests.begin('next', ['web', 'worker'])).toBeNull();
    });

    it('are answered, and stay so when they are repeated', async () => {
      expect(await requests.state('one')).toBeNull();
      await requests.add(request('one'));
      expect(await requests.state('one')).toEqual({ runner: null, answer: null });
      await requests.begin('worker', ['web']);
      expect(await requests.state('one')).toEqual({ runner: 'worker', answer: null });
      const answer = { value: { lines: ['done'], left: null } };
      await requests.answer('one', answer);
      await requests.add(request('one'));
      expect(await requests.state('one')).toEqual({ runner: 'worker', answer });
    });

    it('are withdrawn before they are begun, and not after', async () => {
      await requests.add(request('one'));
      expect(await requests.withdraw('one')).toBe(true);
      expect(await requests.withdraw('one')).toBe(false);
      await requests.add(request('two'));
      await requests.begin('worker', ['web']);
      expect(await requests.withdraw('two')).toBe(false);
    });
  });
}
