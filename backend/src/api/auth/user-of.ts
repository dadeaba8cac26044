import type { QueryBus } from '@nestjs/cqrs';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { FindUser } from '../../projections/accounts/accounts.queries.js';
import type { User } from '../../projections/accounts/user.js';

/**
 * An account that is there, as its owner sees it.
 * @throws DocumentStoreUnavailableError (503) while the view of accounts does not show it
 */
export async function userOf(queries: QueryBus, accountId: string): Promise<User> {
  const user = await queries.execute(new FindUser(accountId));
  if (!user) throw new DocumentStoreUnavailableError(`the view of accounts does not show ${accountId}`);
  return user;
}
