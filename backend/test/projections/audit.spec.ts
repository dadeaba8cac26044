import { AFTER_LINES, lineIdOf, shortId, wholeId } from '../../src/projections/audit/audit-ids.js';
import { factsOfLine } from '../../src/projections/audit/audit-keys.js';
import { type AuditLine, audit } from '../../src/projections/audit/audit.js';
import type { AuditViewer } from '../../src/projections/audit/audit.reader.js';
import { type AdminPart, adminCount, adminPage } from '../../src/projections/admin-list.js';
import { seededRandom } from '../../src/demo/random.js';
import { type Happened, folding, recorded } from '../support/given.js';
import { useSite } from '../support/story-site.js';
import { exampleData } from '../support/example-data.js';

const ANN = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d';
const MOE = 'a3'.repeat(32);
const REQUEST = 'f1e2d3c4-b5a6-4978-8a6b-5c4d3e2f1a0b';
const OTHER = 'c0ffee00-0000-4000-8000-000000000001';
const at = (time: string) => `2026-11-21T${time}Z`;

const liked = (time: string, metadata: Happened['metadata'] = {}): Happened => ({
  type: 'Liked',
  data: { postId: OTHER, userId: ANN },
  at: at(time),
  metadata,
});

const HIDDEN = {
  postId: OTHER,
  ownerId: ANN,
  actId: REQUEST,
  adminId: MOE,
  reason: 'spam',
  note: null,
} as never;

describe('ids in the audit trail', () => {
  it.each([
    [ANN, 22],
    [MOE, 43],
    [`${ANN}-${OTHER}`, 45],
    ['pi_3QabcDEF', 12],
    ['operator', 9],
    [ANN.toUpperCase(), 37],
    [ANN.replace('-', '0'), 37],
    [ANN.replace('0', '\u0130'), 37],
    [MOE.replace(/.$/, 'g'), 65],
    [`${ANN}+${OTHER}`, 74],
    [`${ANN}-${OTHER.toUpperCase()}`, 74],
    ['', 1],
    ['=x.y', 5],
  ])('are short, and whole again: %s', (id, length) => {
    expect(shortId(id)).toHaveLength(length);
    expect(wholeId(shortId(id))).toBe(id);
  });

  it('of lines are in the order of the log', () => {
    const positions = [1, 9, 35, 36, 1296, 2 ** 40, Number.MAX_SAFE_INTEGER];
    expect(positions.map(lineIdOf).toSorted()).toEqual(positions.map(lineIdOf));
    expect(lineIdOf(Number.MAX_SAFE_INTEGER) < AFTER_LINES).toBe(true);
  });
});

describe('the view of the audit trail', () => {
  it('keeps who, when and by which request, and where the days begin', () => {
    const told = folding(
      audit,
      liked('09:59:59.000', {
        actor: { kind: 'user', id: ANN },
        requestId: REQUEST,
        $correlationId: REQUEST,
      }),
      liked('10:00:00.000', {
        actor: { kind: 'admin', id: MOE, role: 'moderator' },
        requestId: REQUEST,
        $correlationId: OTHER,
      }),
      liked('09:10:00.000', { actor: { kind: 'stripe', id: null } }),
    );
    const lines = [1, 2, 3].map((position) => told.document(lineIdOf(position)) as AuditLine);
    expect(lines.map((line) => ({ at: line.at, ...factsOfLine(line) }))).toEqual([
      {
        at: Date.parse(at('09:59:59.000')),
        eventId: '00000000-0000-4000-8000-000000000001',
        type: 'Liked',
        role: 'user',
        actorId: ANN,
        correlationId: REQUEST,
        requestId: REQUEST,
        reason: null,
        subjects: [
          { kind: 'post', id: OTHER },
          { kind: 'person', id: ANN },
        ],
      },
      expect.objectContaining({
        role: 'moderator',
        actorId: MOE,
        requestId: REQUEST,
        correlationId: OTHER,
      }),
      expect.objectContaining({
        role: 'stripe',
        actorId: null,
        correlationId: 'story',
        requestId: null,
      }),
    ]);
    expect(told.document('day/2026-11-21')).toEqual({
      first: 1,
      parts: { '09:5': 1, '09:1': 3, '10:0': 2 },
    });
    expect(told.document('clock')).toEqual({ latest: '2026-11-21', late: {} });
  });

  it('keeps where the last event of a day is that a later day came before', () => {
    const on = (day: number): Happened => ({ ...liked('00:00:00.000'), at: `2026-11-${day}T12:00:00.000Z` });
    expect(folding(audit, on(20), on(22), on(20), on(21), on(22), on(20), on(23)).document('clock')).toEqual({
      latest: '2026-11-23',
      late: { '2026-11-20': 6, '2026-11-21': 4 },
    });
  });

  it('keeps the subjects and the reason', () =>
    expect(
      factsOfLine(folding(audit, { type: 'PostHidden', data: HIDDEN }).document(lineIdOf(1)) as AuditLine),
    ).toMatchObject({
      subjects: expect.arrayContaining([
        { kind: 'post', id: OTHER },
        { kind: 'person', id: ANN },
      ]),
      reason: 'spam',
    }));
});

