import type { AdminRole } from '../layout/sections.ts';

const owners: readonly AdminRole[] = ['owner'];
const moderators: readonly AdminRole[] = ['moderator', 'owner'];
const finance: readonly AdminRole[] = ['finance', 'owner'];

/** The parts of the statistics, and the roles to which the server gives them. */
export const parts = {
  people: { text: 'People', roles: owners },
  content: { text: 'Content', roles: moderators },
  moderation: { text: 'Moderation', roles: moderators },
  money: { text: 'Money', roles: finance },
  funnel: { text: 'Way In', roles: owners },
  retention: { text: 'Retention', roles: owners },
  times: { text: 'Moderation Times', roles: moderators },
  judges: { text: 'AI Scores', roles: moderators },
} as const;

export type Part = keyof typeof parts;

/** The parts that an admin with this role sees. */
export function partsOf(role: AdminRole | undefined): Part[] {
  return (Object.keys(parts) as Part[]).filter(
    (part) => role !== undefined && parts[part].roles.includes(role),
  );
}
