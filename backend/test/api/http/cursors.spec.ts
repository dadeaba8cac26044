import { openApiOf } from '../../../src/api/http/openapi.js';
import type { WeeklyBoard } from '../../../src/api/leaderboard/leaderboard.controller.js';
import { WeekClosing } from '../../../src/reactions/timers/week-closing.js';
import { adminBrowser } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import type { Desk } from '../../support/desk.js';
import { usePerson } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';

const AT = '2026-11-21T12:00:00.000Z';
/** As the time of an event may be written, too. */
const SHORT_AT = '2026-11-21T12:00:00Z';
const ID = '0192f0c1-2345-4678-9abc-def012345678';
const NEWEST = ['sort', '-createdAt'] as const;

/** The ids that addresses and lists of this file depend on. */
interface Made {
  readonly person: string;
  readonly post: string;
  /** Of the closed week. */
  readonly closing: string;
}

/** For each list with pages: its address, and a cursor of it as its list and its values. */
const LISTS: readonly [
  address: string,
  list: (made: Made) => readonly string[],
  values: readonly (string | number)[],
][] = [
  ['/api/posts', () => ['recent', ''], [AT, 'none', AT, ID]],
  ['/api/posts?sort=top', () => ['top', ''], [AT, 'mega', 'a rank', ID]],
  ['/api/posts?search=otter', () => ['recent', 'otter'], [AT, 'none', AT, ID]],
  ['/api/posts/{post}/comments', ({ post }) => ['comments', post], [AT, ID, 0, AT, ID]],
  ['/api/posts/{post}/history', ({ person, post }) => ['timeline', person, post], [7]],
  ['/api/users/{person}', ({ person }) => ['profile', person], [AT, ID]],
  ['/api/leaderboard/weekly', () => ['2026-W48', 'open', 'top', ''], ['a rank', ID]],
  ['/api/leaderboard/weekly?sort=recent', () => ['2026-W48', 'open', 'recent', ''], [AT, ID]],
  ['/api/leaderboard/weekly?week=2026-W47', ({ closing }) => ['2026-W47', closing, 'top', ''], [1, ID]],
  ['/api/leaderboard/weeks', () => ['weeks'], ['2026-W47', '2026-W47']],
  ['/api/user/posts', ({ person }) => ['own', person], [SHORT_AT, ID]],
  ['/api/me/inbox', ({ person }) => ['inbox', person], ['2026-W47', ID]],
  ['/api/user/timeline', ({ person }) => ['timeline', person, ''], [7]],
  ['/api/user/payments', ({ person }) => ['payments', 'all', person], [AT, ID]],
  ['/api/rtm-sys/acts', () => ['acts', ...NEWEST], [AT, ID]],
  ['/api/rtm-sys/appeals', () => ['appeals', ...NEWEST], [AT, ID]],
  ['/api/rtm-sys/audit', () => ['audit'], [ID, ID]],
  ['/api/rtm-sys/blocked-pictures', () => ['blocked-pictures', 'false'], [AT, ID]],
  ['/api/rtm-sys/boosts', () => ['boosts', ...NEWEST], [AT, ID]],
  ['/api/rtm-sys/comments', () => ['comments', ...NEWEST], [AT, ID]],
  ['/api/rtm-sys/payments', () => ['payments', 'sort', '-startedAt'], [AT, ID]],
  ['/api/rtm-sys/payments/parked-events', () => ['payments/parked-events'], [AT, ID]],
  ['/api/rtm-sys/payments/reconciliation', () => ['payments/reconciliation'], [AT, ID]],
  ['/api/rtm-sys/posts', () => ['posts', ...NEWEST], [AT, ID]],
  ['/api/rtm-sys/posts?sort=openReports', () => ['posts', 'sort', 'openReports'], [2, ID]],
  ['/api/rtm-sys/queue', () => ['queue'], [3, 1, AT, ID]],
  ['/api/rtm-sys/raters', () => ['raters', ''], [AT, ID]],
  ['/api/rtm-sys/reports', () => ['reports', ...NEWEST], [AT, ID]],
  ['/api/rtm-sys/users', () => ['users', ...NEWEST], [AT, ID]],
];

