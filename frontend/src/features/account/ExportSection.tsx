import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../api/api-error.ts';
import { download } from '../../api/download.ts';
import { Button } from '../../components/Button.tsx';
import { Section } from '../../components/Section.tsx';
import { useFailureToast } from '../../components/use-failure-toast.ts';
import { usePassing } from '../../lib/use-passing.ts';

/** Hands out everything that is kept of the person. */
export function ExportSection() {
  const failure = useFailureToast();
  const [done, showDone] = usePassing();
  const { mutate, isPending } = useMutation({
    mutationFn: () => download('/api/user/export', 'footnote-export.zip'),
    onSuccess: () => {
      failure.clear();
      showDone('Your data is in your downloads');
    },
    onError: (error) => failure.tell('Download failed', messageOf(error, 'Please try again')),
  });
  return (
    <Section
      title="Export My Data"
      anchor="export"
      notice={done}
      intro="A zip file with everything that we keep of you: profile, posts with their pictures, ratings, comments, sessions, and what happened when."
    >
      <Button look="secondary" busy={isPending} onClick={() => mutate()}>
        <Download aria-hidden className="size-5" />
        {isPending ? 'Collecting…' : 'Export My Data'}
      </Button>
    </Section>
  );
}
