import { Inject, Injectable } from '@nestjs/common';
import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';

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
