import type { Catalogue } from '../../kernel/event.js';

/** A person's objection to a decision of an admin. Each decision can be appealed once. */
export interface AppealEvents {
  /** The person asked that another admin looks at it. */
  AppealFiled: {
    actId: string;
    postId: string;
    ownerId: string;
    /** The admin who decided; null if software did. */
    actBy: string | null;
    /** In the person's own words; null once their key has been destroyed. */
    text: string | null;
  };
  /** Another admin decided. If the appeal is granted, the act is undone. */
  AppealDecided: {
    actId: string;
    postId: string;
    ownerId: string;
    adminId: string;
    isGranted: boolean;
    /** For the person; null once their key has been destroyed. */
    note: string | null;
  };
}

export const appealEvents: Catalogue<AppealEvents> = {
  AppealFiled: { version: 1, personal: { subject: 'ownerId', fields: ['text'] } },
  AppealDecided: { version: 1, personal: { subject: 'ownerId', fields: ['note'] } },
};
