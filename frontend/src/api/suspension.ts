import type { UserSuspension } from './generated/schema.d.ts';

/** The suspension at `now` (ms since 1970): none once it has ended, even if the session was read before. */
export function runningSuspension(suspension: UserSuspension | null, now: number): UserSuspension | null {
  const endsAt = suspension?.endsAt ?? null;
  return endsAt !== null && Date.parse(endsAt) <= now ? null : suspension;
}
