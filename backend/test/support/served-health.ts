import { once } from 'node:events';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AlarmWatch } from '../../src/api/health/alarm-watch.service.js';
import { HealthAccess, HealthController } from '../../src/api/health/health.controller.js';
import { KernelHealth, type HealthReport } from '../../src/api/health/kernel-health.js';
import { MissingPictures } from '../../src/api/photos/missing-pictures.js';
import { ClosingState } from '../../src/domain/week/closing-state.js';
import { ImageStore } from '../../src/infrastructure/images/image-store.port.js';
import { KernelLateMails } from '../../src/infrastructure/mail/kernel-late-mails.js';
import { LateMails } from '../../src/infrastructure/mail/late-mails.port.js';
import { Mailer } from '../../src/infrastructure/mail/mailer.port.js';
import { RefusedOrigins } from '../../src/api/http/refused-origins.js';
import { ClientAddresses } from '../../src/api/http/client-addresses.js';
import { RefusedWebhooks } from '../../src/api/http/refused-webhooks.js';
import { ReviewQueueReader } from '../../src/projections/moderation/review-queue.js';
import { PaymentsReader } from '../../src/projections/payments/payments.reader.js';
import { Alarms } from '../../src/kernel/alarms.js';
import { Clock } from '../../src/kernel/clock.js';
import { DocumentStore } from '../../src/kernel/document-store.js';
import { ReadsWithTimeout } from '../../src/kernel/log-read-timeout.js';
import { Jobs } from '../../src/kernel/jobs.js';
import { KernelStore } from '../../src/kernel/kernel-store.js';
import { Departure } from '../../src/api/health/departure.js';
import { Processes } from '../../src/kernel/processes.js';
import { LogCheck } from '../../src/kernel/log/log-check.js';
import { LogReader } from '../../src/kernel/log/log-reader.js';
import { Quarantine } from '../../src/kernel/log/quarantine.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import { type Builder, Projector } from '../../src/kernel/views/projector.js';
import type { Projection } from '../../src/projections/view.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { TestClock } from './app.js';
import { gate } from './gate.js';
import { reactionContext } from './reactions.js';
import { tally } from './tally.js';
import { METADATA, type TestKernel } from './test-kernel.js';
import { Noted } from './waits.js';

/** Counts the claimed names, and throws for the name bob. */
const strict = tally({
  check: ({ usernameHash }) => {
    if (usernameHash === 'bob') throw new Error('bob is too much');
  },
});

/** One more event than a missing view is filled with synchronously: it is then built in the background. */
export const LONG = 2001;

interface ServedParts {
  projector: Projector;
  reactor: Reactor;
  clock: TestClock;
  closing: ClosingState;
  /** The store of the pictures. */
  images: { away: { readonly reason: unknown } | null };
  jobs: Jobs;
  check: LogCheck;
  /** Resolves when the log has been checked. */
  checked: Promise<void>;
  /** What the log of the program says of alarms. */
  said: Noted<string>;
}

