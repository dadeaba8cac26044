import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { PassingNotice } from '../../components/PassingNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { toast } from '../../components/toast-store.ts';
import { usePassing } from '../../lib/use-passing.ts';
import { downloadExport } from './download-export.ts';

/** Hands out everything that is kept of the person. */
export function ExportSection() {
  const [done, showDone] = usePassing();
  const { mutate, isPending } = useMutation({
    mutationFn: downloadExport,
    onSuccess: () => showDone('Your data is in your downloads'),
    onError: (error) =>
      toast({ title: 'Download failed', description: messageOf(error, 'Please try again'), look: 'danger' }),
  });
  return (
    <Section
      title="Export My Data"
      intro="A zip file with everything that we keep of you: profile, posts with their pictures, ratings, comments, payments, sessions, and what happened when."
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button look="secondary" busy={isPending} onClick={() => mutate()}>
          <Download aria-hidden className="size-5" />
          {isPending ? 'Collecting…' : 'Export My Data'}
        </Button>
        <PassingNotice text={done} />
      </div>
    </Section>
  );
}
