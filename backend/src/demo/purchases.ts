import type { MoneyScene, Publish } from './scenes.js';

const HOUR_MS = 3_600_000;
/** One of so many posts is boosted. */
const BOOSTED = 12;
/** So many of the boosts run at the end of the plan, none of them in its last hour, about which a mail would be sent. */
const RUNNING = 5;
/** How long ago a running boost was bought. */
const AGES = { regular: 9 * HOUR_MS, mega: 50 * HOUR_MS } as const;
const DONATIONS = 3;

/** Boosts of some posts, two for later, one of which is given back, a dispute and donations; every third boost is a mega boost. */
export function planPurchases(publishes: readonly Publish[], now: Date): MoneyScene[] {
  const after = (from: Date, milliseconds: number) =>
    new Date(Math.min(from.getTime() + milliseconds, now.getTime()));
  const boosts = publishes
    .filter(({ photo }) => photo % BOOSTED === 0)
    .map(({ person, photo, at }, index) => {
      const boostType = index % 3 === 0 ? ('mega' as const) : ('regular' as const);
      const wanted = index < RUNNING ? now.getTime() - AGES[boostType] : 0;
      const paidAt = new Date(Math.max(after(at, HOUR_MS).getTime(), wanted));
      return { kind: 'buy' as const, person, purchase: `boost-${photo}`, boostType, photo, at: paidAt };
    });
  const spares = publishes.slice(1, 3).map(({ person, photo, at }) => ({
    kind: 'buy' as const,
    person,
    purchase: `spare-${photo}`,
    boostType: 'regular' as const,
    photo: null,
    at: after(at, 2 * HOUR_MS),
  }));
  const donations = publishes.slice(3, 3 + DONATIONS).map(({ person, photo, at }) => ({
    kind: 'buy' as const,
    person,
    purchase: `gift-${photo}`,
    boostType: null,
    photo: null,
    at: after(at, 3 * HOUR_MS),
  }));
  const takenBack = [
    { of: spares[1], by: 'refund' as const },
    { of: boosts[RUNNING], by: 'dispute' as const },
  ].flatMap(({ of, by }) =>
    of
      ? [
          {
            kind: 'takeBack' as const,
            person: of.person,
            purchase: of.purchase,
            by,
            at: after(of.at, HOUR_MS),
          },
        ]
      : [],
  );
  return [...boosts, ...spares, ...donations, ...takenBack];
}
