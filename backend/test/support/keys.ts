import { catalogue } from '../../src/domain/events.js';
import type { KeyRing } from '../../src/kernel/key-ring.js';

/** Creates the key that an event needs, for tests whose people never registered. */
export async function giveKey(keys: KeyRing, type: string, data: object): Promise<void> {
  const { personal } = (catalogue as Record<string, { personal?: { subject: string } }>)[type] ?? {};
  if (personal) await keys.create(String((data as Record<string, unknown>)[personal.subject]));
}
