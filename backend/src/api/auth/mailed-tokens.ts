import { Inject, Injectable } from '@nestjs/common';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';

const ID_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/**
 * The tokens of links in mails, of one purpose each. A token is its request's id and a keyed hash of it, in base64url:
 * so it can be made again for a mail that has to be sent after a crash, and yet stands nowhere. That of one purpose is
 * worth nothing for another.
 */
class MailedTokens {
  constructor(
    private readonly purpose: 'verify' | 'reset',
    private readonly secret: ServerSecret,
  ) {}

  /** The token of this request (a UUID) of this account: 64 characters that are safe in an address. */
  issue(accountId: string, requestId: string): string {
    const id = Buffer.from(requestId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, this.secret.hmac(this.purpose, accountId, requestId)]).toString('base64url');
  }

  /**
   * The id of the request that a token names, or null for what is no token. The token is not proved to be ours
   * yet.
   */
  idIn(token: string): string | null {
    if (!TOKEN.test(token)) return null;
    const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  /** Whether we issued this token for this request of this account. */
  isIssued(token: string, accountId: string, requestId: string): boolean {
    return sameBytes(Buffer.from(token), Buffer.from(this.issue(accountId, requestId)));
  }
}

/** The tokens of links that prove an address. */
@Injectable()
export class VerificationTokens extends MailedTokens {
  constructor(@Inject(ServerSecret) secret: ServerSecret) {
    super('verify', secret);
  }
}

/** The tokens of links that set a new password. */
@Injectable()
export class ResetTokens extends MailedTokens {
  constructor(@Inject(ServerSecret) secret: ServerSecret) {
    super('reset', secret);
  }
}
