import { Inject, Injectable } from '@nestjs/common';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';

/** Addresses as keyed hashes, which may stand in stream names and indexes. */
@Injectable()
export class EmailHashes {
  constructor(@Inject(ServerSecret) private readonly secret: ServerSecret) {}

  /** The hash of an address in its one spelling: 64 hexadecimal digits, the same for ever. */
  of(email: string): string {
    return this.secret.hmac('email', email).toString('hex');
  }
}
