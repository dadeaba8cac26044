import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Registration } from '../api/auth/registration.service.js';
import { VerificationTokens } from '../api/auth/mailed-tokens.js';
import { Verifications } from '../api/auth/verification.service.js';
import { Accounts } from '../api/http/accounts.js';
import { IssuedRatings } from '../api/photos/issued-ratings.service.js';
import { PhotoRating } from '../api/photos/photo-rating.service.js';
import { Publishing } from '../api/posts/publishing.service.js';
import { Rejected } from '../kernel/aggregate.js';
import { NOTICE_PAUSE_MS } from '../domain/notice/notice.js';
import { causedBy } from '../kernel/causation.js';
import { ImageStore } from '../infrastructure/images/image-store.port.js';
import { FindPendingActivity } from '../projections/activity/activity.queries.js';
import { photoIdIn } from '../projections/photos/rating-result.js';
import { ActivityNotices } from '../reactions/activity-notices.js';
import { WeekClosing } from '../reactions/week-closing.js';
import { drawFeet } from './drawing/draw-feet.js';
import { Conversation } from './conversation.js';
import { seededRandom } from './random.js';
import { type CrowdScene, type Scene, nameOf } from './scenes.js';
import { type StageIds, onStage } from './stage.js';

/**
 * Plays the scenes of a plan through the application's own services. Scenes that were played before change
 * nothing.
 */
export class Community {
  private readonly accounts = new Map<number, string>();
  private readonly posts = new Map<number, string>();
  private readonly conversation: Conversation;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly ids: StageIds,
    private readonly seed: number,
  ) {
    this.conversation = new Conversation(app);
  }

  /** Plays one scene, at its time and put down to whoever acts in it. */
  async play(scene: Scene): Promise<void> {
    const name = nameOf(scene);
    const accountId = this.accounts.get(scene.person) ?? null;
    const actor = { kind: accountId ? ('user' as const) : ('visitor' as const), id: accountId };
    const causation = { actor, requestId: null, correlationId: `demo/${name}`, causationId: `demo/${name}` };
    await onStage(`${this.seed}/${name}`, scene.at, () => causedBy(causation, () => this.act(scene)));
  }

  /** Closes the weeks that have ended by then. */
  async closeWeeks(now: Date): Promise<void> {
    await onStage(`${this.seed}/close/${now.toISOString()}`, now, () => this.app.get(WeekClosing).close());
  }

  /** Takes everything that people would be mailed about for told. */
  async letGo(now: Date): Promise<void> {
    const queries = this.app.get(QueryBus, { strict: false });
    const pause = new Date(now.getTime() - NOTICE_PAUSE_MS);
    const isPending = async () => (await queries.execute(new FindPendingActivity(pause, 1))).length > 0;
    await onStage(`${this.seed}/notices/${now.toISOString()}`, now, async () => {
      while (await isPending()) await this.app.get(ActivityNotices).notify();
    });
  }

  private act(scene: Scene): Promise<void> {
    if (scene.kind === 'join') return this.join(scene.person);
    if (scene.kind === 'publish') return this.publish(scene);
    return this.conversation.play(scene, this.postOf(scene), this.accountOf(scene.person));
  }

  private accountOf(person: number): string {
    const accountId = this.accounts.get(person);
    if (!accountId) throw new Error(`person ${person} acts before joining`);
    return accountId;
  }

  private postOf({ photo }: CrowdScene): string {
    const postId = this.posts.get(photo);
    if (!postId) throw new Error(`photo ${photo} is talked about before it is published`);
    return postId;
  }

  private async join(person: number): Promise<void> {
    const password = this.ids.secret(16);
    const email = `demo-${this.seed}-${person}@footnote.localhost`;
    const accountId = await this.app.get(Registration, { strict: false }).register(email, password);
    this.accounts.set(person, accountId);
    const account = await this.app.get(Accounts, { strict: false }).state(accountId);
    if (!account?.verification || account.verified) return;
    const token = this.app
      .get(VerificationTokens, { strict: false })
      .issue(accountId, account.verification.verificationId);
    await this.app.get(Verifications, { strict: false }).accept(token, null);
  }

  private async publish({ person, photo }: { person: number; photo: number }): Promise<void> {
    const ownerId = this.accountOf(person);
    const picture = await drawFeet(seededRandom(`${this.seed}/picture/${photo}`));
    const uploader = { key: `account:${ownerId}`, address: 'address:demo', formerAddresses: [] };
    const rating = await this.app.get(PhotoRating).rate(picture, uploader);
    const postId = photoIdIn(rating.imageUrl);
    if (!postId)
      throw new Error(`photo ${photo} was rated under ${rating.imageUrl}, which is no address of a photo`);
    this.posts.set(photo, postId);
    if (await this.isGone(postId)) {
      // Deleted since an earlier run: it stays so, with its files.
      await this.app.get<ImageStore>(ImageStore, { strict: false }).delete(postId);
      return;
    }
    try {
      await this.app.get(Publishing).publish(rating, ownerId);
    } catch (error) {
      // On the board already, from an earlier run.
      if (!(error instanceof Rejected && error.refusal === 'conflict')) throw error;
    }
  }

  /** Whether a photo that has been rated is there no more. */
  private async isGone(photoId: string): Promise<boolean> {
    return (await this.app.get(IssuedRatings).of(photoId)) === null;
  }
}
