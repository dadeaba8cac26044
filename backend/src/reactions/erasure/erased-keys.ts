import type { AccountEvents } from '../../domain/account/account.events.js';
import type { Recorded } from '../../kernel/event.js';
import type { KeyRing } from '../../kernel/key-ring.js';
import type { States } from '../../kernel/states.js';
import { UndecodableError } from '../../kernel/undecodable.js';
import type { Goodbyes } from './goodbyes.js';
import type { Reaction } from '../reaction.js';

/** What the reaction works with. */
export interface ErasedKeyParts {
  readonly goodbyes: Pick<Goodbyes, 'storeIfMissing'>;
  readonly keys: Pick<KeyRing, 'destroy'>;
  readonly states: Pick<States, 'forgetAll'>;
}

/**
 * Destroys the key of a deleted account. It reads no view and calls no other server, so nothing can delay it. From
 * then on the person's data cannot be read in the log or in any copy of it.
 */
export function erasedKeys(parts: ErasedKeyParts): Reaction {
  return { name: 'erased-keys', on: { AccountDeleted: (event) => destroyKey(parts, event) } };
}

/**
 * Destroys the key and clears the caches of data read with it. The outbox keeps the address until the goodbye mail is
 * sent.
 */
export async function destroyKey(
  parts: ErasedKeyParts,
  { data: { accountId }, metadata }: Recorded<string, AccountEvents['AccountDeleted']>,
): Promise<void> {
  // Already stored, unless the outbox was lost: backups do not have it.
  await parts.goodbyes.storeIfMissing(accountId, new Date(metadata.at)).catch((error: unknown) => {
    // Without a stored address, no mail is sent; the key is destroyed all the same.
    if (!(error instanceof UndecodableError)) throw error;
  });
  await parts.keys.destroy(accountId);
  parts.states.forgetAll();
}
