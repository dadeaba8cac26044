import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { AdminPostDetails } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { Section } from '../../../components/Section.tsx';
import { textOf } from '../acts/act.ts';
import { undoing } from '../acts/ask.tsx';
import { useActs } from '../acts/use-acts.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { postActs } from './post-acts.ts';

/** Puts a post under legal hold; owners lift it. */
export function LegalHold({ post }: { post: AdminPostDetails }) {
  const { data: admin } = useQuery(adminQuery);
  const navigate = useNavigate();
  const { begin, dialogs } = useActs<AdminPostDetails>('post');
  const hold = post.acts.find(({ kind, undone }) => kind === 'PostEscalated' && !undone);
  const act = hold
    ? undoing<AdminPostDetails>(() => hold.id, {
        name: 'Lift the Hold',
        title: () => 'Lift This Legal Hold?',
        about: post.isDeleted
          ? 'The post was deleted meanwhile. Its files are deleted after this, which cannot be undone.'
          : 'The post is again what it was before. Unless it is hidden or removed, everybody sees it.',
      })
    : postActs.escalate;
  const leave = (): void => {
    // An escalated post is out of sight for other roles.
    if (admin?.role !== 'owner') void navigate({ to: '/rtm-sys/posts' });
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
      <Button look={hold ? 'secondary' : 'danger'} onClick={() => begin(act, [post], leave)}>
        {textOf(act)}
      </Button>
      {dialogs}
    </Section>
  );
}
