import { type TypeOf, id, named, nullable, oneOf } from '../../kernel/field.js';

/** What people report and admins review. */
export const SUBJECTS = ['post', 'comment', 'profile'] as const;
export const Subject = named('Subject', oneOf(...SUBJECTS));
export type Subject = TypeOf<typeof Subject>;

/**
 * What an event is about: the id of the post or comment, or the account whose profile it is; and the post, or that of the
 * comment, which a legal hold hides with all that is about it (null for a profile).
 */
export const ofSubject = { subject: Subject, subjectId: id, postId: nullable(id) };

export const aboutSubject = {
  postId: 'post',
  subjectId: { by: 'subject', kinds: { post: 'post', comment: 'comment', profile: 'person' } },
} as const;

/** Events of version 1 were about posts only. */
export const aboutPost = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  subject: 'post',
  subjectId: data['postId'],
});

/** The post that an event is about; null for another subject. */
export const postIn = ({ subject, subjectId }: { readonly subject: Subject; readonly subjectId: string }) =>
  subject === 'post' ? subjectId : null;
