import { Injectable } from '@nestjs/common';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { seal, unseal } from '../../kernel/sealed-text.js';
import { newSecret } from './second-factor.js';

const LIFE_MS = 10 * 60_000;

interface Stored {
  /** In Base32. */
  readonly secret: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Secrets for authenticator apps that the server offered. The browser holds its offer, encrypted for its admin; the server
 * stores only which offers were used.
 */
@Injectable()
export class TotpOffers {
  constructor(
    private readonly limits: LimitStore,
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** A new secret, and the offer that shows later that this admin got it, for 10 minutes. */
  make(adminId: string): { secret: string; offer: string } {
    const secret = newSecret((bytes) => this.ids.secret(bytes));
    const stored: Stored = { secret, expiresAt: this.clock.now().getTime() + LIFE_MS };
    return { secret, offer: seal(this.key, adminId, JSON.stringify(stored)) };
  }

  /** The secret of an offer. @throws Rejected (invalid) if it is not one of this admin, or has expired */
  secretOf(adminId: string, offer: string): string {
    const { secret, expiresAt } = this.read(adminId, offer);
    if (this.clock.now().getTime() >= expiresAt) throw notValid();
    return secret;
  }

  /**
   * Uses the offer of a secret up, in whatever spelling it came back.
   * @throws Rejected (invalid) if it was used already, DocumentStoreUnavailableError
   */
  async use(secret: string): Promise<void> {
    const key = this.secret.hmac('limit', 'totp-offer', secret).toString('hex');
    const free = await this.limits.take([{ key, most: 1, windowMs: LIFE_MS }], this.clock.now());
    if (free !== null) throw notValid();
  }

  private read(adminId: string, offer: string): Stored {
    try {
      return JSON.parse(unseal(this.key, adminId, offer)) as Stored;
    } catch {
      throw notValid();
    }
  }

  private get key(): Buffer {
    return this.secret.hmac('totp-offer');
  }
}

function notValid(): Rejected {
  return new Rejected('invalid', 'This secret is not valid any more. Please connect the app again.');
}
