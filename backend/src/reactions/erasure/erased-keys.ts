import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import type { Recorded } from '../../kernel/event.js';
import { KeyErasures } from '../../kernel/key-erasures.js';
import { States } from '../../kernel/states.js';
import { UndecodableError } from '../../kernel/undecodable.js';
import { ErasureList } from '../../infrastructure/erasures/erasure-list.port.js';
import { Goodbyes } from './goodbyes.js';
import type { Reaction } from '../reaction.js';

/**
 * Destroys the key of a deleted account. It reads no view and calls no other server, so nothing can delay it. From
 * then on the person's data cannot be read in the log or in any copy of it. While a post of the account is under legal hold,
 * the key is only set aside, where nothing is read with it: it is destroyed when the last hold is lifted.
 */
@Injectable()
export class ErasedKeys implements Reaction {
  constructor(
    private readonly goodbyes: Goodbyes,
    private readonly keys: KeyErasures,
    private readonly states: States,
    private readonly erasures: ErasureList,
  ) {}

  readonly name = 'erased-keys';
  readonly on: Reaction['on'] = {
    AccountDeleted: (event) => this.destroy(event),
    LegalHoldLifted: async () => void (await this.keys.release()),
  };

  /**
   * Destroys the key and clears the caches of data read with it, and notes the erasure for restores of earlier backups. The
   * outbox keeps the address until the goodbye mail is sent.
   */
  async destroy({
    data: { accountId },
    metadata,
  }: Recorded<string, DomainEvents['AccountDeleted']>): Promise<void> {
    // Already stored, unless the outbox was lost: backups do not have it.
    await this.goodbyes.storeIfMissing(accountId, new Date(metadata.at)).catch((error: unknown) => {
      // Without a stored address, no mail is sent; the key is destroyed all the same.
      if (!(error instanceof UndecodableError)) throw error;
    });
    await this.keys.erase(accountId);
    this.states.forgetAll();
    await this.erasures.add({ at: metadata.at, kind: 'account', id: accountId });
  }
}
