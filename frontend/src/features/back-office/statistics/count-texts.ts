import type { CountSeries, MoneySeries } from '../../../api/generated/schema.d.ts';

interface FigureText {
  part: 'people' | 'content' | 'moderation' | 'money';
  name: string;
  /** What it counts, in a sentence. */
  says: string;
}

/** Each figure by its name in the API. */
export const countTexts: Readonly<Record<CountSeries['name'], FigureText>> = {
  accounts: { part: 'people', name: 'New accounts', says: 'Accounts that visitors created.' },
  verifications: {
    part: 'people',
    name: 'Verified addresses',
    says: 'Email addresses that people verified.',
  },
  accountDeletions: {
    part: 'people',
    name: 'Deleted accounts',
    says: 'Accounts whose deletion took effect.',
  },
  photos: {
    part: 'content',
    name: 'Rated photos',
    says: 'Photos that passed the check and got an AI score.',
  },
  refusedPhotos: { part: 'content', name: 'Refused photos', says: 'Photos that did not pass the check.' },
  posts: {
    part: 'content',
    name: 'Posts',
    says: 'Posts that were published, also those that wait for a review.',
  },
  postDeletions: { part: 'content', name: 'Deleted posts', says: 'Posts that were deleted permanently.' },
  ratings: { part: 'content', name: 'Ratings', says: 'Ratings that people gave, also those excluded later.' },
  likes: {
    part: 'content',
    name: 'Likes',
    says: 'Likes of posts and comments, also those taken back later.',
  },
  takenBackLikes: { part: 'content', name: 'Likes taken back', says: 'Of posts and comments.' },
  comments: { part: 'content', name: 'Comments', says: 'Comments and replies, also those deleted later.' },
  commentDeletions: {
    part: 'content',
    name: 'Deleted comments',
    says: 'By their author, or with what they reply to.',
  },
  reports: { part: 'moderation', name: 'Reports', says: 'Posts that people reported.' },
  reviewedReports: {
    part: 'moderation',
    name: 'Reports agreed with',
    says: 'Decisions, also those undone later.',
  },
  dismissedReports: {
    part: 'moderation',
    name: 'Reports dismissed',
    says: 'Decisions, also those undone later.',
  },
  hiddenPosts: { part: 'moderation', name: 'Posts hidden', says: 'Decisions, also those undone later.' },
  removedPosts: { part: 'moderation', name: 'Posts removed', says: 'Decisions, also those undone later.' },
  hiddenComments: {
    part: 'moderation',
    name: 'Comments hidden',
    says: 'Decisions, also those undone later.',
  },
  excludedRatings: { part: 'moderation', name: 'Ratings excluded', says: 'One by one, or all of a person.' },
  strikes: {
    part: 'moderation',
    name: 'Strikes',
    says: 'Strikes that admins gave, also those undone later.',
  },
  suspensions: {
    part: 'moderation',
    name: 'Suspensions',
    says: 'By admins, with a strike, or for a dispute.',
  },
  appeals: { part: 'moderation', name: 'Appeals', says: 'Appeals that people filed.' },
  decidedAppeals: {
    part: 'moderation',
    name: 'Appeals decided',
    says: 'Appeals that were granted or rejected.',
  },
  payments: { part: 'money', name: 'Payments', says: 'Confirmed payments for boosts, and donations.' },
  boughtBoosts: { part: 'money', name: 'Boosts bought', says: 'Boosts that were granted for a payment.' },
  appliedBoosts: { part: 'money', name: 'Boosts applied', says: 'Boosts that people used on a post.' },
  startedRefunds: {
    part: 'money',
    name: 'Refunds started',
    says: 'Here or in a terminal. Refunds made at Stripe are in the amounts only.',
  },
};

export const moneyTexts: Readonly<Record<MoneySeries['name'], Omit<FigureText, 'part'>>> = {
  boosts: { name: 'Revenue from boosts', says: 'Confirmed payments, at the price that was paid.' },
  donations: { name: 'Donations', says: 'Confirmed payments without a boost.' },
  refunds: { name: 'Refunded', says: 'When Stripe first showed the refund, less refunds that failed later.' },
};

/** The events that the amounts come from. */
export const moneyTypes: Readonly<Record<MoneySeries['name'], readonly string[]>> = {
  boosts: ['PaymentConfirmed'],
  donations: ['PaymentConfirmed'],
  refunds: ['RefundObserved'],
};
