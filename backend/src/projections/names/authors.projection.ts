import { projection } from '../projection.js';

/** A person with at least one post, public or hidden. Deleted with their last post. */
export interface AuthorDocument {
  readonly posts: number;
}

export const authors = projection<AuthorDocument>({
  name: 'authors',
  version: 1,
  indexes: [],
  on: {
    PostPublished: {
      ids: ({ data }) => [data.ownerId],
      fold: (author) => ({ posts: (author?.posts ?? 0) + 1 }),
    },
    PostDeleted: {
      ids: ({ data }) => [data.ownerId],
      fold: (author) => (author && author.posts > 1 ? { posts: author.posts - 1 } : null),
    },
  },
});
