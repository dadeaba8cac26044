import type { Catalogue } from '../../kernel/event.js';

/** What a decision that can be appealed was about. */
export const APPEALED = ['post', 'comment', 'report', 'suspension', 'strike'] as const;
export type Appealed = (typeof APPEALED)[number];

/** Against which decision an appeal is. */
export interface OfAppeal {
  actId: string;
  about: Appealed;
  /** The id of the post, comment or report, or of the account. */
  subjectId: string;
  /** The post, or that of the comment or report; null for an account. */
  postId: string | null;
  /** The owner of that post, if it is another person. */
  postOwnerId: string | null;
  /** Whom the decision concerns: who appeals. */
  ownerId: string;
}

/** A person's objection to a decision of an admin. Each decision can be appealed once. */
export interface AppealEvents {
  /** The person asked that another admin looks at it. */
  AppealFiled: OfAppeal & {
    /** The admin who decided; null if software did. */
    actBy: string | null;
    /** In the person's own words; null once their key has been destroyed. */
    text: string | null;
  };
  /** Another admin decided. If the appeal is granted, the act is undone. */
  AppealDecided: OfAppeal & {
    adminId: string;
    isGranted: boolean;
    /** For the person; null once their key has been destroyed. */
    note: string | null;
  };
}

export const appealEvents: Catalogue<AppealEvents> = {
  AppealFiled: {
    version: 1,
    personal: { subject: 'ownerId', fields: ['text'] },
    trail: {
      says: '{actor} appealed against {actId} about {subjectId}.',
      about: {
        actId: ['act', 'appeal'],
        subjectId: {
          by: 'about',
          kinds: {
            post: 'post',
            comment: 'comment',
            report: 'report',
            suspension: 'person',
            strike: 'person',
          },
        },
        postId: 'post',
        postOwnerId: 'person',
        ownerId: 'person',
        actBy: 'admin',
      },
    },
  },
  AppealDecided: {
    version: 1,
    personal: { subject: 'ownerId', fields: ['note'] },
    trail: {
      says: '{actor} {isGranted?granted:rejected} the appeal of {ownerId} against {actId} about {subjectId}.',
      about: {
        actId: ['act', 'appeal'],
        subjectId: {
          by: 'about',
          kinds: {
            post: 'post',
            comment: 'comment',
            report: 'report',
            suspension: 'person',
            strike: 'person',
          },
        },
        postId: 'post',
        postOwnerId: 'person',
        ownerId: 'person',
        adminId: 'admin',
      },
    },
  },
};
