import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { BlockedPicture } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { toastFailure } from '../../../components/toast.ts';
import { formatMinute } from '../../../lib/dates.ts';
import { type Given, ReasonDialog } from '../acts/ReasonDialog.tsx';
import { TextReasonDialog } from '../acts/TextReasonDialog.tsx';
import { type Act, oneAct, useActs } from '../acts/use-acts.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { type List, pageOf } from '../table/list.ts';
import { ListView } from '../table/ListView.tsx';
import { rowButton } from '../table/menu-item.ts';

const shortHash = (imageHash: string): string => imageHash.slice(0, 12);

const blocked: List<BlockedPicture> = {
  name: 'blocked-pictures',
  plural: 'blocked pictures',
  filters: [
    {
      key: 'lifted',
      label: 'Blocks',
      options: [['true', 'Lifted or undone']],
    },
  ],
  idOf: ({ imageHash }) => imageHash,
  nameOf: ({ imageHash }) => `the picture ${shortHash(imageHash)}`,
  read: ({ lifted, ...query }) =>
    pageOf(
      api.GET('/api/rtm-sys/blocked-pictures', {
        params: { query: { ...query, ...(lifted === 'true' && { lifted: true }) } },
      }),
    ),
  columns: [
    {
      id: 'picture',
      label: 'Picture',
      cell: ({ imageHash }) => <code title={imageHash}>{shortHash(imageHash)}…</code>,
    },
    {
      id: 'status',
      label: 'Status',
      cell: ({ isBlocked }) => (isBlocked ? <Tag look="danger">Blocked</Tag> : <Tag>Can be uploaded</Tag>),
    },
    {
      id: 'reason',
      label: 'Why',
      cell: ({ reason, notes }) => (
        <div className="min-w-44">
          <p>{decisionReasons[reason]}</p>
          {notes.map(({ at, by, note }) => (
            <p
              key={at}
              className="mt-1 border-l-2 border-line pl-2 text-sm text-soft [overflow-wrap:anywhere]"
            >
              {by ?? 'An admin'}: {note}
            </p>
          ))}
        </div>
      ),
    },
    {
      id: 'post',
      label: 'Post',
      cell: ({ postId }) => (
        <Link to="/rtm-sys/post/$id" params={{ id: postId }} className="text-link">
          Open
        </Link>
      ),
    },
    { id: 'blockedAt', label: 'Blocked', cell: ({ blockedAt }) => formatMinute(blockedAt) },
  ],
};

const lift = (given: Given): Act<BlockedPicture> => ({
  verb: 'Lift the block of',
  done: 'can be uploaded again',
  call: ({ imageHash }) =>
    oneAct(
      bodyOf(
        api.DELETE('/api/rtm-sys/blocked-pictures/{imageHash}', {
          params: { path: { imageHash } },
          body: given,
        }),
      ),
    ),
});

interface Question {
  kind: 'lift' | 'note' | 'undo';
  picture: BlockedPicture;
}

/** The pictures of removed posts, which cannot be uploaded again: explains and lifts blocks. */
export function BlockedPage() {
  const queryClient = useQueryClient();
  const acts = useActs('picture');
  const [question, setQuestion] = useState<Question>();
  const [isBusy, setBusy] = useState(false);
  const addNote = async (note: string): Promise<void> => {
    if (!question) return;
    setBusy(true);
    try {
      const path = { imageHash: question.picture.imageHash };
      await api.POST('/api/rtm-sys/blocked-pictures/{imageHash}/notes', { params: { path }, body: { note } });
      setQuestion(undefined);
    } catch (error) {
      toastFailure('Failed to add the note', messageOf(error));
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.subjects });
    }
  };
  const decide = async (given: Given): Promise<void> => {
    if (question && (await acts.run(lift(given), [question.picture]))) setQuestion(undefined);
  };
  const undo = async (reason: string): Promise<void> => {
    if (question?.picture.liftingId) await acts.undo(question.picture.liftingId, reason);
    setQuestion(undefined);
  };
  const close = (): void => setQuestion(undefined);
  const buttons = (picture: BlockedPicture) => (
    <>
      <Button
        look="secondary"
        className={rowButton}
        aria-label={`Explain the block of ${blocked.nameOf(picture)}`}
        onClick={() => setQuestion({ kind: 'note', picture })}
      >
        Explain…
      </Button>
      {picture.isBlocked && (
        <Button
          look="danger"
          className={rowButton}
          aria-label={`Lift the block of ${blocked.nameOf(picture)}`}
          onClick={() => setQuestion({ kind: 'lift', picture })}
        >
          Lift…
        </Button>
      )}
      {picture.liftingId !== null && (
        <Button
          look="secondary"
          className={rowButton}
          aria-label={`Undo the lifting of the block of ${blocked.nameOf(picture)}`}
          onClick={() => setQuestion({ kind: 'undo', picture })}
        >
          Undo…
        </Button>
      )}
    </>
  );
  return (
    <>
      <PageTitle intro="The pictures of removed and escalated posts. They and their near-copies cannot be uploaded again.">
        Block List
      </PageTitle>
      <ListView list={blocked} rowActions={(picture) => buttons(picture)} />
      {question?.kind === 'lift' && (
        <ReasonDialog
          open
          onClose={close}
          busy={acts.isBusy}
          title="Lift This Block?"
          description="The picture can be uploaded again. You can undo it."
          action="Lift"
          onDecide={(given) => void decide(given)}
        />
      )}
      {question?.kind === 'undo' && (
        <TextReasonDialog
          onClose={close}
          title="Block This Picture Again?"
          description="It was taken off the list. It cannot be uploaded again after this."
          action="Block Again"
          busy={acts.isBusy}
          onDecide={(reason) => void undo(reason)}
        />
      )}
      {question?.kind === 'note' && (
        <TextReasonDialog
          onClose={close}
          title="Explain This Block"
          description="Only admins see it."
          label="Note"
          look="primary"
          action="Add"
          busy={isBusy}
          onDecide={(note) => void addNote(note)}
        />
      )}
    </>
  );
}
