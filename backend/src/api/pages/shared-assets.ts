import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { LRUCache } from 'lru-cache';
import { ImageStore, assetTypeOf } from '../../infrastructure/images/image-store.port.js';
import { ActiveRole } from '../../kernel/active-role.js';
import { Clock } from '../../kernel/clock.js';
import { KernelStore } from '../../kernel/kernel-store.js';
import { AnswerState } from '../response-cache/response-state.js';
import { FRONTEND } from './built-frontend.js';

/** For files whose name says what is in them. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
const ASSETS = path.join(FRONTEND, 'assets');
const COMPRESSED = /\.(?:br|gz)$/;
/** A build has less than half of it. */
const MOST_KNOWN = 200;

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
export class SharedAssets {
  private readonly found = new LRUCache<string, AnswerState>({ max: MOST_KNOWN });

  constructor(
    private readonly images: ImageStore,
    private readonly store: KernelStore,
    private readonly clock: Clock,
    private readonly role: ActiveRole,
  ) {}

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
    const body = type && (await this.images.asset(name));
    if (!type || !body) return null;
    const headers = { 'content-type': type, 'cache-control': IMMUTABLE };
    const state = new AnswerState({ body, headers }, null);
    this.found.set(name, state);
    return state;
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
