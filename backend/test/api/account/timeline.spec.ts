import { OwnTimeline, type TimelineLine } from '../../../src/api/account/timeline.controller.js';
import { PersonalTimeline } from '../../../src/api/account/personal-timeline.service.js';
import { catalogue } from '../../../src/domain/events.js';
import { type TrailKind, subjectsOf } from '../../../src/domain/trail/trail.js';
import type { EventSpec, Recorded } from '../../../src/kernel/event.js';
import { History } from '../../../src/kernel/history.js';
import { States } from '../../../src/kernel/states.js';
import { timelines, TimelinesReader } from '../../../src/projections/timelines.js';
import { useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { randomHistory } from '../../support/history.js';
import { made, stub } from '../../support/made.js';
import { usePerson } from '../../support/people.js';
import { newPhoto } from '../../support/photos.js';
import { published } from '../../support/publications.js';
import { settled } from '../../support/settled.js';
import type { Visitor } from '../../support/visitor.js';

const TIMELINE = '/api/user/timeline';
const textOf = ({ parts }: Pick<TimelineLine, 'parts'>) => parts.map(({ text }) => text).join('');

describe('the timeline of a person', () => {
  const app = useApp();
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const olga = useAdmin(app, unique('olga'), 'owner');
  const linesOf = async (browser: Visitor, path = TIMELINE) => {
    const { status, body, headers } = await browser.get<TimelineLine[]>(path);
    expect(status).toBe(200);
    const next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    return { lines: body, next };
  };

  it('says in pages what the log knows, newest first, and when an unpublished photo is deleted', async () => {
    const hers = await published(ann);
    const his = await published(bob);
    await ann.rate(his, 8);
    await bob.report(hers, { reason: 'Bobs complaint', category: 'spam' });
    await ann.report(his, { reason: 'Not feet', category: 'not-feet' });
    await olga.hide(hers, { reason: 'quality', note: 'Too dark.' });
    await ann.post('/api/auth/forgot-password', { email: ann.email });
    await app.browser().post('/api/auth/forgot-password', { email: ann.email });
    await ann.uploadPhoto(await newPhoto());
    await settled(app);

    const { lines, next } = await linesOf(ann);
    expect(next).toBeUndefined();
    const score = /AI score (\S+) \(/.exec(textOf(lines[0] ?? { parts: [] }))?.[1];
    expect(lines.map(textOf)).toEqual([
      `You uploaded a photo and got the AI score ${score} (model: demo, photo check: pass).`,
      'Someone asked for a link to set a new password, valid until 2026-11-21T13:00:00.000Z.',
      'You asked for a link to set a new password, valid until 2026-11-21T13:00:00.000Z.',
      'An admin hid a post from all but its owner (Shows too little to be recognized).',
      'You filed a report about a post (Shows something other than feet).',
      'You rated a post 8 out of 10.',
      expect.stringMatching(/^You published a post in week 47 of 2026 \(AI score \S+\), visible to all\.$/),
      'You published the picture of a post for the first time.',
      'You kept a photo and its rating to post them.',
      expect.stringMatching(/^You uploaded a photo and got the AI score /),
      'You followed the mailed link and so verified the email address.',
      'You asked for a link that verifies the email address, valid until 2026-11-22T12:00:00.000Z.',
      'You registered an account with an email address that waited to be verified.',
    ]);
    expect(lines.map(({ deletedAt }) => deletedAt)).toEqual([
      '2026-11-22T12:00:00.000Z',
      ...lines.slice(1).map(() => null),
    ]);
    expect(lines[5]?.parts.find(({ kind }) => kind === 'post')).toMatchObject({ id: his });
    expect(lines[1]?.parts.find(({ format }) => format === 'time')?.text).toBe('2026-11-21T13:00:00.000Z');

    const history = await linesOf(ann, `/api/posts/${hers}/history`);
    expect([history.lines.map(textOf), history.next]).toEqual([
      [
        'An admin hid a post from all but its owner (Shows too little to be recognized).',
        expect.stringMatching(/^You published a post in week 47 of 2026 /),
        'You published the picture of a post for the first time.',
        'You kept a photo and its rating to post them.',
        expect.stringMatching(/^You uploaded a photo and got the AI score /),
      ],
      undefined,
    ]);
    expect(history.lines.every(({ id }) => lines.some((line) => line.id === id))).toBe(true);
    for (const [reader, status] of [
      [bob, 404],
      [app.browser(), 401],
    ] as const) {
      expect((await reader.get(`/api/posts/${hers}/history`)).status).toBe(status);
    }
    expect((await ann.get(`/api/posts/${his}/history`)).status).toBe(404);

    for (let turn = 0; turn < 20; turn += 1) {
      await ann.like(his);
      await ann.delete(`/api/posts/${his}/like`);
    }
    const first = await linesOf(ann);
    const last = await linesOf(ann, first.next);
    expect([first.lines.length, last.lines.length, last.next]).toEqual([50, 3, undefined]);
    expect(textOf(last.lines.at(-1) ?? { parts: [] })).toMatch(/^You registered/);
    expect(new Set([...first.lines, ...last.lines].map(({ id }) => id)).size).toBe(53);
    expect((await bob.get(String(first.next))).status).toBe(400);
  });
});

describe('the timeline of a person who has the events of everybody in their streams', () => {
  const told = [...randomHistory(11, 4000)]
    .flatMap(({ stream, events: recorded }) => recorded.map((event) => ({ stream, ...event })))
    .map((event, position) => ({ ...event, position, revision: 0 }) as unknown as Recorded);
  const folds = timelines.on as Readonly<Record<string, { ids: (event: Recorded) => readonly string[] }>>;
  const streams = new Set(
    told
      .filter((event) => event.type === 'AccountRegistered' || folds[event.type]?.ids(event).length)
      .map(({ stream }) => stream),
  );
  const events = told.filter(({ stream }) => streams.has(stream));
  const isPerson = ({ kind }: { kind: TrailKind }) => kind === 'person' || kind === 'admin';
  const people = [
    ...new Set(
      events.flatMap((event) =>
        subjectsOf(event)
          .filter(isPerson)
          .map(({ id }) => id),
      ),
    ),
  ];
  const me = events.find(({ type }) => type === 'CommentPosted')?.data as { authorId: string };
  const timeline = new OwnTimeline(
    made(
      PersonalTimeline,
      stub(TimelinesReader, { streamsOf: () => Promise.resolve(['everything']) }),
      stub(History, {
        readable: (stream) =>
          Promise.resolve({ events: stream === 'everything' ? events : [], undecodable: [] }),
      }),
      stub(States, { of: () => Promise.resolve({ legalHold: null } as never) }),
    ),
  );
  let lines: readonly TimelineLine[];
  beforeAll(async () => {
    ({ lines } = await timeline.of(me.authorId, Infinity, events.length));
  });

  it('has no other person, no admin, no hash and no id without a page', () => {
    const text = JSON.stringify(lines);
    expect(people.length).toBeGreaterThan(50);
    expect(people.filter((id) => id !== me.authorId && text.includes(id))).toEqual([]);
    expect(text.includes(me.authorId)).toBe(false);
    expect(/[0-9a-f]{64}/.exec(text)).toBeNull();
    const atStripe = events.flatMap(subjectsOf).filter(({ kind }) => kind === 'stripe');
    expect(atStripe.length).toBeGreaterThan(50);
    expect(atStripe.filter(({ id }) => text.includes(id))).toEqual([]);
    const kinds = new Set(
      lines.flatMap(({ parts }) => parts.filter(({ id }) => id !== null).map(({ kind }) => kind)),
    );
    expect([...kinds].toSorted()).toEqual(['post', 'week']);
  });

  it('has nothing that admins do among themselves: no reporter, note, escalation or legal hold', () => {
    const types = new Set(lines.map(({ type }) => type));
    const hidden = [
      'AccountNoted',
      'ReportAssigned',
      'ReportNoted',
      'ReportCategorised',
      'PostEscalated',
      'LegalHoldLifted',
    ];
    expect(hidden.filter((type) => types.has(type))).toEqual([]);
    expect(hidden.filter((type) => !events.some((event) => event.type === type))).toEqual([]);
    expect(types.size).toBeGreaterThan(60);
    expect(lines.map(textOf).filter((text) => /legal hold|escalat|for other admins/i.test(text))).toEqual([]);
  });

  it('has no personal field and no free text', () => {
    const text = lines.map(textOf).join('\n');
    const specs: Readonly<Record<string, EventSpec | undefined>> = catalogue;
    const written = events.flatMap(({ type, data }) =>
      [...(specs[type]?.personal?.fields ?? []), 'note', 'because', 'text', 'problem', 'url']
        .map((field) => Object(data)[field] as unknown)
        .filter(
          (value): value is string =>
            typeof value === 'string' && value.includes(' ') && !value.includes('deleted'),
        ),
    );
    expect(written.length).toBeGreaterThan(50);
    expect([...new Set(written)].filter((value) => text.includes(value))).toEqual([]);
  });

  it('reads as whole sentences', () => {
    const odd = lines
      .map(textOf)
      .filter(
        (text) =>
          !/^(You|Someone|An admin|The site|The payment provider) .*[^ ]\.$/.test(text) ||
          /…|undefined|null|\[object/.test(text),
      );
    expect([...new Set(odd)]).toEqual([]);
  });
});
