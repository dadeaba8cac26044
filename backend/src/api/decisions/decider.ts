import type { Decider } from '../../domain/moderation/decisions.js';
import type { AdminUser } from '../http/admins.js';

/** Who decides. The one place that knows which account belongs to an admin's login. */
export function deciderOf({ accountId }: AdminUser): Decider {
  return { accountId };
}
