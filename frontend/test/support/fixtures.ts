import type {
  BoardSummary,
  Comment,
  HallOfFameWeek,
  Post,
  ProfilePost,
  PublicUser,
  WeeklyBoard,
} from '../../src/api/generated/schema.d.ts';
import type { Answers } from '../../src/api/ssr-state.ts';

export const POST = '11111111-1111-4111-8111-111111111111';
export const PERSON = '22222222-2222-4222-8222-222222222222';

/** Half past eleven in the evening, in UTC: the next day in the east. */
const LATE = '2026-11-21T23:30:00.000Z';

/** What people wrote. */
export interface Words {
  readonly name: string;
  readonly bio: string;
  readonly comment: string;
}

const plain: Words = { name: 'Quiet Otter', bio: 'Walks a lot.', comment: 'What a calm picture.' };

const figures = {
  likesCount: 3,
  commentsCount: 1,
  isBoosted: false,
  boostType: null,
  ratingsCount: 2,
} as const;
const picture = {
  imageUrl: `/images/${POST}/1280.webp`,
  thumbhash: 'pEkKFwDH9zR9d4WMdpZ3eIeGp935n3sN',
  width: 1200,
};

const post = ({ name, bio }: Words): Post => ({
  ...picture,
  ...figures,
  id: POST,
  height: 1200,
  aiScore: '7.9',
  createdAt: LATE,
  userId: PERSON,
  imageHash: '0'.repeat(64),
  averageRating: '8.5',
  username: 'FairWoodpecker2975',
  displayUsername: name,
  bio,
  socialLinks: null,
  profilePictureUrl: null,
  isPublic: true,
  isModerated: false,
  moderationFlags: [],
  decision: null,
});

const comment = ({ name, comment: text }: Words): Comment => ({
  id: '33333333-3333-4333-8333-333333333333',
  userId: PERSON,
  username: 'FairWoodpecker2975',
  displayUsername: name,
  profilePictureUrl: null,
  text,
  createdAt: LATE,
  likesCount: 1,
  isHidden: false,
  parentCommentId: null,
  replies: [],
});

const profile = ({ name, bio }: Words): { user: PublicUser; postsCount: number; posts: ProfilePost[] } => ({
  user: {
    id: PERSON,
    anonymousUsername: 'FairWoodpecker2975',
    displayUsername: name,
    bio,
    socialLinks: null,
    profilePictureUrl: null,
  },
  postsCount: 1,
  posts: [
    { ...picture, ...figures, id: POST, height: 1200, aiScore: '7.9', createdAt: LATE, overallRating: '8.5' },
  ],
});

const week = (words: Words): WeeklyBoard => ({
  week: '2026-W47',
  isClosed: false,
  startsAt: '2026-11-16T00:00:00.000Z',
  endsAt: '2026-11-23T00:00:00.000Z',
  posts: [{ ...post(words), rank: 1, removed: false }],
});

const summary = (words: Words): BoardSummary => ({
  posts: 1,
  ratings: 2,
  podium: [{ ...post(words), rank: 1, removed: false }],
});

const weeks = ({ name }: Words): HallOfFameWeek[] => [
  {
    week: '2026-W46',
    startsAt: '2026-11-09T00:00:00.000Z',
    endsAt: '2026-11-16T00:00:00.000Z',
    winners: [
      {
        ...picture,
        height: 1200,
        averageRating: '8.5',
        ratingsCount: 2,
        aiScore: '7.9',
        rank: 1,
        postId: POST,
        removed: false,
        userId: PERSON,
        username: 'FairWoodpecker2975',
        displayUsername: name,
        profilePictureUrl: null,
      },
    ],
  },
];

const answer = (body: unknown, headers = {}) => ({
  status: 200,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** What the API answers a visitor, for all pages. */
export function answersWith(words: Partial<Words> = {}): Answers {
  const all = { ...plain, ...words };
  const next = { Link: '</api/list?cursor=abc>; rel="next"' };
  const list = answer([post(all)], next);
  return {
    '/api/posts?sort=recent&limit=60': list,
    '/api/posts?limit=60&search=a+b%26c&sort=top': list,
    '/api/posts?sort=top&limit=60': answer([{ ...post(all), rank: 1 }]),
    '/api/posts?sort=top&limit=60&cursor=abc': answer([{ ...post(all), rank: 61 }]),
    '/api/leaderboard/weekly?sort=top&limit=60': answer(week(all), next),
    '/api/leaderboard/weekly?sort=top&limit=60&cursor=abc': answer(week(all)),
    '/api/leaderboard/weekly?sort=recent&limit=60&week=2026-W47': answer(week(all)),
    '/api/leaderboard/summary': answer(summary(all)),
    '/api/leaderboard/weeks': answer(weeks(all)),
    [`/api/posts/${POST}`]: answer(post(all)),
    [`/api/posts/${POST}/comments`]: answer([comment(all)], { 'x-total-count': '1' }),
    [`/api/users/${PERSON}`]: answer(profile(all), next),
    [`/api/users/${PERSON}?cursor=abc`]: answer(profile(all)),
  };
}

/** What the API answers if there is no such post or person. */
export const notFound = { status: 404, headers: {}, body: JSON.stringify({ message: 'Not found' }) };
