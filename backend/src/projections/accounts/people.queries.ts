import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../infrastructure/document-store/document-store.port.js';
import { Views } from '../projection.js';
import { type AccountDocument, accounts } from './accounts.projection.js';
import type { SocialLinks } from './user.js';

/** What everybody may see of a person. */
export interface PublicPerson {
  readonly username: string;
  readonly displayUsername: string | null;
  readonly bio: string | null;
  readonly socialLinks: SocialLinks | null;
  readonly profilePictureUrl: string | null;
}

/** Those of `ids` who are to be seen, by id, in one look-up. */
export class PublicPeople extends Query<ReadonlyMap<string, PublicPerson>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

@QueryHandler(PublicPeople)
export class PublicPeopleHandler implements IQueryHandler<PublicPeople> {
  private readonly accounts: ViewReader<AccountDocument>;

  constructor(@Inject(Views) views: Views) {
    this.accounts = views.of(accounts);
  }

  async execute({ ids }: PublicPeople): Promise<ReadonlyMap<string, PublicPerson>> {
    const found = await this.accounts.getMany(ids);
    const people = [...found].filter(([, account]) => account.email !== null);
    return new Map(people.map(([id, account]) => [id, publicPerson(account)]));
  }
}

const MOST_PEOPLE = 1000;

/** The ids of verified people with `text` in one of their names, in whatever letter case; a thousand at most. */
export class SearchPeople extends Query<readonly string[]> {
  constructor(readonly text: string) {
    super();
  }
}

@QueryHandler(SearchPeople)
export class SearchPeopleHandler implements IQueryHandler<SearchPeople> {
  private readonly accounts: ViewReader<AccountDocument>;

  constructor(@Inject(Views) views: Views) {
    this.accounts = views.of(accounts);
  }

  async execute({ text }: SearchPeople): Promise<readonly string[]> {
    const where = {
      emailVerified: true,
      email: { $ne: null },
      searchText: { $contains: text.toLowerCase() },
    };
    const found = await this.accounts.find({ where, limit: MOST_PEOPLE });
    return found.map((account) => account._id);
  }
}

function publicPerson(account: AccountDocument): PublicPerson {
  const { username, displayUsername, bio, socialLinks, profilePictureUrl } = account;
  return { username, displayUsername, bio, socialLinks, profilePictureUrl };
}
