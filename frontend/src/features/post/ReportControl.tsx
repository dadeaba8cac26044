import { Flag } from 'lucide-react';
import { type Ref, useState } from 'react';
import { closeMissing, onDemand } from '../../components/on-demand.tsx';
import { useForMembers } from '../session/MembersGate.tsx';
import type { ReportDialogProps } from './ReportDialog.tsx';

const ReportDialog = onDemand<ReportDialogProps>(
  () => import('./ReportDialog.tsx').then((module) => module.ReportDialog),
  undefined,
  closeMissing,
);

interface ReportControlProps {
  postId: string;
  className: string;
  ref?: Ref<HTMLButtonElement>;
  onReported?: () => void;
}

/** The button and dialog to report a post, except for its owner. */
export function ReportControl({ postId, className, ref, onReported }: ReportControlProps) {
  const [open, setOpen] = useState(false);
  const forMembers = useForMembers();
  return (
    <>
      <button
        ref={ref}
        type="button"
        onClick={() => forMembers('Please log in to report posts', () => setOpen(true))}
        className={className}
      >
        <Flag aria-hidden className="size-4" />
        Report
      </button>
      <ReportDialog postId={postId} open={open} onOpenChange={setOpen} onReported={onReported} />
    </>
  );
}
