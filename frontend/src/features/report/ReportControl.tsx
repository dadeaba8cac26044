import { Flag } from 'lucide-react';
import { type Ref, useState } from 'react';
import { closeMissing, onDemand } from '../../components/on-demand.tsx';
import { useForMembers } from '../session/MembersGate.tsx';
import type { Reported, ReportDialogProps } from './ReportDialog.tsx';

const ReportDialog = onDemand<ReportDialogProps>(
  () => import('./ReportDialog.tsx').then((module) => module.ReportDialog),
  undefined,
  closeMissing,
);

interface ReportControlProps {
  of: Reported;
  /** What else screen readers say of it. */
  name?: string;
  className: string;
  ref?: Ref<HTMLButtonElement>;
  onReported?: () => void;
}

/** The button and dialog to report a post, comment or profile, except for its owner. */
export function ReportControl({ of, name, className, ref, onReported }: ReportControlProps) {
  const [open, setOpen] = useState(false);
  const forMembers = useForMembers();
  return (
    <>
      <button
        ref={ref}
        type="button"
        onClick={() => forMembers(`Please log in to report ${of.kind}s`, () => setOpen(true))}
        className={className}
      >
        <Flag aria-hidden className="size-4" />
        Report{name && <span className="sr-only"> {name}</span>}
      </button>
      <ReportDialog of={of} open={open} onOpenChange={setOpen} onReported={onReported} />
    </>
  );
}
