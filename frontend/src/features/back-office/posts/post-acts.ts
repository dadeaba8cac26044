import { api, bodyOf } from '../../../api/client.ts';
import type { AdminPost } from '../../../api/types.ts';
import type { Given } from '../acts/ReasonDialog.tsx';
import { type Act, oneAct } from '../acts/use-acts.tsx';

type PostAct = Act<Pick<AdminPost, 'id'>>;
type Decision = Parameters<typeof patch>[1];

function patch(id: string, body: { isModerated?: true; isPublic?: boolean; note: string }) {
  return oneAct(bodyOf(api.PATCH('/api/rtm-sys/posts/{id}', { params: { path: { id } }, body })));
}

const act = (verb: string, done: string, decision: Decision): PostAct => ({
  verb,
  done,
  call: ({ id }) => patch(id, decision),
});

/** Approves a post, which makes it public if it waited for that. */
export const approve = act('Approve', 'approved', { isModerated: true, note: '' });

/** Makes a hidden post public again. */
export const show = act('Show', 'shown', { isPublic: true, note: '' });

/** Hides a post from all but its owner and admins. */
export const hide = (given: Given): PostAct => act('Hide', 'hidden', { isPublic: false, ...given });

/** Removes a post; its files are deleted 30 days later. */
export const remove = (given: Given): PostAct => ({
  verb: 'Delete',
  done: 'deleted',
  call: ({ id }) =>
    oneAct(bodyOf(api.DELETE('/api/rtm-sys/posts/{id}', { params: { path: { id } }, body: given }))),
});

/** Whether a post can be approved, hidden, shown or deleted as it is. */
export const can = {
  approve: ({ isModerated, isRemoved }: AdminPost): boolean => !isModerated && !isRemoved,
  hide: ({ isPublic, isRemoved }: AdminPost): boolean => isPublic && !isRemoved,
  show: ({ isPublic, isRemoved }: AdminPost): boolean => !isPublic && !isRemoved,
  remove: ({ isRemoved }: AdminPost): boolean => !isRemoved,
} as const;
