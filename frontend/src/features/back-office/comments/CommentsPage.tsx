import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminComment } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { counted } from '../../../lib/wording.ts';
import { BulkDialog } from '../acts/BulkDialog.tsx';
import { ReasonDialog } from '../acts/ReasonDialog.tsx';
import { TextReasonDialog } from '../acts/TextReasonDialog.tsx';
import { type Act, useActs } from '../acts/use-acts.tsx';
import { DashboardTabs } from '../layout/DashboardTabs.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { ListView } from '../table/ListView.tsx';
import { barButton, rowButton } from '../table/menu-item.ts';
import { can, hide, show } from './comment-acts.ts';
import { commentName, comments } from './comments-list.tsx';

/** A decision about some comments that needs a reason. */
interface Question {
  kind: keyof typeof can;
  comments: readonly AdminComment[];
  clear: () => void;
}

const nothing = (): void => undefined;
const titleOf = (verb: string, { length }: readonly AdminComment[]): string =>
  `${verb} ${length === 1 ? 'This Comment' : counted(length, 'Comment')}?`;

export function CommentsPage() {
  const navigate = useNavigate();
  const acts = useActs('comment');
  const [question, setQuestion] = useState<Question>();
  const close = (): void => setQuestion(undefined);
  const ask = (kind: Question['kind'], chosen: readonly AdminComment[], clear: () => void): void => {
    const fitting = chosen.filter(can[kind]);
    if (fitting.length > 0) setQuestion({ kind, comments: fitting, clear });
  };
  const run = (act: Act<AdminComment>): void => {
    if (!question) return;
    const { comments: chosen, clear } = question;
    // Many are shown in a dialog of their own.
    if (chosen.length > 1) close();
    void acts.run(act, chosen).then((isDone) => {
      if (!isDone) return;
      close();
      clear();
    });
  };
  /** The buttons for one comment or many; each acts on those that it fits. */
  const buttons = (chosen: readonly AdminComment[], clear: () => void, look: string) => {
    const label = (verb: string) =>
      chosen.length === 1 && chosen[0] ? `${verb} ${commentName(chosen[0])}` : undefined;
    return (
      <>
        {chosen.some(can.hide) && (
          <Button
            look="secondary"
            className={look}
            aria-label={label('Hide')}
            onClick={() => ask('hide', chosen, clear)}
          >
            Hide…
          </Button>
        )}
        {chosen.some(can.show) && (
          <Button
            look="secondary"
            className={look}
            aria-label={label('Show')}
            onClick={() => ask('show', chosen, clear)}
          >
            Show…
          </Button>
        )}
      </>
    );
  };
  return (
    <>
      <PageTitle>Comments</PageTitle>
      <DashboardTabs />
      <ListView
        list={comments}
        onOpen={(_, { postId }) => void navigate({ to: '/rtm-sys/post/$id', params: { id: postId } })}
        keys={[
          {
            key: 'h',
            does: 'hide or show',
            run: (comment) => ask(comment.isHidden ? 'show' : 'hide', [comment], nothing),
          },
        ]}
        rowActions={(comment) => buttons([comment], nothing, rowButton)}
        actions={(chosen, clear) => buttons(chosen, clear, barButton)}
      />
      {question?.kind === 'hide' && (
        <ReasonDialog
          open
          onClose={close}
          busy={acts.isBusy}
          title={titleOf('Hide', question.comments)}
          description="Only admins see the text then. While a comment has replies, a sentence stands in its place."
          action="Hide"
          onDecide={(given) => run(hide(given))}
        />
      )}
      {question?.kind === 'show' && (
        <TextReasonDialog
          onClose={close}
          busy={acts.isBusy}
          title={titleOf('Show', question.comments)}
          description="Everybody sees it again. Admins see the reason in the list of acts."
          action="Show"
          look="primary"
          onDecide={(reason) => run(show(reason))}
        />
      )}
      <BulkDialog acts={acts} noun="comment" />
    </>
  );
}
