import type { ProfilePost, PublicUser } from './generated/schema.d.ts';

/** The `cursor` of the next page, from a `Link` header with rel="next" (RFC 8288); undefined on the last page. */
export function nextCursor(linkHeader: string | null): string | undefined {
  for (const [, target, parameters] of (linkHeader ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (target !== undefined && /;\s*rel="?next"?\s*(;|,|$)/i.test(parameters ?? '')) {
      return new URL(target, 'http://relative.invalid').searchParams.get('cursor') ?? undefined;
    }
  }
  return undefined;
}

/** One page of a list, with the cursor of the next page: undefined on the last one. */
export interface Page {
  next: string | undefined;
}

export interface PostPage<Entry> extends Page {
  posts: readonly Entry[];
}

export interface ProfilePage extends PostPage<ProfilePost> {
  user: PublicUser;
  /** The number of all public posts. */
  postsCount: number;
}

/** The cursor of the page after the one that this response carries. */
export function nextPage(response: Response): string | undefined {
  return nextCursor(response.headers.get('link'));
}

/** How long the pages of a list are kept for people who come back from one of its posts, in milliseconds. */
const keptFor = 60 * 60_000;

/** What every `infiniteQueryOptions` of a list with cursors has in common. */
export const byCursor = {
  gcTime: keptFor,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Page) => next,
};
