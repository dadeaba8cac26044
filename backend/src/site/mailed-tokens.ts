import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sameBytes, ServerSecret } from '../infrastructure/sessions/server-secret.js';
import { MAIL_KINDS, type MailKind } from '../domain/account/mail-kind.js';

const ID_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{86}$/;

/** A request that a token was mailed for. */
export interface MailedRequest {
  readonly accountId: string;
  readonly requestId: string;
}

/**
 * The tokens of mailed links, for one purpose each. A token is the account id, the request id, and a keyed hash of
 * both and the purpose, in base64url. So it can be computed again after a crash without being stored. A token is not
 * valid for another purpose.
 */
class MailedTokens {
  constructor(
    private readonly purpose: 'verify' | 'reset',
    private readonly secret: ServerSecret,
  ) {}

  /** The token of this request of this account (both UUIDs): 86 URL-safe characters. */
  issue(accountId: string, requestId: string): string {
    const keyed = this.secret.hmac(this.purpose, accountId, requestId);
    return Buffer.concat([bytesOf(accountId), bytesOf(requestId), keyed]).toString('base64url');
  }

  /** The hash of a request's token that its event stores. */
  hashOf(accountId: string, requestId: string): string {
    return hash('sha256', this.issue(accountId, requestId));
  }

  /** The request that this token was issued for; null if the token is not valid. */
  requestOf(token: string): MailedRequest | null {
    if (!TOKEN.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const [accountId, requestId] = [uuidAt(bytes, 0), uuidAt(bytes, ID_BYTES)];
    const issued = this.issue(accountId, requestId);
    return sameBytes(Buffer.from(token), Buffer.from(issued)) ? { accountId, requestId } : null;
  }
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uuidAt(bytes: Buffer, from: number): string {
  const hex = bytes.subarray(from, from + ID_BYTES).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

@Injectable()
export class VerificationTokens extends MailedTokens {
  constructor(secret: ServerSecret) {
    super('verify', secret);
  }
}

@Injectable()
export class ResetTokens extends MailedTokens {
  constructor(secret: ServerSecret) {
    super('reset', secret);
  }
}

const HASH_BYTES = 32;
const LONGEST_TOKEN = 300;

/** What a token permits its holder: to stop these kinds of mail to this account. */
export interface Unsubscribing {
  readonly accountId: string;
  readonly kinds: readonly MailKind[];
}

/**
 * The tokens of unsubscribe links: a byte with a bit for each kind, the account id, and a keyed hash of both, in
 * base64url. They are not stored and never expire, because people may unsubscribe from a mail that is years old.
 */
@Injectable()
export class UnsubscribeTokens {
  constructor(private readonly secret: ServerSecret) {}

  /** The token for these kinds of mail to this account, always the same; URL-safe. */
  issue(accountId: string, kinds: readonly MailKind[]): string {
    const bits = MAIL_KINDS.reduce((sum, kind, index) => sum + (kinds.includes(kind) ? 2 ** index : 0), 0);
    const keyed = this.secret.hmac('unsubscribe', accountId, String(bits));
    return Buffer.concat([Buffer.from([bits]), Buffer.from(accountId), keyed]).toString('base64url');
  }

  /** What a token permits; null if it is not valid. */
  read(token: string): Unsubscribing | null {
    if (token.length > LONGEST_TOKEN) return null;
    const bytes = Buffer.from(token, 'base64url');
    const bits = bytes[0] ?? 0;
    const kinds = MAIL_KINDS.filter((_, index) => (bits & (2 ** index)) !== 0);
    const accountId = bytes.subarray(1, -HASH_BYTES).toString();
    const isOurs = sameBytes(Buffer.from(token), Buffer.from(this.issue(accountId, kinds)));
    return isOurs && kinds.length > 0 ? { accountId, kinds } : null;
  }
}
