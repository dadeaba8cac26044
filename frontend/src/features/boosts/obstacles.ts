import { useSession } from '../../api/session.ts';
import { runningSuspension } from '../../api/suspension.ts';
import { useNow } from '../../lib/use-now.ts';

/** Why the person cannot do something now, as sentences; undefined if they can. */
interface Obstacles {
  toBuy?: string;
  toApply?: string;
  toDonate?: string;
}

/** What keeps the signed-in person from boosts and donations: a suspension, or the deletion of the account. */
export function useObstacles(): Obstacles {
  const { user } = useSession();
  const now = useNow('minute');
  if (runningSuspension(user?.suspension ?? null, now)) {
    const sentence = (what: string) => `Your account is suspended, so you cannot ${what} now.`;
    return { toBuy: sentence('buy boosts'), toApply: sentence('use boosts'), toDonate: sentence('donate') };
  }
  return user?.deletionDueAt ? { toBuy: 'Your account will be deleted. Keep it to buy a boost.' } : {};
}
