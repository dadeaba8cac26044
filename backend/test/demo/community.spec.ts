import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { type Adapters, openAdapters } from '../../src/composition/adapters.js';
import { OwnPostsController } from '../../src/api/account/own-posts.controller.js';
import { AppModule } from '../../src/app.module.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import { readConfig } from '../../src/config.js';
import { Community } from '../../src/demo/community.js';
import type { Scene } from '../../src/demo/scenes.js';
import { StageClock, StageIds, onStage } from '../../src/demo/stage.js';
import type { DomainEvents } from '../../src/domain/events.js';
import { Report } from '../../src/domain/report/report.js';
import { causedBy } from '../../src/kernel/causation.js';
import { Projector } from '../../src/kernel/views/projector.js';
import { LeaderboardReader } from '../../src/projections/leaderboard/leaderboard.reader.js';
import { useFolder } from '../support/folder.js';
import { NOBODY } from '../../src/domain/admin/person.js';

type ReportKey = DomainEvents['PostReported'];

const at = new Date('2026-11-20T12:00:00.000Z');
const scenes: readonly Scene[] = [
  { kind: 'join', person: 1, at },
  { kind: 'join', person: 2, at },
  { kind: 'publish', person: 1, photo: 1, at },
  { kind: 'publish', person: 1, photo: 2, at },
  { kind: 'rate', person: 2, photo: 1, score: 8, at },
  { kind: 'like', person: 2, photo: 1, at },
  { kind: 'say', person: 2, photo: 1, comment: 'c1', parent: null, text: 'What a day.', at },
  { kind: 'applaud', person: 1, photo: 1, comment: 'c1', at },
  { kind: 'rate', person: 2, photo: 2, score: 5, at },
  { kind: 'complain', person: 2, photo: 2, category: 'spam', text: 'An advert.', at },
  { kind: 'buy', person: 1, purchase: 'b1', boostType: 'mega', photo: 1, at },
  { kind: 'buy', person: 2, purchase: 'b2', boostType: 'regular', photo: null, at },
  { kind: 'takeBack', person: 2, purchase: 'b2', by: 'refund', at },
  { kind: 'buy', person: 2, purchase: 'b3', boostType: null, photo: null, at },
  { kind: 'takeBack', person: 1, purchase: 'b1', by: 'dispute', at },
];

const dataDir = useFolder({ per: 'file' });

describe('a second run of the demo', () => {
  let adapters: Adapters;
  let app: INestApplicationContext;
  const ids = new StageIds();
  beforeAll(async () => {
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir });
    adapters = await openAdapters(config, { clock: new StageClock(), ids });
    app = await onStage('test/opening', at, () =>
      NestFactory.createApplicationContext(AppModule.with(config, adapters), { logger: false }),
    );
    await app.get(Projector).start();
  });
  afterAll(() => onStage('test/closing', at, () => app.close()));

  const play = async () => {
    const community = new Community(app, ids, 1);
    for (const scene of scenes) await community.play(scene);
  };
  const posts = () =>
    onStage('test/reading', at, async () => {
      const { posts: found } = await app
        .get(LeaderboardReader)
        .page('recent', null, { limit: 10, after: null });
      return found;
    });
  const as = (userId: string, act: () => Promise<unknown>) => {
    const actor = { kind: 'user' as const, id: userId };
    const causation = { actor, requestId: null, correlationId: 'test', causationId: 'test' };
    return onStage(`test/${userId}`, at, () => causedBy(causation, act));
  };
  const head = () => adapters.storage.log.head();

  it('adds nothing', async () => {
    await play();
    expect(await posts()).toMatchObject([{ likesCount: 0 }, { likesCount: 1, commentsCount: 1 }]);
    const before = await head();
    await play();
    expect(await head()).toBe(before);
  });

  it('adds nothing after a report was decided', async () => {
    const events = await adapters.storage.log.readAll(0, Number.MAX_SAFE_INTEGER);
    const { postId, reporterId } = events.find(({ type }) => type === 'PostReported')!.data as ReportKey;
    const decided = { status: 'dismissed' as const, note: '', actId: 'act', decider: NOBODY };
    await as('moderator', () =>
      app
        .get(CommandBus, { strict: false })
        .execute(Report.DecideReport({ subjectId: postId, reporterId, ...decided })),
    );
    const before = await head();
    await play();
    expect(await head()).toBe(before);
  });

  it('adds nothing after a post was deleted, and keeps the post and its files deleted', async () => {
    const [kept, removed] = await posts();
    await as(removed!.userId!, () =>
      app
        .get(OwnPostsController, { strict: false })
        .deletePost(removed!.id, { id: removed!.userId! } as User),
    );
    const before = await head();
    await play();
    expect(await head()).toBe(before);
    expect(await posts()).toMatchObject([{ id: kept!.id }]);
    expect(await adapters.images.exists(kept!.id)).toBe(true);
    expect(await adapters.images.exists(removed!.id)).toBe(false);
  });
});
