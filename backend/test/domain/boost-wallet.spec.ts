import fc from 'fast-check';
import { boostOfPost, isActive, type Wallet } from '../../src/domain/boosts/boost-facts.js';
import { Boosts } from '../../src/domain/boosts/boosts.js';
import { type Command, Rejected, decide, evolveAll } from '../../src/kernel/aggregate.js';

const NOW = '2026-11-21T09:00:00.000Z';
const DAY = 86_400_000;
const after = (milliseconds: number) => new Date(Date.parse(NOW) + milliseconds).toISOString();

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const rank = { before: 7, after: 1 };
const price = { amount: 199, currency: 'usd' };
const purchase = { userId: 'ann', boostId: 'b1', boostType: 'regular', price } as const;
const dispute = { kind: 'dispute', id: 'd1' } as const;
const hidden = { kind: 'moderation', id: 'm1' } as const;

describe('a wallet', () => {
  const ids = ['b1', 'b2', 'b3'];
  const posts = ['p1', 'p2'];
  const command = fc.record({
    kind: fc.constantFrom('grant', 'apply', 'hold', 'release', 'expire', 'end', 'revoke', 'reinstate'),
    boostId: fc.constantFrom(...ids),
    postId: fc.constantFrom(...posts),
    hold: fc.constantFrom(dispute, hidden),
    pauseMs: fc.integer({ min: 0, max: 2 * DAY }),
  });

  function commandOf(act: typeof command extends fc.Arbitrary<infer Act> ? Act : never, now: string) {
    const { boostId, postId } = act;
    const target = { ...post, postId };
    const named = { userId: 'ann', boostId, now };
    const commands: Record<string, Command<object>> = {
      grant: Boosts.GrantBoost({ ...purchase, boostId, now, target: { post: target, rank } }),
      apply: Boosts.ApplyBoost({ userId: 'ann', boostId: null, post: target, rank, now }),
      hold: Boosts.HoldBoost({ ...named, hold: act.hold }),
      release: Boosts.ReleaseBoost({ ...named, hold: act.hold, post: target }),
      expire: Boosts.ExpireBoost(named),
      end: Boosts.EndBoostOfPost({ userId: 'ann', postId, now }),
      revoke: Boosts.RevokeBoost({ ...named, because: 'refunded' }),
      reinstate: Boosts.ReinstateBoost(named),
    };
    return commands[act.kind] as Command<object>;
  }

  it('never boosts a post twice, never gives time away, and loses no boost, whatever happens', () =>
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (acts) => {
        let wallet: Wallet = Boosts.initial;
        let time = 0;
        const granted = new Set<string>();
        const used = new Map<string, number>();
        for (const act of acts) {
          const before = wallet;
          const was = after(time);
          time += act.pauseMs;
          const now = after(time);
          for (const [id, { state }] of Object.entries(before.boosts)) {
            if (state.is !== 'active') continue;
            const end = Math.min(time, Date.parse(state.expiresAt) - Date.parse(NOW));
            used.set(id, (used.get(id) ?? 0) + Math.max(0, end - (Date.parse(was) - Date.parse(NOW))));
          }
          try {
            const events = decide(Boosts as never, commandOf(act, now), wallet);
            wallet = evolveAll(
              Boosts as never,
              wallet,
              events.map((event) => ({ ...event, metadata: { at: now } })),
            ) as Wallet;
          } catch (error) {
            if (!(error instanceof Rejected)) throw error;
          }
          if (act.kind === 'grant') granted.add(act.boostId);
          for (const postId of posts) {
            const active = Object.values(wallet.boosts).filter(
              (one) => isActive(one, now) && one.state.is === 'active' && one.state.postId === postId,
            );
            expect(active.length).toBeLessThanOrEqual(1);
            expect(boostOfPost(wallet, postId, now) !== null || active.length === 0).toBe(true);
          }
          expect(Object.keys(wallet.boosts).toSorted()).toEqual([...granted].toSorted());
          for (const [id, { state }] of Object.entries(wallet.boosts)) {
            if (state.is === 'ended') continue;
            const left =
              state.is === 'active'
                ? Math.max(0, Date.parse(state.expiresAt) - Date.parse(now))
                : state.remainingMs;
            expect((used.get(id) ?? 0) + left).toBe(DAY);
          }
        }
      }),
      { numRuns: 300 },
    ));
});
