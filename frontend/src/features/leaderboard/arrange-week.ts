/** What arranging needs to know of a post. */
interface Entry {
  username: string;
  displayUsername: string | null;
  createdAt: string;
}

/** The posts of a week (best first) that fit the search, each with its place from 1, best or newest first. */
export function arrangeWeek<Post extends Entry>(
  ranked: readonly Post[],
  search: string,
  sort: 'recent' | 'top',
): { post: Post; rank: number }[] {
  const wanted = search.toLowerCase();
  const places = ranked
    .map((post, index) => ({ post, rank: index + 1 }))
    .filter(({ post }) =>
      [post.username, post.displayUsername].some((name) => name?.toLowerCase().includes(wanted)),
    );
  return sort === 'top'
    ? places
    : places.sort((one, other) => Date.parse(other.post.createdAt) - Date.parse(one.post.createdAt));
}