/** Serves /health of a kernel with a few parts. Call it within a `describe`, so that it ends before the kernel does. */
export function useHealth(testKernel: TestKernel) {
  let app: NestFastifyApplication | null;
  let reader: LogReader;
  let damagedMails: string[];
  /** Of the current test. */
  const parts = {} as ServedParts;
  beforeEach(() => {
    app = null;
    damagedMails = [];
    parts.clock = new TestClock();
    parts.jobs = new Jobs({ SentMailsSweep: 'active process' }, parts.clock);
    parts.said = new Noted();
    parts.closing = new ClosingState();
    parts.images = { away: null };
    const { open, opened } = gate();
    parts.checked = opened;
    parts.check = new LogCheck(
      testKernel.storage.log,
      { info: () => undefined, error: () => undefined },
      {
        // The pause before the first check is shorter, and over at once.
        pause: async (milliseconds, signal) => {
          if (milliseconds < 3_600_000) return;
          open();
          if (signal && !signal.aborted) await once(signal, 'abort');
        },
      },
    );
  });
  afterEach(async () => {
    await app?.close();
    await parts.check.stop();
    await parts.reactor.stop();
    await parts.projector.stop();
  });

  /** Serves the health of a kernel with these parts, once it has been started. */
  const serve = async (
    kernel: {
      projections?: readonly Projection<object>[];
      build?: Builder;
      reactions?: readonly Reaction[];
    } = {},
  ) => {
    const { projections = [strict], build, reactions = [] } = kernel;
    const { clock, said } = parts;
    ({ projector: parts.projector, reader } = testKernel.projector(projections, build));
    parts.reactor = new Reactor(reactionContext(testKernel, reader, clock), reactions);
    await parts.projector.start();
    await parts.reactor.start();
    const made = await Test.createTestingModule({
      controllers: [HealthController],
      providers: [
        KernelHealth,
        AlarmWatch,
        { provide: Clock, useValue: clock },
        { provide: Jobs, useValue: parts.jobs },
        { provide: Mailer, useValue: { damaged: async () => damagedMails } },
        { provide: ImageStore, useValue: parts.images },
        { provide: MissingPictures, useValue: { ofPosts: async () => [] } },
        {
          provide: Alarms,
          useValue: new Alarms(clock, {
            info: (_, message) => said.push(message),
            error: (_, message) => said.push(message),
          }),
        },
        { provide: RefusedOrigins, useValue: new RefusedOrigins(clock) },
        { provide: RefusedWebhooks, useValue: new RefusedWebhooks(clock) },
        { provide: PaymentsReader, useValue: null },
        { provide: ReviewQueueReader, useValue: { overdueChecks: async () => ({ count: 0, since: null }) } },
        { provide: ClientAddresses, useValue: new ClientAddresses(0, clock) },
        { provide: ClosingState, useValue: parts.closing },
        Departure,
        { provide: HealthAccess, useValue: new HealthAccess(null, true) },
        {
          provide: ReadsWithTimeout,
          useValue: new ReadsWithTimeout(testKernel.storage.log, testKernel.timer),
        },
        { provide: DocumentStore, useValue: testKernel.storage.store },
        { provide: LogReader, useValue: reader },
        { provide: Projector, useValue: parts.projector },
        { provide: Reactor, useValue: parts.reactor },
        { provide: Quarantine, useValue: testKernel.storage.quarantine },
        { provide: LogCheck, useValue: parts.check },
        { provide: LateMails, useValue: new KernelLateMails(testKernel.storage.kernel) },
        { provide: Processes, useValue: { problem: null } },
        { provide: KernelStore, useValue: testKernel.storage.kernel },
      ],
    }).compile();
    app = made.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  };

  const ask = async <Body = HealthReport>(address: string) => {
    if (!app) throw new Error('nothing is served yet');
    const response = await app.inject({ method: 'GET', url: address });
    return { status: response.statusCode, body: response.json<Body>() };
  };

  const writeLongLog = async () => {
    const events = Array.from({ length: LONG }, () => ({
      id: crypto.randomUUID(),
      type: 'UsernameClaimed',
      data: { usernameHash: 'ada', accountId: 'somebody' },
      metadata: METADATA,
    }));
    await testKernel.storage.log.append(
      'username-ada',
      'noStream',
      await testKernel.storage.codec.encode(events),
    );
  };

  /**
   * Serves a site whose view has to be built, which goes on with the call of the result.
   * @param position how far the build is when it is held
   */
  const serveWithHeldBuild = async (position: number | null = null): Promise<() => void> => {
    await writeLongLog();
    const [begun, held] = [gate(), gate()];
    await serve({
      build: async (builds, watch) => {
        if (position !== null) watch?.onProgress?.({ position, events: position });
        begun.open();
        await held.opened;
        await buildViews(testKernel.storage, builds, () => undefined);
      },
    });
    await begun.opened;
    return held.open;
  };

  /** @param names of the mails that cannot be read */
  const damageMails = (...names: string[]) => {
    damagedMails = names;
  };

  return Object.assign(parts, { serve, ask, writeLongLog, serveWithHeldBuild, damageMails });
}
