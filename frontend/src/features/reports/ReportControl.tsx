import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { useForMembers } from '../session/MembersGate.tsx';
import { useReport } from './report.queries.ts';
import { ReportForm } from './ReportForm.tsx';

/** For everybody but its owner who thinks that something is wrong with a post. */
export function ReportControl({ postId, className }: { postId: string; className: string }) {
  const [open, setOpen] = useState(false);
  const report = useReport(postId);
  const forMembers = useForMembers();
  return (
    <>
      <button
        type="button"
        onClick={() => forMembers('Please log in to report posts', () => setOpen(true))}
        className={className}
      >
        <Flag aria-hidden className="size-4" />
        Report
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        busy={report.isPending}
        title="Report Post"
        description="Only the people who look after the site read it."
      >
        <ReportForm report={report} onSent={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
