import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServerSecret, sameBytes } from '../infrastructure/sessions/server-secret.js';

const ID_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/**
 * The tokens of mailed invitations: the id of the invitation and a keyed hash of it, in base64url. So a token can be
 * computed again after a crash without being stored.
 */
@Injectable()
export class InvitationTokens {
  constructor(private readonly secret: ServerSecret) {}

  /** The token of this invitation (a UUID): 64 URL-safe characters. */
  issue(invitationId: string): string {
    const id = Buffer.from(invitationId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, this.secret.hmac('admin-invitation', invitationId)]).toString('base64url');
  }

  /** The hash of a token, which the event stores. */
  hashOf(token: string): string {
    return hash('sha256', token);
  }

  /** The invitation that this token was issued for; null if the token is not valid. */
  invitationOf(token: string): string | null {
    if (!TOKEN.test(token)) return null;
    const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');
    const invitationId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return sameBytes(Buffer.from(token), Buffer.from(this.issue(invitationId))) ? invitationId : null;
  }
}
