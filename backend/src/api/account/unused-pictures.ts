import { Injectable } from '@nestjs/common';
import { Cron, CronExpression, Timeout } from '@nestjs/schedule';
import { Account } from '../../domain/account/account.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { Clock } from '../../kernel/clock.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { KernelStore } from '../../kernel/kernel-store.js';
import { States } from '../../kernel/states.js';

/** The kind of the records of profile pictures whose event may be missing, by picture. */
const KIND = 'unused-picture';
/** No upload takes as long, so what is older was interrupted. */
const INTERRUPTED_MS = 10 * 60_000;
const SOON_MS = 5000;

interface Upload {
  readonly accountId: string;
  /** ISO 8601. */
  readonly since: string;
}

/**
 * Remembers profile pictures while their files are written. The files come before the event, so that a picture in an event
 * always has files. The files of an upload that was interrupted before its event are deleted here.
 */
@Injectable()
export class UnusedPictures {
  constructor(
    private readonly store: KernelStore,
    private readonly images: ImageStore,
    private readonly states: States,
    private readonly clock: Clock,
  ) {}

  /** Remembers that files of this picture may exist without an event. Call it before they are written. */
  async remember(pictureId: string, accountId: string): Promise<void> {
    const upload: Upload = { accountId, since: this.clock.now().toISOString() };
    await this.store.put(KIND, pictureId, upload);
  }

  /** Forgets a picture, and deletes its files if it is not, or no longer, the account's picture. */
  async settle(pictureId: string, accountId: string): Promise<void> {
    const { pictureId: current } = await this.states.of(Account, accountId);
    if (current !== pictureId) await this.images.delete(pictureId);
    await this.store.remove(KIND, pictureId);
  }

  /** Settles what was interrupted before the start. */
  @Timeout(SOON_MS)
  async catchUp(): Promise<void> {
    await this.sweep();
  }

  /**
   * Settles interrupted uploads. Returns how many. Safe on several instances.
   * @throws Error if one failed, after all others were tried
   */
  @Cron(CronExpression.EVERY_10_MINUTES)
  async sweep(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - INTERRUPTED_MS).toISOString();
    const uploads = await this.store.list<Upload>(KIND);
    const interrupted = uploads.filter(({ value }) => value.since < before);
    await forEachSettled(interrupted, ({ key, value }) => this.settle(key, value.accountId));
    return interrupted.length;
  }
}
