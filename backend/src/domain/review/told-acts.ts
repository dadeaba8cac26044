import type { Appealed } from './appeal.events.js';

/** The acts that the person concerned is told about, and what they are called for them. */
export const TOLD_ACTS = {
  PostHidden: 'hidden',
  PostRemoved: 'removed',
  CommentHidden: 'commentHidden',
  ReportReviewed: 'reportReviewed',
  ReportDismissed: 'reportDismissed',
  AccountSuspended: 'suspended',
  AccountStruck: 'struck',
} as const;

export type ToldAct = (typeof TOLD_ACTS)[keyof typeof TOLD_ACTS];
export const TOLD_ACT_NAMES = Object.values(TOLD_ACTS);

/** What an appeal against each of them is about. Nobody appeals that a report was right. */
const APPEALABLE: Readonly<Record<ToldAct, Appealed | null>> = {
  hidden: 'post',
  removed: 'post',
  commentHidden: 'comment',
  reportReviewed: null,
  reportDismissed: 'report',
  suspended: 'suspension',
  struck: 'strike',
};

/** What an act of this type is called for the person concerned; null if they are not told. */
export function toldAct(type: string): ToldAct | null {
  return Object.hasOwn(TOLD_ACTS, type) ? TOLD_ACTS[type as keyof typeof TOLD_ACTS] : null;
}

/** What an appeal against an act of this type is about; null if it cannot be appealed. */
export function appealedBy(type: string): Appealed | null {
  const told = toldAct(type);
  return told && APPEALABLE[told];
}
