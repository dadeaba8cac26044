import { api, bodyOf } from '../../../api/client.ts';
import type { BlockedPicture } from '../../../api/generated/schema.d.ts';
import { type Act, withoutUndo, oneAct } from '../acts/act.ts';
import { askNote, askReason, undoing } from '../acts/ask.tsx';
import { blocked } from './blocked-list.tsx';

const pathOf = ({ imageHash }: BlockedPicture) => ({ params: { path: { imageHash } } });
const labelled = (what: string) => (picture: BlockedPicture) => `${what} ${blocked.nameOf(picture)}`;

/** What admins do with blocked pictures, in the order of the buttons. */
export const blockedActs = {
  explain: {
    name: 'Explain',
    action: 'Add',
    only: 'row',
    label: labelled('Explain the block of'),
    title: () => 'Explain This Block',
    about: 'Only admins see it.',
    failure: () => ['Failed to add the note'],
    ask: askNote((picture, note) =>
      withoutUndo(
        api.POST('/api/rtm-sys/blocked-pictures/{imageHash}/notes', { ...pathOf(picture), body: { note } }),
      ),
    ),
  },
  lift: {
    name: 'Lift',
    done: 'can be uploaded again',
    look: 'danger',
    only: 'row',
    isFor: ({ isBlocked }) => isBlocked,
    label: labelled('Lift the block of'),
    title: () => 'Lift This Block?',
    about: 'The picture can be uploaded again. You can undo it.',
    failure: () => ['Failed to lift the block of the picture'],
    ask: askReason((picture, body) =>
      oneAct(bodyOf(api.DELETE('/api/rtm-sys/blocked-pictures/{imageHash}', { ...pathOf(picture), body }))),
    ),
  },
  undo: {
    ...undoing(({ liftingId }) => liftingId!, {
      name: 'Undo',
      action: 'Block Again',
      isFor: ({ liftingId }) => liftingId !== null,
      label: labelled('Undo the lifting of the block of'),
      title: () => 'Block This Picture Again?',
      about: 'It was taken off the list. It cannot be uploaded again after this.',
    }),
    only: 'row',
  },
} satisfies Record<string, Act<BlockedPicture>>;
