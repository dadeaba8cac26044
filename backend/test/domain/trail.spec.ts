import type { Recorded, TrailAbout, TrailEntry } from '../../src/kernel/event.js';
import { kernelEvents } from '../../src/kernel/kernel-events.js';
import { catalogue, type DomainEvents } from '../../src/domain/events.js';
import { REASON_CODES } from '../../src/domain/moderation/reasons.js';
import {
  TRAIL_FORMATS,
  TRAIL_KINDS,
  type TrailParameter,
  piecesOf,
  reasonOf,
  sentenceOf,
  subjectsOf,
  valuesAt,
} from '../../src/domain/trail/trail.js';
import { valueText } from '../../src/domain/trail/value-text.js';
import { randomHistory } from '../support/history.js';
import { photoRated, postPublished } from '../support/made-up.js';

type Said = Pick<Recorded, 'type' | 'data'>;

const specs: Readonly<Record<string, { personal?: { fields: readonly string[] }; trail: TrailEntry }>> = {
  ...kernelEvents,
  ...catalogue,
};
const types = Object.entries(specs).map(([type, { personal, trail }]) => ({
  type,
  sealed: personal?.fields ?? [],
  ...trail,
  parameters: piecesOf(trail.says).filter((piece): piece is TrailParameter => typeof piece !== 'string'),
}));

/** An event of the log, as far as its sentence needs it. */
function said<Type extends keyof DomainEvents>(type: Type, data: Partial<DomainEvents[Type]>): Said {
  return { type, data };
}

/** What a random history does not have, or not in each form. */
const rare: readonly Said[] = [
  { type: 'LogCreated', data: { log: 'a-log', format: 1 } },
  { type: 'LogClaimed', data: { owner: 'a-folder', place: 'a place' } },
  { type: 'ProgramUpgraded', data: { program: '0.2.0', versions: { PostPublished: 2 } } },
  { type: 'ReactionStarted', data: { name: 'mails', after: 7 } },
  { type: 'LogRestored', data: { takenAt: '2026-11-21T12:00:00.000Z', head: 7, erasures: true } },
  said('AdminErased', { adminId: 'an-admin' }),
  said('OperationRequested', { operation: 'rebuildView', target: 'weekly', reason: 'A fault.' }),
  said('OperationRequested', { operation: 'reopenWeek', target: '2026-W47', reason: 'A fault.' }),
  said('AchievementReached', {
    postId: 'a-post',
    ownerId: 'ann',
    achievement: { kind: 'weeklyRank', rank: 2, week: '2026-W47' },
  }),
  said('ActProposed', {
    act: 'refundPayment',
    subjectId: 'an-admin',
    refund: { reference: 'a-payment', amount: { amount: 100, currency: 'usd' }, userId: 'ann', begun: 0 },
  }),
  said('ActRescheduled', { proposalId: 'a-proposal', reference: 'a-payment' }),
  said('ActConfirmed', { proposalId: 'a-proposal', reference: 'a-payment' }),
  said('ActWithdrawn', { proposalId: 'a-proposal', reference: 'a-payment' }),
  said('ActLapsed', { proposalId: 'a-proposal', reference: 'a-payment' }),
  said('ActCarriedOut', { proposalId: 'a-proposal', reference: 'a-payment' }),
  said('ActFailed', { proposalId: 'a-proposal', reference: 'a-payment' }),
  said('ReviewDecided', {
    subject: 'post',
    subjectId: 'a-post',
    postId: 'a-post',
    reports: [{ reporterId: 'bob', actId: 'an-act' }],
  }),
  said('CommentHidden', { parent: { commentId: 'another', authorId: 'bob' } }),
  said('CommentActUndone', { parent: { commentId: 'another', authorId: 'bob' } }),
  said('StripeEventReceived', { fields: { payment_intent: 'pi_1', charge: 'ch_1' } }),
  said('ReconciliationRun', {
    listed: [
      {
        object: 'charge',
        objectId: 'ch_1',
        reference: 'a-payment',
        provider: null,
        log: null,
        createdAt: null,
        kind: 'not in the log',
        repair: null,
      },
    ],
  }),
  said('StripeDifferenceSettled', {
    objectId: 'ch_1',
    reference: 'a-payment',
    kind: 'not in the log',
    ownerId: 'ann',
    actId: 'an-act',
  }),
  said('PostActUndone', {
    cause: { actId: 'an-act', kind: 'hidden', reason: 'spam', at: '2026-11-21T09:00:00.000Z' },
  }),
  photoRated('a-photo', { uploader: 'account:ann' }),
  postPublished('a-post'),
];

