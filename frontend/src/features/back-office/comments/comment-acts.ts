import { api, bodyOf } from '../../../api/client.ts';
import type { AdminComment } from '../../../api/generated/schema.d.ts';
import type { Given } from '../acts/ReasonDialog.tsx';
import { type Act, oneAct, undoAct } from '../acts/use-acts.tsx';

/** Hides a comment from all but admins. While it has replies, a sentence stands in its place. */
export const hide = (given: Given): Act<Pick<AdminComment, 'id'>> => ({
  verb: 'Hide',
  done: 'hidden',
  call: ({ id }) =>
    oneAct(bodyOf(api.DELETE('/api/rtm-sys/comments/{id}', { params: { path: { id } }, body: given }))),
});

/** Shows a hidden comment again, which undoes the act that hides it. */
export const show = (reason: string): Act<Pick<AdminComment, 'actId'>> => ({
  verb: 'Show',
  done: 'shown',
  call: async ({ actId }) => {
    if (actId !== null) await undoAct(actId, reason);
    return { actIds: [] };
  },
});

export const can = {
  hide: ({ isHidden }: AdminComment): boolean => !isHidden,
  show: ({ isHidden, actId }: AdminComment): boolean => isHidden && actId !== null,
} as const;
