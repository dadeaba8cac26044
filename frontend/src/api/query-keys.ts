/**
 * The key of every cached answer. A key also matches all keys that it is the beginning of: `posts.all` matches every list
 * of posts and every post.
 */
export const queryKeys = {
  session: ['api', 'auth', 'me'],
  /** What belongs to the signed-in person. */
  own: {
    all: ['api', 'user'],
    posts: ['api', 'user', 'posts'],
    sessions: ['api', 'user', 'sessions'],
    unusedBoosts: ['api', 'user', 'unused-boosts'],
    payments: ['api', 'user', 'payments'],
    openCheckouts: ['api', 'user', 'payments', 'open'],
    decisions: ['api', 'user', 'decisions'],
    allMarks: ['api', 'user', 'marks'],
    /** Of a post and its comments. */
    marks: (postId: string) => ['api', 'user', 'marks', postId] as const,
    scoreSheet: (postId: string) => ['api', 'user', 'score-sheet', postId] as const,
    timeline: (postId: string | undefined) => ['api', 'user', 'timeline', postId ?? 'all'] as const,
    /** What the inbox says: all of the next three. */
    activity: ['api', 'user', 'activity'],
    news: ['api', 'user', 'activity', 'news'],
    inbox: ['api', 'user', 'activity', 'inbox'],
    record: ['api', 'user', 'activity', 'record'],
  },
  posts: {
    all: ['api', 'posts'],
    lists: ['api', 'posts', 'list'],
    list: (search: string, sort: string, after?: string) =>
      ['api', 'posts', 'list', { search, sort, after }] as const,
    /** One post; the next ones lie under it, so use `exact` to match the post alone. */
    post: (id: string) => ['api', 'posts', 'post', id] as const,
    comments: (id: string) => ['api', 'posts', 'post', id, 'comments'] as const,
    /** The number of replies to a comment on the server. */
    replies: (id: string, commentId: string | undefined, commentsCount: number) =>
      ['api', 'posts', 'post', id, 'comments', 'replies', commentId, commentsCount] as const,
    commentExists: (id: string, commentId: string) =>
      ['api', 'posts', 'post', id, 'comments', 'exists', commentId] as const,
    rank: (id: string) => ['api', 'posts', 'post', id, 'rank'] as const,
    /** Read again when the post shows another boost, which live news can bring. */
    boost: (id: string, shown: string | undefined) =>
      ['api', 'posts', 'post', id, 'boost', shown ?? 'none'] as const,
  },
  boards: {
    all: ['api', 'leaderboard'],
    weeks: ['api', 'leaderboard', 'weekly'],
    /** The running week is cached twice if its name is also asked for. */
    week: (week: string | undefined, search: string, sort: string, after?: string) =>
      ['api', 'leaderboard', 'weekly', week ?? 'running', { search, sort, after }] as const,
    hallOfFame: ['api', 'leaderboard', 'weeks'],
    summary: ['api', 'leaderboard', 'summary'],
    /** The first of the running week. */
    first: ['api', 'leaderboard', 'first'],
  },
  profiles: {
    all: ['api', 'users'],
    profile: (id: string, after?: string) => ['api', 'users', id, { after }] as const,
  },
  /** The photos to rate one after another. */
  toRate: ['api', 'rate'],
  prices: ['api', 'boost', 'prices'],
  checkout: (sessionId: string) => ['api', 'checkouts', sessionId] as const,
  rememberedRating: ['api', 'ratings', 'pending'],
  unsubscribe: (token: string) => ['api', 'unsubscribe', token] as const,
  /** What belongs to the signed-in admin. */
  backOffice: {
    all: ['api', 'rtm-sys'],
    admin: ['api', 'rtm-sys', 'me'],
    entry: ['api', 'rtm-sys', 'entry'],
    sessions: ['api', 'rtm-sys', 'sessions'],
    passkeys: ['api', 'rtm-sys', 'passkeys'],
    /** What admins decide about: every list, count and page of it. */
    subjects: ['api', 'rtm-sys', 'subjects'],
    counts: ['api', 'rtm-sys', 'subjects', 'counts'],
    list: (name: string, query: Readonly<Record<string, string>>) =>
      ['api', 'rtm-sys', 'subjects', 'list', name, query] as const,
    post: (id: string) => ['api', 'rtm-sys', 'subjects', 'post', id] as const,
    person: (id: string) => ['api', 'rtm-sys', 'subjects', 'person', id] as const,
    payment: (id: string) => ['api', 'rtm-sys', 'subjects', 'payment', id] as const,
    appeal: (id: string) => ['api', 'rtm-sys', 'subjects', 'appeal', id] as const,
    asOf: (kind: string, id: string, at: string | undefined) =>
      ['api', 'rtm-sys', 'subjects', 'as-of', kind, id, at] as const,
    pastBoard: (at: string) => ['api', 'rtm-sys', 'past-board', at] as const,
    closings: ['api', 'rtm-sys', 'closings'],
    admins: ['api', 'rtm-sys', 'admins'],
    proposals: ['api', 'rtm-sys', 'admins', 'proposals'],
    invitations: ['api', 'rtm-sys', 'invitations'],
    processes: ['api', 'rtm-sys', 'processes'],
    projections: ['api', 'rtm-sys', 'projections'],
    projection: (name: string) => ['api', 'rtm-sys', 'projections', name] as const,
    closedWeeks: ['api', 'rtm-sys', 'weeks'],
    recount: ['api', 'rtm-sys', 'weeks', 'recount'],
    event: (id: string) => ['api', 'rtm-sys', 'event', id] as const,
    newerLines: (query: Readonly<Record<string, string | number>>) =>
      ['api', 'rtm-sys', 'newer-lines', query] as const,
    search: (text: string) => ['api', 'rtm-sys', 'search', text] as const,
    rings: ['api', 'rtm-sys', 'subjects', 'rings'],
    rater: (id: string) => ['api', 'rtm-sys', 'subjects', 'rater', id] as const,
    comparison: (id: string, postId: string | undefined) =>
      ['api', 'rtm-sys', 'subjects', 'rater', id, 'what-if', postId ?? 'all'] as const,
  },
} as const;

/** The key of every kind of change that others look for while it is in flight. */
export const mutationKeys = {
  postComment: (postId: string) => ['post-comment', postId] as const,
  /** Every change of one's own marks of a post and its comments; the next ones lie under it. */
  marks: (postId: string) => ['marks', postId] as const,
  likePost: (postId: string) => ['marks', postId, 'post'] as const,
  likeComment: (postId: string, commentId: string) => ['marks', postId, 'comment', commentId] as const,
  ratePost: (postId: string) => ['marks', postId, 'rating'] as const,
} as const;
