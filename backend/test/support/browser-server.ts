import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CommandBus } from '@nestjs/cqrs';
import { v4 } from 'uuid';
import { Publishing } from '../../src/api/posts/publishing.service.js';
import { stopOn } from '../../src/composition/run.js';
import { type OperatorCommands, serveControl } from '../../src/control/control-socket.js';
import { carryOut, operatorCommands } from '../../src/control/operator-commands.js';
import { Photo } from '../../src/domain/photo/photo.js';
import { SystemTimer } from '../../src/infrastructure/clock/system-clock.js';
import { type NormalisedPhoto, normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { ImageStore } from '../../src/infrastructure/images/image-store.port.js';
import { causedBy } from '../../src/kernel/causation.js';
import { Ids } from '../../src/kernel/clock.js';
import { RatingResult } from '../../src/projections/photos/rating-result.js';
import { TestClock, startApp } from './app.js';
import { mailsTo } from './mails.js';
import { photoRated } from './made-up.js';
import { heard } from './payments.js';
import { join } from './people.js';
import { jpegPhoto } from './photos.js';
import { settled } from './settled.js';
import { PatientTimer } from './timer.js';

/** The true time, which a test can move on. */
class RunningClock extends TestClock {
  private aheadMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  override advance(milliseconds: number): void {
    this.aheadMs += milliseconds;
  }
}

const systemTimer = new SystemTimer();

/** A timer by which pauses end by true time, no deadline expires by itself, and no answer waits: a busy machine changes nothing. */
class BrowserTimer extends PatientTimer {
  override elapsed(): number {
    return systemTimer.elapsed() + super.elapsed();
  }

  override async rest(): Promise<void> {
    await nextTurn();
  }
}

/** A row of bytes that depends on its name. */
class Draws {
  private count = 0;

  constructor(private readonly name: string) {}

  next(bytes: number): Buffer {
    this.count += 1;
    return createHash('shake256', { outputLength: bytes }).update(`${this.name} ${this.count}`).digest();
  }
}

/**
 * Ids that depend on the test that runs, and on how many have been drawn in it; those of `apart`, only on a name. No time is
 * in them.
 */
class SeededIds extends Ids {
  private ofTest = new Draws('');
  private readonly own = new AsyncLocalStorage<Draws>();

  beginTest(name: string): void {
    this.ofTest = new Draws(name);
  }

  apart<Result>(name: string, work: () => Result): Result {
    return this.own.run(new Draws(name), work);
  }

  uuid(): string {
    return v4({ random: this.draw(16) });
  }

  secret(bytes: number): string {
    return this.draw(bytes).toString('base64url');
  }

  private draw(bytes: number): Buffer {
    return (this.own.getStore() ?? this.ofTest).next(bytes);
  }
}

/** The pictures of posts that no request has uploaded. Normalising one takes longer than all else about a post. */
class FixedPictures {
  private static readonly SCENES = 3;
  private readonly kept = new Map<string, ReturnType<typeof normalisePhoto>>();

  /** A photo of this width and of a fixed scene. Its hashes depend on the seed: only those of equal seeds are alike. */
  async of(seed: number, width: number): Promise<NormalisedPhoto> {
    const scene = seed % FixedPictures.SCENES;
    const key = `${scene} ${width}`;
    const made = this.kept.get(key) ?? jpegPhoto(scene, [width, width * 1.2]).then(normalisePhoto);
    this.kept.set(key, made);
    const { copyHashes: _, ...photo } = await made;
    const hash = createHash('sha256').update(`${seed}`).digest('hex');
    return { ...photo, imageHash: hash, perceptualHash: hash.slice(0, 16) };
  }
}

const clock = new RunningClock();
const timer = new BrowserTimer(clock);
const ids = new SeededIds();
const pictures = new FixedPictures();
const env = process.env as Record<string, string>;
const app = await startApp({ dataDir: env['DATA_DIR']!, clock, timer, ids, hasJobs: true, env });
const images = app.server.get(ImageStore, { strict: false });
const publishing = app.server.get(Publishing, { strict: false });

const MINUTE_MS = 60_000;

/** What browser tests do through the operators' socket. The program of the product has none of it. */
const commands: OperatorCommands = {
  /** A test begins: its ids depend on this text. */
  'begin-test': async ([name = '']) => {
    ids.beginTest(name);
    return [];
  },
  /** Moves the clock by so many milliseconds, and runs the jobs that fall into the last minute of it. */
  'move-clock': async ([milliseconds]) => {
    await heard(app);
    const last = Math.min(Number(milliseconds), MINUTE_MS);
    clock.advance(Number(milliseconds) - last);
    if (last > 0) await timer.advance(last);
    else clock.advance(last);
    await heard(app);
    return [clock.now().toISOString()];
  },
  /** Waits for all consequences of what has happened, webhooks included. */
  settle: async () => {
    await heard(app);
    return [];
  },
  /** Makes an account: its address, its password, and `verified` or `registered`. */
  'new-account': async ([email = '', password = '', stage]) => {
    await ids.apart(email, () => join(app, email, password, stage === 'verified'));
    return [];
  },
  /** The newest link of this kind in the mails to an address: a regular expression for its path and parameter. */
  'mailed-link': async ([email = '', target = '']) => {
    const kind = new RegExp(`https?://[^\\s"</]+${target}=[^\\s"<]+`);
    for (let seen = 0; ;) {
      const mails = await mailsTo(app, email, seen + 1);
      seen = mails.length;
      const newest = mails.map(({ text }) => kind.exec(text)?.[0]).findLast((link) => link !== undefined);
      if (newest !== undefined) return [newest];
    }
  },
  /** Publishes a photo of this account, by the seed of its picture and its width. Returns the post's id. */
  'new-post': async ([ownerId = '', seed, width]) => {
    const id = await ids.apart(`${ownerId} ${seed}`, () => publish(ownerId, Number(seed), Number(width)));
    await settled(app);
    return [id];
  },
};

async function publish(ownerId: string, seed: number, width: number): Promise<string> {
  const { renditions, ...picture } = await pictures.of(seed, width);
  const photoId = ids.uuid();
  const { verdict, reasons, comment, judge } = photoRated(photoId).data;
  const score = 4 + (seed % 50) / 10;
  const scores = { toeAlignment: score, toeNails: score, footShape: score, aesthetic: score };
  const issue = {
    photoId,
    uploader: `account:${ownerId}`,
    picture,
    verdict,
    reasons,
    scores,
    comment,
    judge,
    resembles: null,
  };
  const result = { photoId, picture, rating: { scores, score, comment }, judge: judge.kind };
  const actor = { kind: 'user', id: ownerId } as const;
  const cause = { actor, requestId: null, correlationId: photoId, causationId: photoId };
  return causedBy(cause, async () => {
    await app.server.get(CommandBus).execute(Photo.IssueVerdict(issue));
    await images.put(photoId, renditions);
    return (await publishing.rated(new RatingResult(result), ownerId)).id;
  });
}

const all = { ...operatorCommands(app.server), ...commands };
const endControl = await serveControl(app.dataDir, (request) => carryOut(all, request), systemTimer);
stopOn(async () => {
  await endControl();
  await app.server.close();
}, systemTimer);
process.stdout.write(`Footnote is listening on ${app.url}\n`);
