import type { AdminAct } from '../../../api/types.ts';

/** What admins do, in words. */
export const kindNames: Readonly<Record<AdminAct['kind'], string>> = {
  PostApproved: 'Approved the post',
  PostHidden: 'Hid the post',
  PostShown: 'Showed the post',
  PostRemoved: 'Deleted the post',
  ReportReviewed: 'Reviewed the report',
  ReportDismissed: 'Dismissed the report',
  RatingExcluded: 'Excluded a rating',
  RaterExcluded: 'Excluded all ratings of the person',
};
