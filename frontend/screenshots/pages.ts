import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { loginPathOf } from '../e2e/support/admins.ts';
import type { Person } from '../e2e/support/api.ts';

/** Whose session a page is opened with. */
export type Viewer = 'visitor' | 'member' | 'owner';

/** What the addresses of pages need to know of a site; what it does not have is missing. */
export interface Known {
  login: string;
  user?: string;
  post?: string;
  appeal?: string;
  event?: string;
  payment?: string;
  reconciliation?: string;
  projection?: string;
  rater?: string;
}

/** The first of a list of the back office; undefined if it is empty. */
export async function firstOf<Row>({ request }: Person, list: string): Promise<Row | undefined> {
  const answer = await (await request.get(`/api/rtm-sys/${list}`)).json();
  return (Array.isArray(answer) ? answer : Object.values(answer).find(Array.isArray))?.[0];
}

/** Finds something to show on each page. */
export async function know(owner: Page, post: string | undefined): Promise<Known> {
  const idIn = async (list: string) => (await firstOf<{ id: string }>(owner, list))?.id;
  return {
    login: await loginPathOf(owner),
    post: post ?? (await idIn('posts')),
    user: (await firstOf<{ ownerId: string }>(owner, 'posts'))?.ownerId,
    appeal: await idIn('appeals'),
    event: await idIn('audit'),
    payment: await idIn('payments'),
    reconciliation: await idIn('payments/reconciliation'),
    projection: (await firstOf<{ name: string }>(owner, 'projections'))?.name,
    rater: await idIn('raters'),
  };
}

interface ShownPage {
  /** The name of its picture, if it is not that of the route. */
  name?: string;
  as: Viewer;
  /** Undefined if the site has nothing to show there. */
  at: (known: Known) => string | undefined;
}

const page = (as: Viewer, address: string, name?: string): ShownPage => ({ as, at: () => address, name });
const pageOf = (as: Viewer, key: keyof Known, prefix: string, name?: string): ShownPage => ({
  as,
  at: ({ [key]: id }) => id && `${prefix}${id}`,
  name,
});

/** The pages to show of each file in `src/routes`. */
const pages: Readonly<Record<string, readonly ShownPage[]>> = {
  $: [page('visitor', '/nowhere'), pageOf('visitor', 'login', '', 'back-office-login')],
  'account.settings': [page('member', '/account/settings')],
  'account.timeline': [page('member', '/account/timeline')],
  boost: [page('visitor', '/boost'), page('member', '/boost', 'boost-signed-in')],
  'forgot-password': [page('visitor', '/forgot-password')],
  inbox: [page('member', '/inbox')],
  index: [page('visitor', '/', 'home'), page('member', '/', 'home-signed-in')],
  leaderboard: [
    page('visitor', '/leaderboard'),
    page('visitor', '/leaderboard?sort=top', 'leaderboard-top'),
    page('visitor', '/leaderboard?tab=week', 'leaderboard-week'),
    page('member', '/leaderboard', 'leaderboard-signed-in'),
  ],
  login: [page('visitor', '/login')],
  me: [page('member', '/me')],
  'my-posts': [page('member', '/my-posts')],
  'post.$id': [pageOf('visitor', 'post', '/post/'), pageOf('member', 'post', '/post/', 'post-signed-in')],
  privacypolicy: [page('visitor', '/privacypolicy')],
  'profile.settings': [page('member', '/profile/settings')],
  rate: [page('visitor', '/rate'), page('member', '/rate', 'rate-signed-in')],
  register: [page('visitor', '/register')],
  'reset-password': [page('visitor', `/reset-password?token=${'a'.repeat(86)}`)],
  'rtm-sys.account': [page('owner', '/rtm-sys/account')],
  'rtm-sys.admins': [page('owner', '/rtm-sys/admins')],
  'rtm-sys.appeal.$id': [pageOf('owner', 'appeal', '/rtm-sys/appeal/')],
  'rtm-sys.appeals': [page('owner', '/rtm-sys/appeals')],
  'rtm-sys.as-of.$kind.$id': [pageOf('owner', 'post', '/rtm-sys/as-of/post/')],
  'rtm-sys.as-of.board': [page('owner', '/rtm-sys/as-of/board')],
  'rtm-sys.audit': [page('owner', '/rtm-sys/audit')],
  'rtm-sys.audit_.$eventId': [pageOf('owner', 'event', '/rtm-sys/audit/')],
  'rtm-sys.blocked': [page('owner', '/rtm-sys/blocked')],
  'rtm-sys.boosts': [page('owner', '/rtm-sys/boosts')],
  'rtm-sys.comments': [page('owner', '/rtm-sys/comments')],
  // It leads to the first page that the role may open.
  'rtm-sys.index': [page('owner', '/rtm-sys')],
  'rtm-sys.payment.$id': [pageOf('owner', 'payment', '/rtm-sys/payment/')],
  'rtm-sys.payments': [page('owner', '/rtm-sys/payments')],
  'rtm-sys.payments_.daily-sums': [page('owner', '/rtm-sys/payments/daily-sums')],
  'rtm-sys.payments_.parked-events': [page('owner', '/rtm-sys/payments/parked-events')],
  'rtm-sys.payments_.reconciliation': [page('owner', '/rtm-sys/payments/reconciliation')],
  'rtm-sys.payments_.reconciliation_.$id': [
    pageOf('owner', 'reconciliation', '/rtm-sys/payments/reconciliation/'),
  ],
  'rtm-sys.post.$id': [pageOf('owner', 'post', '/rtm-sys/post/')],
  'rtm-sys.posts': [page('owner', '/rtm-sys/posts')],
  'rtm-sys.projection.$name': [pageOf('owner', 'projection', '/rtm-sys/projection/')],
  'rtm-sys.projections': [page('owner', '/rtm-sys/projections')],
  'rtm-sys.queue': [page('owner', '/rtm-sys/queue')],
  'rtm-sys.rater.$id': [pageOf('owner', 'rater', '/rtm-sys/rater/')],
  'rtm-sys.raters': [page('owner', '/rtm-sys/raters')],
  'rtm-sys.reports': [page('owner', '/rtm-sys/reports')],
  'rtm-sys.review': [page('owner', '/rtm-sys/review')],
  'rtm-sys.review_.sheet': [page('owner', '/rtm-sys/review/sheet')],
  'rtm-sys.statistics': [page('owner', '/rtm-sys/statistics')],
  'rtm-sys.user.$id': [pageOf('owner', 'user', '/rtm-sys/user/')],
  'rtm-sys.users': [page('owner', '/rtm-sys/users')],
  termsofservice: [page('visitor', '/termsofservice')],
  unsubscribe: [page('visitor', '/unsubscribe?token=no-good')],
  'user.$userId': [pageOf('visitor', 'user', '/user/')],
  'verify-email': [page('visitor', '/verify-email')],
};

/** What surrounds the pages of other routes. */
const layouts = new Set(['__root', 'rtm-sys']);

/** The pages of a viewer, each with the name of its picture. @throws Error for a route without a page */
export function pagesOf(viewer: Viewer) {
  const routes = readdirSync(path.join(import.meta.dirname, '../src/routes'))
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.replace(/\.tsx$/, ''));
  const missing = routes.filter((route) => !layouts.has(route) && !(route in pages));
  if (missing.length > 0) throw new Error(`Add these routes to screenshots/pages.ts: ${missing.join(', ')}`);
  return Object.entries(pages)
    .flatMap(([route, shown]) => shown.map(({ name = route, ...rest }) => ({ name, ...rest })))
    .filter(({ as }) => as === viewer);
}
