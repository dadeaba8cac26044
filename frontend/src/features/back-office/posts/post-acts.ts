import { api, bodyOf } from '../../../api/client.ts';
import type { AdminPost } from '../../../api/generated/schema.d.ts';
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

/** What an escalation does, for the one who decides it. */
export const ABOUT_ESCALATION =
  'For illegal content. From now on only owners of the back office see the post, not even the person who posted it. Its files are kept until an owner lifts the hold. The person is not told.';

/** Puts a post under legal hold. Only owners can undo that. */
export const escalate = (given: Given, isOwner: boolean): PostAct => ({
  verb: 'Escalate',
  done: 'escalated',
  call: async ({ id }) => {
    const params = { path: { id } };
    const acted = await oneAct(bodyOf(api.POST('/api/rtm-sys/posts/{id}/escalate', { params, body: given })));
    return isOwner ? acted : { actIds: [] };
  },
});

const isHeld = ({ status }: AdminPost): boolean => status === 'escalated';

/** Whether a post can be approved, hidden, shown, deleted or escalated as it is. */
export const can = {
  approve: (post: AdminPost): boolean => !post.isModerated && !post.isRemoved && !isHeld(post),
  hide: ({ isPublic, isRemoved }: AdminPost): boolean => isPublic && !isRemoved,
  show: (post: AdminPost): boolean => !post.isPublic && !post.isRemoved && !isHeld(post),
  remove: ({ isRemoved, isDeleted }: AdminPost): boolean => !isRemoved && !isDeleted,
  escalate: (post: AdminPost): boolean => !isHeld(post),
} as const;