/** JSON that is no value of a cursor, and what is one of texts only. */
const NO_VALUES = ['null', 'true', '-1', '0.5', '1e999', '1e16', '{}', '[]', '{"$gt":""}', '""', '"\\ud800"'];
const TEXTS = ['"NaN"', '"Infinity"', '"1"', '"2026-11-21"', '"2026-99-99T12:00:00.000Z"'];
/** What is no cursor at all. */
const NO_CURSORS = ['', 'x', '%00', 'bnVsbA', 'e30', 'W10', 'WzFd', 'x'.repeat(501)];

describe('a list with pages', () => {
  const app = useOwnApp('closes weeks');
  const ann = usePerson(app, 'ann@example.org');
  let owner: Desk;
  let made: Made;

  beforeAll(async () => {
    await publishPost(app, ann.id, 7);
    await publishPost(app, ann.id, 8);
    app.clock.advance(7 * 86_400_000);
    await app.server.get(WeekClosing).close();
    const post = await publishPost(app, ann.id, 7);
    owner = await adminBrowser(app, 'olga', 'owner');
    made = { person: ann.id, post, closing: '' };
    // The closing is known from a cursor of its week only.
    const { headers } = await app.browser().get('/api/leaderboard/weekly?week=2026-W47&limit=1');
    const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const [, closing] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    made = { ...made, closing: closing ?? '' };
  });

  const encoded = (json: string) => Buffer.from(json).toString('base64url');
  /** The values as JSON, with the list before them. */
  const cursorOf = (list: readonly string[], values: readonly string[]) =>
    encoded(`[${[...list.map((name) => JSON.stringify(name)), ...values].join(',')}]`);
  const statusOf = async (address: string, cursor: string) => {
    const path = address.replace('{post}', made.post).replace('{person}', made.person);
    const query = `${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const browser = address.startsWith('/api/rtm-sys') ? owner : ann;
    const { status, body } = await browser.get<WeeklyBoard & { code?: string; requestId?: string }>(
      path + query,
    );
    return status === 400 && body.code === 'invalid' && body.requestId ? 'refused' : status;
  };
  /** The texts that are bad in place of this value. */
  const badFor = (value: string | number) =>
    value === ID || value === 'a rank' || value === '2026-W47'
      ? [...NO_VALUES, '7']
      : [...NO_VALUES, ...TEXTS];

  it('is in the table of this file', () => {
    const paged = Object.entries(openApiOf(app.server).paths)
      .filter(([, { get }]) =>
        get?.parameters?.some((parameter) => 'name' in parameter && parameter.name === 'cursor'),
      )
      .map(([path]) => path.replace(/\{\w+\}/, '{}'));
    const known = LISTS.map(([address]) => address.split('?')[0]?.replace(/\{\w+\}/, '{}'));
    expect([...new Set(known)].toSorted()).toEqual(paged.toSorted());
  });

  it.each(LISTS)('%s takes cursors of its own alone', async (address, list, values) => {
    const own = list(made);
    const texts = values.map((value) => JSON.stringify(value));
    const good = cursorOf(own, texts);
    expect(await statusOf(address, good)).toBe(200);
    const changed = values.flatMap((value, index) =>
      badFor(value).map((bad) => cursorOf(own, texts.with(index, bad))),
    );
    const others = LISTS.filter(([other]) => other !== address).map(([, another, theirs]) =>
      cursorOf(
        another(made),
        theirs.map((value) => JSON.stringify(value)),
      ),
    );
    const renamed = own.map((_, index) => cursorOf(own.with(index, 'another'), texts));
    const cut = [good.slice(0, -2), cursorOf(own, texts.slice(1)), cursorOf(own, [...texts, '"more"'])];
    const bad = [...NO_CURSORS, ...cut, ...renamed, ...others, ...changed];
    const accepted: [string, unknown][] = [];
    for (const cursor of bad) {
      const status = await statusOf(address, cursor);
      if (status !== 'refused') {
        accepted.push([Buffer.from(cursor, 'base64url').toString(), status]);
      }
    }
    expect(accepted).toEqual([]);
  });
});
