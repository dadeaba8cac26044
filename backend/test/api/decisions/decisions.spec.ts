import type { HealthReport } from '../../../src/api/health/kernel-health.js';
import type { AdminAppeal } from '../../../src/api/review/decisions.contract.js';
import { DEADLINES } from '../../../src/kernel/deadlines.js';
import { Reactor } from '../../../src/kernel/reactions/reactor.js';
import { useAdmin } from '../../support/admins.js';
import { useApp, useOwnApp } from '../../support/app.js';
import { mailsTo } from '../../support/mails.js';
import { usePerson } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

const HIDE = { decision: 'hide', reason: 'spam' };

describe('carrying out a decision', () => {
  const app = useOwnApp('restarts');
  const moe = useAdmin(app, 'moe', 'moderator', 'moe@example.org');
  const mia = useAdmin(app, 'mia', 'moderator', 'mia@example.org');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');

  const reported = async () => {
    const postId = await publishPost(app, ann.id, 7);
    await bob.report(postId, { reason: 'Look.', category: 'spam' });
    await moe.claim(postId);
    return { postId, reportId: `${postId}-${bob.id}` };
  };
  const head = () => app.adapters.storage.log.head();
  const typesIn = async (stream: string) =>
    (await app.adapters.storage.log.readStream(stream)).map(({ type }) => type);
  const statusOf = async (postId: string) => (await app.browser().viewPost(postId)).status;
  const reportsOn = async (postId: string) => (await moe.reportsOn(postId)).body.map(({ status }) => status);
  const health = async () => {
    const { status, reactions } = (await app.browser().get<HealthReport>('/health')).body;
    return { status, late: reactions.filter(({ isLate }) => isLate).map(({ name }) => name) };
  };

  /** The answer to a decision, when it has waited for the reaction. */
  const inVain = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    await app.timer.begun('decision carried out');
    await app.timer.advance(DEADLINES['decision carried out'].ms);
    return answer;
  };

  it('is refused with the decision if a rule rejects an act by now, and nothing is written', async () => {
    const { postId } = await reported();
    await mia.remove(postId);
    await settled(app);
    const before = await head();
    expect(await moe.review(postId, HIDE)).toMatchObject({
      status: 409,
      body: { message: 'This post was removed. Undo that first.' },
    });
    expect(await head()).toBe(before);
  });

  describe('that no reaction carries out yet', () => {
    let hidden: Awaited<ReturnType<typeof reported>>;
    let overtaken: Awaited<ReturnType<typeof reported>>;
    let commentId: string;
    let appealed: string;
    let answers: readonly { readonly status: number; readonly body: unknown }[];

    beforeAll(async () => {
      [hidden, overtaken] = [await reported(), await reported()];
      commentId = (await bob.comment(hidden.postId, 'What a toe.')).body.id;
      appealed = (await moe.hideComment(commentId, { reason: 'abuse', note: '' })).body.actId ?? '';
      await bob.appeal(appealed, 'It was a joke.');
      await app.server.get(Reactor, { strict: false }).stop();
      answers = [
        await inVain(moe.review(hidden.postId, HIDE)),
        await inVain(moe.review(overtaken.postId, HIDE)),
        await inVain(mia.decideAppeal(appealed, true)),
      ];
    });

    it('is answered with 202, and /health is degraded', async () => {
      expect(answers).toMatchObject([
        { status: 202, body: { isCarriedOut: false } },
        { status: 202, body: { isCarriedOut: false } },
        { status: 202, body: { outcome: 'granted' } },
      ]);
      expect(await health()).toEqual({ status: 'degraded', late: ['decisions'] });
    });

    it('has hidden the post already, and decided no report', async () => {
      expect(await typesIn(`post-${hidden.postId}`)).toEqual(['PostPublished', 'PostHidden']);
      expect(await statusOf(hidden.postId)).toBe(404);
      expect(await reportsOn(hidden.postId)).toEqual(['pending']);
    });

    describe('is done after a restart', () => {
      beforeAll(async () => {
        // Meanwhile, some of it has become impossible.
        await mia.decideReport(overtaken.reportId, { status: 'dismissed' });
        await bob.deleteComment(commentId);
        await app.restart();
        await settled(app);
      });

      it('in full, and /health is ok', async () => {
        expect(await reportsOn(hidden.postId)).toEqual(['reviewed']);
        expect(await health()).toEqual({ status: 'ok', late: [] });
      });

      it('once: repeating the decision changes nothing', async () => {
        const before = await head();
        expect(await moe.review(hidden.postId, HIDE)).toMatchObject({
          status: 200,
          body: { isCarriedOut: true },
        });
        await settled(app);
        expect(await head()).toBe(before);
      });

      it('except an act that is refused, which the list of acts and a mail say', async () => {
        expect(await reportsOn(overtaken.postId)).toEqual(['dismissed']);
        const problem = 'This report has been decided.';
        const acts = (await moe.actsOn(overtaken.reportId)).body;
        expect(acts.find(({ kind }) => kind === 'ReportReviewed')).toMatchObject({
          refused: problem,
          canUndo: false,
        });
        const mails = (await mailsTo(app, 'moe@example.org', 1)).map(({ subject, text }) => [subject, text]);
        expect(mails).toEqual([['A decision could not be carried out', expect.stringContaining(problem)]]);
      });

      it('except a granted appeal whose act cannot be undone, which the appeal and a mail say', async () => {
        const { body } = await mia.get<AdminAppeal[]>('/api/rtm-sys/appeals?outcome=granted');
        expect(body).toMatchObject([{ id: appealed, problem: 'Comment not found' }]);
        const [mail, ...others] = await mailsTo(app, 'mia@example.org', 1);
        expect([mail?.subject, others]).toEqual(['A granted appeal could not be carried out', []]);
      });

      it('and each refusal is one event', async () => {
        const all = await app.adapters.storage.log.readAll(0, Number.MAX_SAFE_INTEGER);
        const refusals = all.filter(({ type }) => type === 'ActRefused');
        expect(refusals).toHaveLength(2);
        expect(refusals.map(({ data }) => data)).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ kind: 'ReportReviewed', isUndo: false, code: 'conflict' }),
            expect.objectContaining({ kind: 'CommentHidden', isUndo: true, code: 'notFound' }),
          ]),
        );
      });
    });
  });
});