const samples = new Map<string, Said[]>();
for (const event of [...[...randomHistory(7, 12_000)].flatMap(({ events }) => events), ...rare]) {
  samples.set(event.type, [...(samples.get(event.type) ?? []), event]);
}

function kindsIn(stands: TrailAbout): readonly string[] {
  if (typeof stands === 'string') return [stands];
  return 'by' in stands ? Object.values(stands.kinds) : stands;
}

/** The sentence as plain text, each subject as its kind. */
function textOf(event: Said): string {
  return sentenceOf(event)
    .map((part) => {
      if ('text' in part) return part.text;
      if ('actor' in part) return 'You';
      return 'subject' in part ? `the ${part.subject.kind}` : JSON.stringify(part.value);
    })
    .join('');
}

describe('the sentences of the audit trail', () => {
  it('have values for all their parameters, in events of each type', () => {
    const missing = types.flatMap(({ type, parameters, about = {}, reason }) =>
      [
        ...parameters.map(({ path }) => path),
        ...Object.keys(about),
        ...(reason === undefined ? [] : [reason]),
      ]
        .filter((path) => path !== 'actor')
        .filter(
          (path) =>
            !samples.get(type)?.some(({ data }) => valuesAt(data, path).some((one) => one !== undefined)),
        )
        .map((path) => `${type}.${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('know every kind and format, and how null reads', () => {
    const unknown = types.flatMap(({ type, parameters, about = {} }) => [
      ...Object.values(about)
        .flatMap((stands) => kindsIn(stands ?? []))
        .filter((kind) => !TRAIL_KINDS.includes(kind as never))
        .map((kind) => `${type}: ${kind}`),
      ...parameters
        .filter(({ format }) => format !== null && !TRAIL_FORMATS.includes(format))
        .map(({ format }) => `${type}: ${format}`),
    ]);
    const wordless = [...samples].flatMap(([type, events]) =>
      events
        .filter((event) => sentenceOf(event).some((part) => 'value' in part && part.value === null))
        .filter((event) => !rare.includes(event))
        .map(() => type),
    );
    expect(unknown).toEqual([]);
    expect([...new Set(wordless)]).toEqual([]);
  });

  it('start with who, end with a full stop and have no pieces left over', () => {
    const odd = types.filter(
      ({ says }) =>
        !/^\{actor\} [a-z{].*\.$/.test(says) ||
        piecesOf(says).some((piece) => /[{}]/.test(String(piece)) && typeof piece === 'string') ||
        / {2}|\{actor\}.*\{actor\}/.test(says),
    );
    expect(odd.map(({ type }) => type)).toEqual([]);
    for (const event of [...samples.values()].flat())
      expect(textOf(event)).not.toMatch(/ {2}| [.,;:)]|undefined/);
  });

  it('read well with "you": no verb of the third person follows a person', () => {
    const thirdPerson = /^ (?:was|is|has|were|does|will be|[a-z]+s)\b/;
    const wrong = types.filter(({ says, about = {} }) => {
      const pieces = piecesOf(says);
      return pieces.some((piece, index) => {
        const next = pieces[index + 1];
        if (typeof piece === 'string' || typeof next !== 'string') return false;
        const isPerson =
          piece.path === 'actor' ||
          kindsIn(about[piece.path] ?? []).some((kind) => kind === 'person' || kind === 'admin');
        return isPerson && piece.no === null && thirdPerson.test(next);
      });
    });
    expect(wrong.map(({ says }) => says)).toEqual([]);
  });

  it('say more than the name of the type', () => {
    const fillers = 'a an the of to in on at for from by and it its their this with so that as'.split(' ');
    const repeating = types.filter(({ type, says, parameters }) => {
      const ofType = type
        .replaceAll(/([A-Z])/g, ' $1')
        .toLowerCase()
        .trim()
        .split(' ');
      const words =
        says
          .replaceAll(/\{[^}]*\}/g, ' ')
          .toLowerCase()
          .match(/[a-z]+/g) ?? [];
      const more = words.filter((word) => !fillers.includes(word) && !ofType.includes(word));
      return more.length === 0 && parameters.length < 2;
    });
    expect(repeating.map(({ type }) => type)).toEqual([]);
  });

  it('contain no personal field and no free text', () => {
    const free = new Set([
      'note',
      'because',
      'problem',
      'text',
      'comment',
      'bio',
      'url',
      'email',
      'username',
      'name',
      'device',
      'socialLinks',
      'displayUsername',
    ]);
    // Codes, although other events have free text in a field of this name.
    const codes = new Set([
      'PostDeleted.because',
      'CommentDeleted.because',
      'PaymentFailed.because',
      'BoostEnded.because',
      'BoostRevoked.because',
      'ReactionStarted.name',
      'DisputeObserved.reason',
    ]);
    const leaks = types.flatMap(({ type, sealed, parameters, reason, about = {} }) =>
      [
        ...parameters.map(({ path }) => path),
        ...Object.keys(about),
        ...(reason === undefined ? [] : [reason]),
      ]
        .filter((path) => {
          const fields = path.split(/[.+]/);
          if (sealed.some((field) => fields.includes(field))) return true;
          if (codes.has(`${type}.${path}`)) return false;
          return fields.some((field) => free.has(field) || (field === 'reason' && path !== reason));
        })
        .map((path) => `${type}.${path}`),
    );
    expect(leaks).toEqual([]);
  });

  it('are about something, except what concerns the whole site', () => {
    const aboutNothing = types.filter(({ about }) => !about).map(({ type }) => type);
    expect(aboutNothing).toEqual([
      'LogCreated',
      'LogClaimed',
      'ProgramUpgraded',
      'ReactionStarted',
      'LogRestored',
    ]);
    const lost = [...samples].filter(([, events]) => events.every((event) => subjectsOf(event).length === 0));
    expect(lost.map(([type]) => type).toSorted()).toEqual(aboutNothing.toSorted());
  });

  it('give reasons by their codes', () => {
    const reasons = [...samples.values()].flat().flatMap((event) => reasonOf(event) ?? []);
    expect([...new Set(reasons)].filter((code) => !REASON_CODES.includes(code as never))).toEqual([]);
    expect(new Set(reasons)).toContain('spam');
  });
});

describe('what an event is about', () => {
  it.each<[string, Said, unknown]>([
    [
      'each subject once',
      said('Rated', { postId: 'p', ownerId: 'ann', userId: 'ann' }),
      [post('p'), person('ann')],
    ],
    [
      'a report by the id of its two fields',
      said('ReportNoted', {
        subject: 'post',
        subjectId: 'p',
        postId: 'p',
        ownerId: 'ann',
        reporterId: 'bob',
        noteId: 'n',
      }),
      [{ kind: 'report', id: 'p-bob' }, post('p'), person('ann'), person('bob')],
    ],
    [
      'each item of a list',
      said('ReviewDecided', {
        subject: 'post',
        subjectId: 'p',
        postId: 'p',
        reports: [
          { reporterId: 'bob', actId: 'a' },
          { reporterId: 'eve', actId: 'b' },
        ],
      }),
      [
        post('p'),
        { kind: 'act', id: 'a' },
        { kind: 'act', id: 'b' },
        { kind: 'report', id: 'p-bob' },
        { kind: 'report', id: 'p-eve' },
        person('bob'),
        person('eve'),
      ],
    ],
    [
      'the account that uploaded',
      said('PhotoRefused', { photoId: 'f', uploader: 'account:ann' }),
      [{ kind: 'photo', id: 'f' }, person('ann')],
    ],
    [
      'no uploader without an account',
      said('PhotoRefused', { photoId: 'f', uploader: 'address:1' }),
      [{ kind: 'photo', id: 'f' }],
    ],
    [
      'what another field decides',
      said('EmailDisclosed', { holder: 'admin', subjectId: 'x', actId: 'a' }),
      [
        { kind: 'admin', id: 'x' },
        { kind: 'act', id: 'a' },
      ],
    ],
    [
      'an act that suspended',
      said('AccountRestored', { accountId: 'ann', suspensionId: 'a' }),
      [person('ann'), { kind: 'act', id: 'a' }],
    ],
    [
      'a dispute that suspended',
      said('AccountRestored', { accountId: 'ann', suspensionId: 'du_1' }),
      [person('ann'), { kind: 'stripe', id: 'du_1' }],
    ],
    [
      'all that one id stands for',
      said('BoostReinstated', { userId: 'ann', boostId: 'b' }),
      [person('ann'), { kind: 'boost', id: 'b' }, { kind: 'payment', id: 'b' }],
    ],
  ])('names %s', (_, event, subjects) => {
    expect(subjectsOf(event)).toEqual(subjects);
  });

  it('reads in words for null, for yes and for no, and in a list', () => {
    const hidden = { postId: 'p', ownerId: 'ann', actId: 'a' };
    expect(textOf(said('PostApproved', { ...hidden, reason: null }))).toBe(
      'You approved the post (no reason).',
    );
    expect(textOf(said('PostApproved', { ...hidden, reason: null, shown: true }))).toBe(
      'You approved the post, the picture shown (no reason).',
    );
    expect(
      textOf(
        said('AppealDecided', { isGranted: true, ownerId: 'ann', actId: 'a', about: 'post', subjectId: 'p' }),
      ),
    ).toBe('You granted the appeal of the person against the act about the post.');
    expect(textOf(said('ActConfirmed', { proposalId: 'x', by: null }))).toBe(
      'You confirmed the proposal, which no owner had withdrawn in time.',
    );
    expect(textOf(said('ActConfirmed', { proposalId: 'x', by: 'an-admin' }))).toBe(
      'You confirmed the proposal.',
    );
    expect(
      textOf(said('FraudWarningsDismissed', { reference: 'r', warningIds: ['issfr_1', 'issfr_2'] })),
    ).toBe('You settled the warnings of fraud the stripe, the stripe about the payment.');
  });
});

describe('a value of a sentence', () => {
  it.each([
    [{ amount: 1990, currency: 'usd' }, 'money', 'USD 19.90'],
    ['2026-11-21T09:00:00.000Z', 'time', '2026-11-21T09:00:00.000Z'],
    [90_000_000, 'duration', '1 day 1 hour'],
    [7_260_000, 'duration', '2 hours 1 minute'],
    [59_000, 'duration', 'less than a minute'],
    ['PostHidden', 'words', 'post hidden'],
    ['not in the log', 'words', 'not in the log'],
    ['weekly-rank_of', 'words', 'weekly rank of'],
    ['spam', 'reason', 'Advertising or spam'],
    ['of-old', 'reason', 'of-old'],
    [['shows a face', 'shows text'], 'list', 'shows a face, shows text'],
    [{ kind: 'weeklyRank', rank: 2, week: '2026-W47' }, 'achievement', 'rank 2 in week 47 of 2026'],
    [{ kind: 'highScore', score: '9.2' }, 'achievement', 'a score of 9.2'],
    [{ kind: 'ratings', count: 50 }, 'achievement', '50 ratings'],
    [0, null, '0'],
    [null, 'money', '…'],
  ] as const)('%j as %s reads %s', (value, format, text) => {
    expect(valueText(value, format)).toBe(text);
  });
});

function post(id: string) {
  return { kind: 'post', id };
}

function person(id: string) {
  return { kind: 'person', id };
}
