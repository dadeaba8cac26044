import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Registration } from '../api/auth/registration.service.js';
import { VerificationTokens } from '../site/mailed-tokens.js';
import { Verifications } from '../api/auth/verification.service.js';
import { Accounts } from '../api/http/accounts.js';
import { Verdicts } from '../api/photos/verdicts.service.js';
import { Publishing } from '../api/posts/publishing.service.js';
import { Rejected } from '../kernel/aggregate.js';
import { Inbox } from '../domain/notification/inbox.js';
import { NOTICE_PAUSE_MS } from '../domain/notification/notification.js';
import { causedBy } from '../kernel/causation.js';
import { ImageStore } from '../infrastructure/images/image-store.port.js';
import { PendingNotificationsReader } from '../projections/inbox/pending-notifications.js';
import { photoIdIn } from '../projections/photos/rating-result.js';
import { ActivityNotices } from '../reactions/mails/activity-notices.js';
import { WeekClosing } from '../reactions/timers/week-closing.js';
import { drawFeet } from './drawing/draw-feet.js';
import { Conversation } from './conversation.js';
import { seededRandom } from './random.js';
import { type CrowdScene, type MoneyScene, type Scene, nameOf } from './scenes.js';
import { RepeatableScene, type StageIds, onStage } from './stage.js';
import { Till } from './till.js';

/** Draws the photos of a seed by their numbers. */
export function drawingsOf(seed: number): (photo: number) => Promise<Buffer> {
  return (photo) => drawFeet(seededRandom(`${seed}/picture/${photo}`));
}

/** Plays the scenes of a plan through the application's services. Playing a scene again changes nothing. */
export class Community {
  private readonly accounts = new Map<number, string>();
  private readonly posts = new Map<number, string>();
  private readonly conversation: Conversation;
  private readonly till: Till;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly ids: StageIds,
    private readonly seed: number,
    private readonly draw = drawingsOf(seed),
  ) {
    this.conversation = new Conversation(app);
    this.till = new Till(app);
  }

  /** Plays one scene at its time, with the acting person as the actor of its events. */
  async play(scene: Scene): Promise<void> {
    const name = nameOf(scene);
    const accountId = this.accounts.get(scene.person) ?? null;
    const actor = { kind: accountId ? ('user' as const) : ('visitor' as const), id: accountId };
    // An earlier run may have been interrupted within the scene.
    const repeatable = new RepeatableScene(`${this.seed}/${name}`, this.ids);
    const ids = { requestId: null, correlationId: `demo/${name}`, causationId: `demo/${name}` };
    const causation = { actor, ...ids, repeatable };
    await onStage(`${this.seed}/${name}`, scene.at, () => causedBy(causation, () => this.act(scene)));
  }

  /** Closes the weeks that have ended by `now`. */
  async closeWeeks(now: Date): Promise<void> {
    await onStage(`${this.seed}/close/${now.toISOString()}`, now, () => this.app.get(WeekClosing).close());
  }

  /** Marks all activity up to `now` as notified, so that no mail is sent about it. */
  async markNotified(now: Date): Promise<void> {
    const activity = this.app.get(PendingNotificationsReader, { strict: false });
    const pause = new Date(now.getTime() - NOTICE_PAUSE_MS);
    const isPending = async () => (await activity.pending(pause, 1)).length > 0;
    await onStage(`${this.seed}/notices/${now.toISOString()}`, now, async () => {
      while (await isPending()) await this.app.get(ActivityNotices).notify();
    });
  }

  /** People have read their inboxes up to a time. */
  async readInboxes(upTo: Date, now: Date): Promise<void> {
    const reading = { postId: null, upTo: upTo.toISOString(), now: now.toISOString() };
    await onStage(`${this.seed}/inboxes/${now.toISOString()}`, now, async () => {
      for (const accountId of this.accounts.values()) {
        const id = `demo/inbox ${accountId}`;
        const actor = { kind: 'user' as const, id: accountId };
        await causedBy({ actor, requestId: null, correlationId: id, causationId: id }, () =>
          this.app.get(CommandBus, { strict: false }).execute(Inbox.ReadInbox({ accountId, ...reading })),
        );
      }
    });
  }

  private act(scene: Scene): Promise<void> {
    if (scene.kind === 'join') return this.join(scene.person);
    if (scene.kind === 'publish') return this.publish(scene);
    if (scene.kind === 'buy' || scene.kind === 'takeBack') return this.pay(scene);
    return this.conversation.play(scene, this.postOf(scene), this.accountOf(scene.person));
  }

  private pay(scene: MoneyScene): Promise<void> {
    if (scene.kind === 'takeBack') return this.till.takeBack(scene);
    const postId = scene.photo === null ? null : (this.posts.get(scene.photo) ?? null);
    return this.till.buy(scene, this.ids.uuid(), this.accountOf(scene.person), postId);
  }

  private accountOf(person: number): string {
    const accountId = this.accounts.get(person);
    if (!accountId) throw new Error(`person ${person} has not joined yet`);
    return accountId;
  }

  private postOf({ photo }: CrowdScene): string {
    const postId = this.posts.get(photo);
    if (!postId) throw new Error(`photo ${photo} is not published yet`);
    return postId;
  }

  private async join(person: number): Promise<void> {
    const password = this.ids.secret(16);
    const email = `demo-${this.seed}-${person}@footnote.localhost`;
    const accountId = await this.app.get(Registration, { strict: false }).register(email, password, []);
    this.accounts.set(person, accountId);
    const account = await this.app.get(Accounts, { strict: false }).state(accountId);
    if (!account?.verification || account.verifiedAt !== null) return;
    const token = this.app
      .get(VerificationTokens, { strict: false })
      .issue(accountId, account.verification.verificationId);
    await this.app
      .get(Verifications, { strict: false })
      .accept(token, { signedIn: null, registeredHere: accountId });
  }

  private async publish({ person, photo }: { person: number; photo: number }): Promise<void> {
    const ownerId = this.accountOf(person);
    const picture = await this.draw(photo);
    const uploader = {
      key: `account:${ownerId}`,
      address: 'address:demo',
      formerAddresses: [],
      isVerified: true,
    };
    const rating = await this.app.get(Verdicts).issue(picture, uploader);
    const postId = photoIdIn(rating.imageUrl);
    if (!postId)
      throw new Error(`photo ${photo} was rated under ${rating.imageUrl}, which is not a photo URL`);
    this.posts.set(photo, postId);
    if (await this.isGone(postId)) {
      // It was deleted after an earlier run and stays deleted; so do its files.
      await this.app.get<ImageStore>(ImageStore, { strict: false }).delete(postId);
      return;
    }
    try {
      await this.app.get(Publishing).rated(rating, ownerId);
    } catch (error) {
      // Already published by an earlier run.
      if (!(error instanceof Rejected && error.refusal === 'conflict')) throw error;
    }
  }

  /** Whether a rated photo was deleted. */
  private async isGone(photoId: string): Promise<boolean> {
    return (await this.app.get(Verdicts).of(photoId)) === null;
  }
}
