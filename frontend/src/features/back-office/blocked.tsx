import { api } from '../../api/client.ts';
import type { BlockedPicture } from '../../api/generated/schema.d.ts';
import { decisionReasons } from '../../api/reasons.ts';
import { Tag } from '../../components/Tag.tsx';
import { acted } from './acts/act.ts';
import { askNote, askReason, undoing } from './acts/ask.tsx';
import { minute, Notes, openPost, table } from './table/table.tsx';
import { TablePage } from './table/TablePage.tsx';

const shortHash = (imageHash: string): string => imageHash.slice(0, 12);
const nameOf = ({ imageHash }: BlockedPicture): string => `the picture ${shortHash(imageHash)}`;

const pathOf = ({ imageHash }: BlockedPicture) => ({ params: { path: { imageHash } } });
const labelled = (what: string) => (picture: BlockedPicture) => `${what} ${nameOf(picture)}`;

/** The pictures of removed posts, which cannot be uploaded again. */
const blocked = table('blocked-pictures', {
  noun: 'picture',
  plural: 'blocked pictures',
  title: 'Block List',
  intro: 'The pictures of removed and escalated posts. They and their near-copies cannot be uploaded again.',
  idOf: ({ imageHash }) => imageHash,
  nameOf,
  subject: 'picture',
  filters: { lifted: ['Blocks', { true: 'Lifted or undone' }] },
  columns: {
    picture: ['Picture', ({ imageHash }) => <code title={imageHash}>{shortHash(imageHash)}…</code>],
    status: [
      'Status',
      ({ isBlocked }) => (isBlocked ? <Tag look="danger">Blocked</Tag> : <Tag>Can be uploaded</Tag>),
    ],
    reason: [
      'Why',
      ({ reason, notes }) => (
        <div className="xl:min-w-44">
          <p>{decisionReasons[reason]}</p>
          <Notes of={notes.map(({ at, by, note }) => ({ at, by, text: note }))} />
        </div>
      ),
    ],
    post: ['Post', openPost],
    blockedAt: ['Blocked', minute('blockedAt')],
  },
  acts: [
    {
      name: 'Explain',
      action: 'Add',
      only: 'row',
      label: labelled('Explain the block of'),
      title: () => 'Explain This Block',
      about: 'Only admins see it.',
      failure: () => ['Failed to add the note'],
      ask: askNote((picture, note) =>
        acted(
          api.POST('/api/rtm-sys/blocked-pictures/{imageHash}/notes', { ...pathOf(picture), body: { note } }),
        ),
      ),
    },
    {
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
        acted(api.DELETE('/api/rtm-sys/blocked-pictures/{imageHash}', { ...pathOf(picture), body })),
      ),
    },
    {
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
  ],
});

export const BlockList = () => <TablePage of={blocked} />;
