import { Inject, Injectable } from '@nestjs/common';
import { sameBytes, ServerSecret, sha256 } from '../../infrastructure/sessions/server-secret.js';
import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';

const ID_BYTES = 16;
const TOKEN = /^(?:[A-Za-z0-9_-]{64}|[A-Za-z0-9_-]{86})$/;
/** A token that was mailed before tokens named their account: the same without the account's id in front. */
const BARE_BYTES = 48;

/** A request that a token was mailed for. */
export interface MailedRequest {
  readonly accountId: string;
  readonly requestId: string;
}

/**
 * The tokens of links in mails, of one purpose each. A token is the id of the account, that of the request, and a keyed
 * hash of both and the purpose, in base64url: so it can be made again for a mail that has to be sent after a crash, and
 * yet is stored nowhere. That of one purpose is worth nothing for another.
 */
class MailedTokens {
  constructor(
    private readonly purpose: 'verify' | 'reset',
    private readonly secret: ServerSecret,
  ) {}

  /** The token of this request of this account (both UUIDs): 86 characters that are safe in an address. */
  issue(accountId: string, requestId: string): string {
    return Buffer.concat([bytesOf(accountId), this.bare(accountId, requestId)]).toString('base64url');
  }

  /** What an event keeps of the token of this request: a hash, which is the same in whichever form it was mailed. */
  hashOf(accountId: string, requestId: string): string {
    return sha256(this.bare(accountId, requestId).toString('base64url'));
  }

  /**
   * The request that this token was issued for; null when it is none of ours. `accountOf` finds the account of a request,
   * for tokens that were mailed before they named it.
   */
  async requestOf(
    token: string,
    accountOf: (requestId: string) => Promise<string | null>,
  ): Promise<MailedRequest | null> {
    if (!TOKEN.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const isBare = bytes.length === BARE_BYTES;
    const requestId = uuidAt(bytes, isBare ? 0 : ID_BYTES);
    const accountId = isBare ? await accountOf(requestId) : uuidAt(bytes, 0);
    if (accountId === null) return null;
    const bare = this.bare(accountId, requestId);
    const issued = isBare ? bare.toString('base64url') : this.issue(accountId, requestId);
    return sameBytes(Buffer.from(token), Buffer.from(issued)) ? { accountId, requestId } : null;
  }

  private bare(accountId: string, requestId: string): Buffer {
    return Buffer.concat([bytesOf(requestId), this.secret.hmac(this.purpose, accountId, requestId)]);
  }
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uuidAt(bytes: Buffer, from: number): string {
  const hex = bytes.subarray(from, from + ID_BYTES).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
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

const HASH_BYTES = 32;
const LONGEST_TOKEN = 300;

/** What a token allows whoever has it: to stop these kinds of mail to this account, and nothing else. */
export interface Unsubscribing {
  readonly accountId: string;
  readonly kinds: readonly MailKind[];
}

/**
 * The tokens of unsubscribe links: a byte with a bit for each kind, the account's id, and a keyed hash of both, in
 * base64url. They stand nowhere and never expire, as a mail may be years old when its reader has had enough.
 */
@Injectable()
export class UnsubscribeTokens {
  constructor(@Inject(ServerSecret) private readonly secret: ServerSecret) {}

  /** The token for these kinds of mail to this account, the same each time; safe in an address. */
  issue(accountId: string, kinds: readonly MailKind[]): string {
    const bits = MAIL_KINDS.reduce((sum, kind, index) => sum + (kinds.includes(kind) ? 2 ** index : 0), 0);
    const hash = this.secret.hmac('unsubscribe', accountId, String(bits));
    return Buffer.concat([Buffer.from([bits]), Buffer.from(accountId), hash]).toString('base64url');
  }

  /** What a token allows, or null when it is none of ours. */
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