describe('the calls to the log', () => {
  const app = useApp();
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  afterEach(() => jest.restoreAllMocks());

  /** The calls to the log for the streams that requests decide on, while `work` runs. */
  const callsOf = async (work: () => Promise<unknown>) => {
    const { log } = app.adapters.storage;
    const spies = (['append', 'readStream', 'readLast'] as const).map((name) => jest.spyOn(log, name));
    await work();
    const calls = spies.flatMap(({ mock }, index) =>
      mock.calls.map(([stream], call) => ({
        call: `${['append', 'readStream', 'readLast'][index]} ${stream.split('-')[0]}`,
        order: mock.invocationCallOrder[call] ?? 0,
      })),
    );
    jest.restoreAllMocks();
    return calls
      .filter(({ call }) => /(?:account|post|like|rating)$/.test(call))
      .toSorted((one, other) => one.order - other.order)
      .map(({ call }) => call);
  };

  it('of a like by a person who is in memory, on a post that is in memory: one append and no read', async () => {
    const [first, second] = [await publishPost(app, ann.id, 7), await publishPost(app, ann.id, 7)];
    for (const post of [first, second]) await bob.get(`/api/posts/${post}/like`);
    await bob.like(first);
    await settled(app);
    expect(await callsOf(() => bob.like(second))).toEqual(['append like']);
    expect(await callsOf(() => bob.delete(`/api/posts/${second}/like`))).toEqual(['append like']);
    expect(await callsOf(() => bob.delete(`/api/posts/${second}/like`))).toEqual([]);
    expect(await callsOf(() => bob.rate(first, 3))).toEqual(['readStream rating', 'append rating']);
    expect(await callsOf(() => bob.rate(first, 4))).toEqual([]);
  });
});
