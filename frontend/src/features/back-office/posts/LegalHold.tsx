import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminPostDetails } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { Section } from '../../../components/Section.tsx';
import { type Given, ReasonDialog } from '../acts/ReasonDialog.tsx';
import { TextReasonDialog } from '../acts/TextReasonDialog.tsx';
import { useActs } from '../acts/use-acts.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { ABOUT_ESCALATION, escalate } from './post-acts.ts';

/** Puts a post under legal hold; owners lift it. */
export function LegalHold({ post }: { post: AdminPostDetails }) {
  const { data: admin } = useQuery(adminQuery);
  const navigate = useNavigate();
  const acts = useActs('post');
  const [isAsked, setAsked] = useState(false);
  const isOwner = admin?.role === 'owner';
  const hold = post.acts.find(({ kind, undone }) => kind === 'PostEscalated' && !undone);
  const close = (): void => setAsked(false);
  const begin = async (given: Given): Promise<void> => {
    if (!(await acts.run(escalate(given, isOwner), [post]))) return;
    close();
    // It is out of their sight now.
    if (!isOwner) await navigate({ to: '/rtm-sys/posts' });
  };
  const lift = async (id: string, reason: string): Promise<void> => {
    await acts.undo(id, reason);
    close();
  };
  return (
    <Section
      title="Legal Hold"
      intro={
        hold
          ? 'Only owners of the back office see this post. Its files are kept until the hold is lifted.'
          : 'For illegal content that has to be kept as evidence.'
      }
    >
      <Button look={hold ? 'secondary' : 'danger'} onClick={() => setAsked(true)}>
        {hold ? 'Lift the Hold…' : 'Escalate…'}
      </Button>
      {isAsked && hold && (
        <TextReasonDialog
          onClose={close}
          title="Lift This Legal Hold?"
          description={
            post.isDeleted
              ? 'The post was deleted meanwhile. Its files are deleted after this, which cannot be undone.'
              : 'The post is again what it was before. Unless it is hidden or removed, everybody sees it.'
          }
          action="Lift the Hold"
          busy={acts.isBusy}
          onDecide={(reason) => void lift(hold.id, reason)}
        />
      )}
      {!hold && (
        <ReasonDialog
          open={isAsked}
          onClose={close}
          busy={acts.isBusy}
          title="Escalate This Post?"
          description={ABOUT_ESCALATION}
          action="Escalate"
          onDecide={(given) => void begin(given)}
        />
      )}
    </Section>
  );
}
