import type { INestApplicationContext } from '@nestjs/common';
import { Registration } from '../api/auth/registration.service.js';
import { VerificationTokens } from '../api/auth/mailed-tokens.js';
import { Verifications } from '../api/auth/verification.service.js';
import { PhotoRating } from '../api/photos/photo-rating.service.js';
import { Publishing } from '../api/posts/publishing.service.js';
import { Rejected } from '../domain/aggregate.js';
import { causedBy } from '../infrastructure/engine/causation.js';
import { accounts } from '../projections/accounts/accounts.projection.js';
import { Views } from '../projections/projection.js';
import { drawFeet } from './drawing/draw-feet.js';
import type { Scene } from './plan.js';
import { seededRandom } from './random.js';
import type { StageClock, StageIds } from './stage.js';

/**
 * Plays the scenes of a plan through the application's own services. Scenes that were played before change
 * nothing.
 */
export class Community {
  private readonly accounts = new Map<number, string>();

  constructor(
    private readonly app: INestApplicationContext,
    private readonly clock: StageClock,
    private readonly ids: StageIds,
    private readonly seed: number,
  ) {}

  /** Plays one scene, at its time and put down to whoever acts in it. */
  async play(scene: Scene): Promise<void> {
    const name = scene.kind === 'join' ? `join/${scene.person}` : `publish/${scene.photo}`;
    this.clock.set(scene.at);
    this.ids.begin(`${this.seed}/${name}`);
    const accountId = this.accounts.get(scene.person) ?? null;
    const actor = { kind: accountId ? ('user' as const) : ('visitor' as const), id: accountId };
    const causation = { actor, requestId: null, correlationId: `demo/${name}`, causationId: `demo/${name}` };
    await causedBy(causation, () => (scene.kind === 'join' ? this.join(scene.person) : this.publish(scene)));
  }

  private async join(person: number): Promise<void> {
    const password = this.ids.secret(16);
    const email = `demo-${this.seed}-${person}@footnote.localhost`;
    const accountId = await this.app.get(Registration, { strict: false }).register(email, password);
    this.accounts.set(person, accountId);
    const account = await this.app.get(Views).of(accounts).get(accountId);
    if (!account?.verification || account.emailVerified) return;
    const token = this.app
      .get(VerificationTokens, { strict: false })
      .issue(accountId, account.verification.verificationId);
    await this.app.get(Verifications, { strict: false }).accept(token, null);
  }

  private async publish({ person, photo }: { person: number; photo: number }): Promise<void> {
    const ownerId = this.accounts.get(person);
    if (!ownerId) throw new Error(`person ${person} publishes before joining`);
    const picture = await drawFeet(seededRandom(`${this.seed}/picture/${photo}`));
    const key = `account:${ownerId}`;
    const rating = await this.app.get(PhotoRating).rate(picture, { key, keys: [key] });
    try {
      await this.app.get(Publishing).publish(rating, ownerId);
    } catch (error) {
      // On the board already, from an earlier run.
      if (!(error instanceof Rejected && error.refusal === 'conflict')) throw error;
    }
  }
}
