import {
  BadgeDollarSign,
  Ban,
  ChartColumn,
  Flag,
  Gauge,
  Images,
  Layers,
  ListChecks,
  MessagesSquare,
  Rocket,
  Scale,
  ScrollText,
  ShieldCheck,
  Users,
} from 'lucide-react';
import type { AdminUser } from '../../../api/generated/schema.d.ts';

export type AdminRole = AdminUser['role'];

const everyRole: readonly AdminRole[] = ['moderator', 'finance', 'owner'];
const moderators: readonly AdminRole[] = ['moderator', 'owner'];
const finance: readonly AdminRole[] = ['finance', 'owner'];
const owners: readonly AdminRole[] = ['owner'];

/** The pages of the back office, in the order of the sidebar, and the roles to which the server answers there. */
export const sections = [
  { to: '/rtm-sys/posts', text: 'Posts', icon: Images, roles: moderators },
  { to: '/rtm-sys/comments', text: 'Comments', icon: MessagesSquare, roles: moderators },
  { to: '/rtm-sys/reports', text: 'Reports', icon: Flag, roles: moderators },
  { to: '/rtm-sys/boosts', text: 'Boosts', icon: Rocket, roles: everyRole },
  { to: '/rtm-sys/users', text: 'Users', icon: Users, roles: everyRole },
  { to: '/rtm-sys/admins', text: 'Admins', icon: ShieldCheck, roles: owners },
  { to: '/rtm-sys/payments', text: 'Payments', icon: BadgeDollarSign, roles: finance },
  { to: '/rtm-sys/statistics', text: 'Statistics', icon: ChartColumn, roles: everyRole },
] as const;

/** The pages beside these. */
export const moreSections = [
  { to: '/rtm-sys/queue', text: 'Review Queue', icon: ListChecks, roles: moderators },
  { to: '/rtm-sys/appeals', text: 'Appeals', icon: Scale, roles: moderators },
  { to: '/rtm-sys/blocked', text: 'Block List', icon: Ban, roles: moderators },
  { to: '/rtm-sys/raters', text: 'Raters', icon: Gauge, roles: moderators },
  { to: '/rtm-sys/projections', text: 'Projections', icon: Layers, roles: owners },
  { to: '/rtm-sys/audit', text: 'Audit Trail', icon: ScrollText, roles: everyRole },
] as const;

/** The pages that an admin with this role can use; none before the role is known. */
export function openTo<Section extends { roles: readonly AdminRole[] }>(
  of: readonly Section[],
  role: AdminRole | undefined,
): Section[] {
  return of.filter(({ roles }) => role !== undefined && roles.includes(role));
}
