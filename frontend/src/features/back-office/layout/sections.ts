import {
  BadgeDollarSign,
  Ban,
  ChartColumn,
  Flag,
  Gauge,
  Images,
  ListChecks,
  MessagesSquare,
  Rocket,
  Scale,
  ScrollText,
  ShieldCheck,
  Users,
} from 'lucide-react';

/** The pages of the back office, in the order of the sidebar. */
export const sections = [
  { to: '/rtm-sys/posts', text: 'Posts', icon: Images },
  { to: '/rtm-sys/comments', text: 'Comments', icon: MessagesSquare },
  { to: '/rtm-sys/reports', text: 'Reports', icon: Flag },
  { to: '/rtm-sys/boosts', text: 'Boosts', icon: Rocket },
  { to: '/rtm-sys/users', text: 'Users', icon: Users },
  { to: '/rtm-sys/admins', text: 'Admins', icon: ShieldCheck },
  { to: '/rtm-sys/payments', text: 'Payments', icon: BadgeDollarSign },
  { to: '/rtm-sys/statistics', text: 'Statistics', icon: ChartColumn },
] as const;

/** The pages beside these. */
export const moreSections = [
  { to: '/rtm-sys/queue', text: 'Review Queue', icon: ListChecks },
  { to: '/rtm-sys/appeals', text: 'Appeals', icon: Scale },
  { to: '/rtm-sys/blocked', text: 'Block List', icon: Ban },
  { to: '/rtm-sys/raters', text: 'Raters', icon: Gauge },
  { to: '/rtm-sys/audit', text: 'Audit Trail', icon: ScrollText },
] as const;
