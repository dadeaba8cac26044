import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { LRUCache } from 'lru-cache';
import { ImageStore, assetTypeOf } from '../../infrastructure/images/image-store.port.js';
import { ActiveRole } from '../../kernel/active-role.js';
import { Clock } from '../../kernel/clock.js';
import { KernelStore } from '../../kernel/kernel-store.js';
import { Timer } from '../../kernel/timer.js';
import { AnswerState } from '../response-cache/response-state.js';
import { FRONTEND } from './built-frontend.js';

/** For files whose name says what is in them. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
const ASSETS = path.join(FRONTEND, 'assets');
const COMPRESSED = /\.(?:br|gz)$/;
/** A build has less than half of it. */
const MOST_KNOWN = 200;

const RETRY_MS = 5000;
/** What the builds have is asked for again then, if a name is unknown. */
const ASKED_MS = 10_000;

/** The kind of the kernel records with the builds of the frontend. */
const KIND = 'frontend-build';

interface Build {
  /** When a process last said that it has this build, ISO 8601. */
  readonly at: string;
  readonly assets: readonly string[];
}

/**
 * Scripts, styles and fonts of every build of the frontend. During an upgrade, a page of one build names files that processes of
 * another one do not have: so several processes have them in the store of pictures.
 */
@Injectable()
export class SharedAssets implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private later: Promise<void> = Promise.resolve();
  /** Of all builds, as they were asked for last. */
  private names: ReadonlySet<string> = new Set();
  private askedAt = Number.NEGATIVE_INFINITY;
  private readonly found = new LRUCache<string, AnswerState>({ max: MOST_KNOWN });

  constructor(
    private readonly images: ImageStore,
    private readonly store: KernelStore,
    private readonly clock: Clock,
    private readonly role: ActiveRole,
    private readonly timer: Timer,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.later;
  }

  /** Stores those of this build, in the background until it succeeds if it fails first. @throws as {@link keep} */
  async keepSoon(): Promise<void> {
    try {
      await this.keep();
    } catch (error) {
      this.later = this.keepLater();
      throw error;
    }
  }

  private async keepLater(): Promise<void> {
    for (let isKept = false; !isKept && !this.stopping.signal.aborted;) {
      await this.timer.pause(RETRY_MS, this.stopping.signal);
      isKept = await this.keep().then(
        () => true,
        () => false,
      );
    }
  }

  /** Stores those of this build, if others may need them, and notes that it is in use. */
  @Cron(CronExpression.EVERY_HOUR)
  async keep(): Promise<void> {
    if (this.role.isAlone) return;
    const assets = (await readdir(ASSETS)).filter((name) => !COMPRESSED.test(name)).sort();
    const build: Build = { at: this.clock.now().toISOString(), assets };
    // First, so that none is deleted that is already there.
    await this.store.put(KIND, hash('sha256', assets.join('\n')), build);
    const missing = new Set(assets);
    for await (const name of this.images.assets()) missing.delete(name);
    for (const name of missing) await this.images.putAsset(name, await readFile(path.join(ASSETS, name)));
  }

  /** The answer with a file of any build; null if there is none of this name. @throws ImagesUnavailableError */
  async find(name: string): Promise<AnswerState | null> {
    const known = this.found.get(name);
    if (known) return known;
    const type = assetTypeOf(name);
    // Anybody can make names up, and each costs a request to the store.
    const body = type && (await this.isOfBuild(name)) && (await this.images.asset(name));
    if (!type || !body) return null;
    const headers = { 'content-type': type, 'cache-control': IMMUTABLE };
    const state = new AnswerState({ body, headers }, null);
    this.found.set(name, state);
    return state;
  }

  private async isOfBuild(name: string): Promise<boolean> {
    if (this.names.has(name)) return true;
    const now = this.timer.elapsed();
    if (now - this.askedAt < ASKED_MS) return false;
    this.askedAt = now;
    const builds = await this.store.list<Build>(KIND);
    this.names = new Set(builds.flatMap(({ value }) => value.assets));
    return this.names.has(name);
  }
}

const DAYS_30 = 30 * 24 * 60 * 60 * 1000;

/** Deletes the files of builds that no process has had for 30 days. */
@Injectable()
export class OldAssets {
  constructor(
    private readonly images: ImageStore,
    private readonly store: KernelStore,
    private readonly clock: Clock,
  ) {}

  @Cron('23 4 * * *')
  async sweep(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - DAYS_30).toISOString();
    const builds = await this.store.list<Build>(KIND);
    const old = builds.filter(({ value }) => value.at < oldest);
    if (old.length === 0) return;
    const inUse = builds.filter((build) => !old.includes(build));
    const needed = new Set(inUse.flatMap(({ value }) => value.assets));
    for await (const name of this.images.assets()) {
      if (!needed.has(name)) await this.images.deleteAsset(name);
    }
    for (const { key } of old) await this.store.remove(KIND, key);
  }
}
