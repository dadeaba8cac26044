import type { ReviewItem } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { counted } from '../../../lib/wording.ts';

/** The owner of a post, who may be deleted. */
export function ownerOf({ username }: ReviewItem): string {
  return username ?? 'a deleted account';
}

/** How much harm the reasons of a post name, from 0 to 3. */
export const harmNames = ['None', 'Low', 'High', 'Highest'] as const;

/** What is known of an owner, by standing. */
export const standingNames: Readonly<Record<NonNullable<ReviewItem['standing']>, string>> = {
  new: 'New',
  known: 'Known',
  trusted: 'Trusted',
  'under strikes': 'Has strikes',
};

/** Why a post is in the queue, in words. */
export function reasonText({ source, text, category, reports }: ReviewItem['reasons'][number]): string {
  if (source === 'new owner') return 'Its owner is new';
  if (source === 'owner under strikes') return 'Its owner has strikes';
  if (source === 'flag') return `The check says: ${text}`;
  return `${counted(reports, 'report')}: ${category === null ? 'no category' : decisionReasons[category]}`;
}
