import { Inject, Injectable } from '@nestjs/common';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';

const ID_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/**
 * The tokens of verification links. A token is its verification's id and a keyed hash of it, in base64url: so
 * it can be made again for a mail that has to be sent after a crash, and yet stands nowhere.
 */
@Injectable()
export class VerificationTokens {
  constructor(@Inject(ServerSecret) private readonly secret: ServerSecret) {}

  /** The token of this verification (a UUID) of this account: 64 characters that are safe in an address. */
  issue(accountId: string, verificationId: string): string {
    const id = Buffer.from(verificationId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, this.secret.hmac('verify', accountId, verificationId)]).toString('base64url');
  }

  /**
   * The verification that a token names, or null for what is no token. The token is not proved to be ours
   * yet.
   */
  verificationIdIn(token: string): string | null {
    if (!TOKEN.test(token)) return null;
    const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  /** Whether we issued this token for this verification of this account. */
  isIssued(token: string, accountId: string, verificationId: string): boolean {
    return sameBytes(Buffer.from(token), Buffer.from(this.issue(accountId, verificationId)));
  }
}
