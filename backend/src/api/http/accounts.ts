import { Injectable } from '@nestjs/common';
import { Account } from '../../domain/account/account.js';
import type { ProfilePart, Account as State } from '../../domain/account/account-state.js';
import { withheldParts } from '../../domain/account/withholding.js';
import { Rejected } from '../../kernel/aggregate.js';
import { States } from '../../kernel/states.js';
import { profilePictureUrl } from '../../projections/accounts/people.js';
import { AccountsReader, User } from '../../projections/accounts/accounts.js';

/** The state of an existing account, with its decrypted fields. */
type Present = State & {
  readonly registered: { readonly email: string; readonly emailHash: string; readonly username: string };
  readonly createdAt: string;
  readonly passwordHash: string;
};

/**
 * Reads accounts from their streams, for decisions and for responses to writes. It reads no view, so a view that is
 * behind cannot hide a new account or accept an old password.
 */
@Injectable()
export class Accounts {
  /** Cache of the records made from states, which are immutable. */
  private readonly users = new WeakMap<State, User>();

  constructor(
    private readonly states: States,
    private readonly reader: AccountsReader,
  ) {}

  /** The state of an account; null if it does not exist or was deleted. */
  async state(accountId: string): Promise<Present | null> {
    const state = await this.states.of(Account, accountId);
    return isPresent(state) ? state : null;
  }

  /** The account as its owner sees it; null if it does not exist. */
  async user(accountId: string): Promise<User | null> {
    const state = await this.state(accountId);
    return state && this.userOf(accountId, state);
  }

  /** The same for an account that must exist. @throws Rejected (notFound) if it was deleted meanwhile */
  async present(accountId: string): Promise<User> {
    const user = await this.user(accountId);
    if (!user) throw new Rejected('notFound', 'User not found');
    return user;
  }

  /**
   * The account as its owner sees it, for a user who signed in at `signedInAt`. Null if it does not exist, or if its
   * password changed after that: a password change ends older sessions even if the server stopped before it removed
   * them.
   */
  async signedIn(accountId: string, signedInAt: Date): Promise<User | null> {
    const state = await this.state(accountId);
    return state && !isEnded(state, signedInAt) ? this.userOf(accountId, state) : null;
  }

  /** The same for a read request: while the log is unavailable, from memory or from the view. */
  async signedInToRead(accountId: string, signedInAt: Date): Promise<User | null> {
    const state = await this.states.toRead(Account, accountId);
    if (!state) return this.reader.user(accountId);
    return isPresent(state) && !isEnded(state, signedInAt) ? this.userOf(accountId, state) : null;
  }

  /** The hash to check the account's password against; null if the account does not exist. */
  async passwordHash(accountId: string): Promise<string | null> {
    return (await this.state(accountId))?.passwordHash ?? null;
  }

  private userOf(accountId: string, state: Present): User {
    const known = this.users.get(state);
    if (known) return known;
    const { registered, verifiedAt, profile, pictureId, preferences } = state;
    const user = new User({
      _id: accountId,
      email: registered.email,
      username: registered.username,
      ...profile,
      profilePictureUrl: profilePictureUrl(pictureId),
      isAdmin: state.isAdmin,
      verifiedAt,
      withheld: Object.entries(withheldParts(state)).map(([part, actId]) => ({
        actId,
        parts: [part as ProfilePart],
      })),
      suspensions: state.suspensions,
      createdAt: state.createdAt,
      deletionDueAt: state.deletionDueAt,
      notifications: {
        rating: preferences.emailNotificationsRating,
        comment: preferences.emailNotificationsComment,
        achievements: preferences.emailNotificationsAchievements,
        boosts: preferences.emailNotificationsBoosts,
      },
      emailWeekly: preferences.emailWeekly,
    });
    this.users.set(state, user);
    return user;
  }
}

/** Whether the password was changed after the sign-in. */
function isEnded({ passwordChangedAt }: State, signedInAt: Date): boolean {
  return passwordChangedAt !== null && signedInAt < new Date(passwordChangedAt);
}

/** Once the key is destroyed, the encrypted fields are null. */
function isPresent(state: State): state is Present {
  const { registered, passwordHash, deleted } = state;
  return (
    !deleted &&
    registered !== null &&
    registered.email !== null &&
    registered.username !== null &&
    passwordHash !== null
  );
}
