import { Injectable } from '@nestjs/common';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';

/** Keyed hashes of addresses, safe in stream names and indexes. */
@Injectable()
export class EmailHashes {
  constructor(private readonly secret: ServerSecret) {}

  /** The hash of a normalised address: 64 hexadecimal digits, always the same. */
  of(email: string): string {
    return this.secret.hmac('email', email).toString('hex');
  }
}