const OWNER: AuditViewer = { role: 'owner', hidden: new Set() };

describe('the reader of the audit trail', () => {
  const site = useSite([audit]);
  const positionsOf = async (filters: Parameters<typeof site.readers.audit.list>[0], viewer = OWNER) => {
    const list = site.readers.audit.list(filters, viewer);
    const found: number[] = [];
    for (let after: AdminPart['after'] = null; ;) {
      const { rows, next }: Awaited<ReturnType<typeof adminPage>> = await adminPage(list, {
        limit: 2,
        after,
      });
      found.push(...rows.map(({ _position }) => _position));
      if (!next) break;
      after = next;
    }
    expect(await adminCount(list)).toBe(String(found.length));
    return found;
  };

  it('lists what meets all filters, newest first, page by page', async () => {
    const byAnn = { actor: { kind: 'user', id: ANN }, requestId: REQUEST, $correlationId: REQUEST } as const;
    await site.tell(
      liked('09:00:00.000', byAnn),
      { type: 'EmailVerified', data: { accountId: ANN, emailHash: 'e' } as never, metadata: byAnn },
      liked('09:02:00.000'),
      {
        type: 'Unliked',
        data: { postId: OTHER, userId: ANN },
        metadata: { ...byAnn, requestId: null },
      },
      {
        type: 'BoostEnded',
        data: exampleData('BoostEnded') as never,
        metadata: { actor: { kind: 'system', id: 'boost-times' } },
      },
    );
    expect(await positionsOf({})).toEqual([5, 4, 3, 2, 1]);
    expect(await positionsOf({ after: 1, to: 4 })).toEqual([4, 3, 2]);
    expect(await positionsOf({ actorId: ANN })).toEqual([4, 2, 1]);
    expect(await positionsOf({ actorId: ANN, types: ['Liked'] })).toEqual([1]);
    expect(await positionsOf({ types: ['Liked', 'Unliked'], to: 3 })).toEqual([3, 1]);
    expect(await positionsOf({ requestId: REQUEST })).toEqual([2, 1]);
    expect(await positionsOf({ correlationId: REQUEST })).toEqual([4, 2, 1]);
    expect(await positionsOf({ role: 'system' })).toEqual([5]);
    expect(await positionsOf({ role: 'visitor', actorId: ANN })).toEqual([]);
    expect(await positionsOf({ tab: 'payments' })).toEqual([5]);
    expect(await positionsOf({}, { ...OWNER, role: 'moderator' })).toEqual([4, 3, 1]);
    expect(await positionsOf({ actorId: ANN }, { ...OWNER, role: 'moderator' })).toEqual([4, 1]);
    expect(await positionsOf({}, { ...OWNER, role: 'finance' })).toEqual([5]);
    expect(await positionsOf({ types: ['EmailVerified'] }, { ...OWNER, role: 'finance' })).toEqual([]);
    expect(await positionsOf({ tab: 'moderation' }, { ...OWNER, role: 'finance' })).toEqual([]);
    const second = '00000000-0000-4000-8000-000000000002';
    expect(await site.readers.audit.one(second, OWNER)).toMatchObject({ _position: 2 });
    expect(await site.readers.audit.one(second, { ...OWNER, role: 'moderator' })).toBeNull();
  });

  it('lists the steps of a refund that an owner has to confirm among the payments', async () => {
    const step = (reference?: string): Happened => ({
      type: 'ActConfirmed',
      data: { proposalId: OTHER, by: MOE, ...(reference !== undefined && { reference }) },
    });
    const finance = { ...OWNER, role: 'finance' } as const;
    await site.tell(step(), step(ANN), { type: 'BoostEnded', data: {} as never }, step(ANN), step());
    expect(await positionsOf({}, finance)).toEqual([4, 3, 2]);
    expect(await positionsOf({ tab: 'payments' }, finance)).toEqual([4, 3, 2]);
    expect(await positionsOf({ tab: 'payments' })).toEqual([4, 3, 2]);
    expect(await positionsOf({ types: ['ActConfirmed'] }, finance)).toEqual([4, 2]);
    expect(await positionsOf({ subject: { kind: 'proposal', id: OTHER } }, finance)).toEqual([4, 2]);
    expect(await positionsOf({ tab: 'payments' }, { ...OWNER, role: 'moderator' })).toEqual([]);
    const [first, second] = [1, 2].map((event) => `00000000-0000-4000-8000-00000000000${event}`);
    expect(await site.readers.audit.one(first ?? '', finance)).toBeNull();
    expect(await site.readers.audit.one(second ?? '', finance)).toMatchObject({ _position: 2 });
  });

  it('finds each of many things that an event is about, and leaves out posts under legal hold', async () => {
    const listed = Array.from({ length: 5 }, (_, index) => ({
      objectId: `ch_${index}`,
      reference: `ref-${index}`,
    }));
    const hidden = { type: 'PostHidden', data: HIDDEN } as const;
    await site.tell(
      { type: 'ReconciliationRun', data: { listed } as never },
      hidden,
      { type: 'ReconciliationRun', data: { listed: listed.toReversed() } as never },
      { ...hidden, type: 'PostShown' },
    );
    for (const { objectId, reference } of listed) {
      expect(await positionsOf({ subject: { kind: 'stripe', id: objectId } })).toEqual([3, 1]);
      expect(await positionsOf({ subject: { kind: 'payment', id: reference }, to: 2 })).toEqual([1]);
    }
    expect(await positionsOf({ subject: { kind: 'post', id: OTHER } })).toEqual([4, 2]);
    expect(await positionsOf({ subject: { kind: 'post', id: OTHER }, types: ['PostShown'] })).toEqual([4]);
    expect(await positionsOf({ reason: 'spam', subject: { kind: 'person', id: ANN } })).toEqual([4, 2]);
    const lines = await site.readers.audit.linesAbout({ kind: 'post', id: OTHER }, 9);
    expect(lines.map(({ _position }) => _position)).toEqual([2, 4]);
    expect(await positionsOf({ subject: { kind: 'post', id: OTHER }, after: 2 })).toEqual([4]);
    const moderator = { role: 'moderator', hidden: new Set([OTHER]) } as const;
    expect(await positionsOf({ subject: { kind: 'post', id: OTHER } }, moderator)).toEqual([]);
    expect(await positionsOf({}, moderator)).toEqual([]);
    expect(await positionsOf({}, { ...moderator, hidden: new Set() })).toEqual([4, 2]);
  });

  /** A story of some days, in which one clock in ten is wrong, by up to two days in either direction. */
  async function tellWithWrongClocks() {
    const random = seededRandom(28);
    let now = Date.parse('2026-11-20T22:00:00.000Z');
    const times = Array.from({ length: 300 }, () => {
      now += Math.floor(random() * 9 * 60_000);
      return now + (random() < 0.1 ? Math.floor((random() - 0.5) * 4 * 86_400_000) : 0);
    });
    const story = times.map((time) => ({ ...liked('00:00:00.000'), at: new Date(time).toISOString() }));
    await site.tell(...story);
    return { times, events: recorded(story) };
  }

  it('finds the position of a moment where clocks go backwards, as a fold of the log does', async () => {
    const { times, events } = await tellWithWrongClocks();
    const expected = (moment: number) => {
      const first = events.find(({ metadata }) => Date.parse(metadata.at) > moment);
      return first ? first.position - 1 : null;
    };
    const moments = [
      ...times,
      ...times.map((time) => time - 1),
      0,
      Math.max(...times),
      Math.max(...times) - 1,
    ];
    for (const moment of moments) {
      expect([moment, await site.readers.audit.positionAt(new Date(moment))]).toEqual([
        moment,
        expected(moment),
      ]);
    }
  });

  it('lists the lines of whole days, whatever the clocks did', async () => {
    const { events } = await tellWithWrongClocks();
    const days = [...new Set(events.map(({ metadata }) => metadata.at.slice(0, 10)))].toSorted();
    expect(days.length).toBeGreaterThan(4);
    for (const first of [undefined, ...days]) {
      for (const last of [undefined, ...days]) {
        const [from, to] = [first && `${first}T00:00:00.000Z`, last && `${last}T23:59:59.999Z`];
        const filters = await site.readers.audit.during(
          from ? new Date(from) : undefined,
          to ? new Date(to) : undefined,
        );
        const { rows } = await adminPage(site.readers.audit.list(filters, OWNER, false), {
          limit: 999,
          after: null,
        });
        const expected = events.filter(
          ({ metadata }) => (!from || metadata.at >= from) && (!to || metadata.at <= to),
        );
        expect([from, to, rows.map(({ _position }) => _position)]).toEqual([
          from,
          to,
          expected.map(({ position }) => position),
        ]);
      }
    }
  });
});
