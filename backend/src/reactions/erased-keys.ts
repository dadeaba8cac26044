import type { AccountEvents } from '../domain/account/account.events.js';
import type { Recorded } from '../kernel/event.js';
import type { KeyRing } from '../kernel/key-ring.js';
import type { States } from '../kernel/states.js';
import { UndecodableError } from '../kernel/undecodable.js';
import type { Goodbyes } from './goodbyes.js';
import type { Reaction } from './reaction.js';

/** What a key is destroyed with. */
export interface ErasedKeyParts {
  readonly goodbyes: Pick<Goodbyes, 'storeIfMissing'>;
  readonly keys: Pick<KeyRing, 'destroy'>;
  readonly states: Pick<States, 'forgetAll'>;
}

/**
 * Destroys the key of an account that was deleted. It asks no view and no other server, so that nothing can delay it:
 * from then on nobody can read in the log, or in any copy of it, who the person was.
 */
export function erasedKeys(parts: ErasedKeyParts): Reaction {
  return { name: 'erased-keys', on: { AccountDeleted: (event) => destroyKey(parts, event) } };
}

/** Destroys the key, and drops what was read with it. The address is kept back in the outbox until goodbye is said. */
export async function destroyKey(
  parts: ErasedKeyParts,
  { data: { accountId }, metadata }: Recorded<string, AccountEvents['AccountDeleted']>,
): Promise<void> {
  // It stands there already, unless an earlier program deleted the account.
  await parts.goodbyes.storeIfMissing(accountId, new Date(metadata.at)).catch((error: unknown) => {
    // Then nothing tells the address, and the key is destroyed all the same.
    if (!(error instanceof UndecodableError)) throw error;
  });
  await parts.keys.destroy(accountId);
  parts.states.forgetAll();
}
