import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminPost } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { counted } from '../../../lib/wording.ts';
import { BulkDialog } from '../acts/BulkDialog.tsx';
import { type Given, ReasonDialog } from '../acts/ReasonDialog.tsx';
import { type Act, useActs } from '../acts/use-acts.tsx';
import { DashboardTabs } from '../layout/DashboardTabs.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { ListView } from '../table/ListView.tsx';
import { barButton, rowButton } from '../table/menu-item.ts';
import { ABOUT_ESCALATION, approve, can, escalate, hide, remove, show } from './post-acts.ts';
import { ownerName, posts, postsOfModerators } from './posts-list.tsx';

/** A decision that needs a reason, about some posts. */
interface Question {
  kind: 'hide' | 'remove' | 'escalate';
  posts: readonly AdminPost[];
  clear: () => void;
}

const texts = {
  hide: {
    verb: 'Hide',
    description: 'Only the owner and admins see it then. The owner is told the reason and the note.',
    act: hide,
  },
  remove: {
    verb: 'Delete',
    description:
      'Gone at once for all but its owner, who is told the reason and the note. The files are deleted after 30 days.',
    act: remove,
  },
  escalate: { verb: 'Escalate', description: ABOUT_ESCALATION, act: escalate },
} as const;

export function PostsPage() {
  const navigate = useNavigate();
  const acts = useActs('post');
  const { data: admin } = useQuery(adminQuery);
  const isOwner = admin?.role === 'owner';
  const [question, setQuestion] = useState<Question>();

  const run = (act: Act<AdminPost>, chosen: readonly AdminPost[], clear: () => void): void =>
    void acts.run(act, chosen).then((isDone) => isDone && clear());
  const decide = (given: Given): void => {
    if (!question) return;
    const { kind, posts: chosen, clear } = question;
    // Many are shown in a dialog of their own.
    if (chosen.length > 1) setQuestion(undefined);
    run(texts[kind].act(given, isOwner), chosen, () => {
      setQuestion(undefined);
      clear();
    });
  };
  /** The buttons for one post or many; each acts on those that it fits. */
  const buttons = (chosen: readonly AdminPost[], clear: () => void, look: string) => {
    const fitting = (kind: keyof typeof can) => chosen.filter(can[kind]);
    const label = (verb: string) =>
      chosen.length === 1 && chosen[0] ? `${verb} the post by ${ownerName(chosen[0])}` : undefined;
    const ask = (kind: Question['kind']) => setQuestion({ kind, posts: fitting(kind), clear });
    return (
      <>
        {fitting('approve').length > 0 && (
          <Button
            look="secondary"
            className={look}
            aria-label={label('Approve')}
            onClick={() => run(approve, fitting('approve'), clear)}
          >
            Approve
          </Button>
        )}
        {fitting('hide').length > 0 && (
          <Button look="secondary" className={look} aria-label={label('Hide')} onClick={() => ask('hide')}>
            Hide…
          </Button>
        )}
        {fitting('show').length > 0 && (
          <Button
            look="secondary"
            className={look}
            aria-label={label('Show')}
            onClick={() => run(show, fitting('show'), clear)}
          >
            Show
          </Button>
        )}
        {fitting('remove').length > 0 && (
          <Button look="danger" className={look} aria-label={label('Delete')} onClick={() => ask('remove')}>
            Delete…
          </Button>
        )}
      </>
    );
  };
  const barButtons = (chosen: readonly AdminPost[], clear: () => void) => {
    const fitting = chosen.filter(can.escalate);
    return (
      <>
        {buttons(chosen, clear, barButton)}
        {fitting.length > 0 && (
          <Button
            look="danger"
            className={barButton}
            onClick={() => setQuestion({ kind: 'escalate', posts: fitting, clear })}
          >
            Escalate…
          </Button>
        )}
      </>
    );
  };
  const nothing = (): void => undefined;

  return (
    <>
      <PageTitle>Posts</PageTitle>
      <DashboardTabs />
      <ListView
        list={isOwner ? posts : postsOfModerators}
        onOpen={(id) => void navigate({ to: '/rtm-sys/post/$id', params: { id } })}
        keys={[
          { key: 'a', does: 'approve', run: (post) => can.approve(post) && run(approve, [post], nothing) },
          {
            key: 'h',
            does: 'hide or show',
            run: (post) => {
              if (can.hide(post)) setQuestion({ kind: 'hide', posts: [post], clear: nothing });
              else if (can.show(post)) run(show, [post], nothing);
            },
          },
        ]}
        rowActions={(post) => buttons([post], nothing, rowButton)}
        actions={(chosen, clear) => barButtons(chosen, clear)}
      />
      {question && (
        <ReasonDialog
          open
          onClose={() => setQuestion(undefined)}
          busy={acts.isBusy}
          title={`${texts[question.kind].verb} ${question.posts.length === 1 ? 'This Post' : counted(question.posts.length, 'Post')}?`}
          description={texts[question.kind].description}
          action={texts[question.kind].verb}
          onDecide={decide}
        />
      )}
      <BulkDialog acts={acts} noun="post" />
    </>
  );
}
