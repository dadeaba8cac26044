import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { limits } from '../../api/generated/limits.ts';
import type { ReportRequest } from '../../api/generated/schema.d.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { TextBox } from '../../components/TextBox.tsx';
import { toast } from '../../components/toast.ts';
import { characterCount } from '../../components/text-rules.ts';

type ReportCategory = ReportRequest['category'];

/** What a person reports. */
export interface Reported {
  kind: 'post' | 'comment' | 'profile';
  id: string;
}

const paths = {
  post: '/api/posts/{id}/report',
  comment: '/api/comments/{id}/report',
  profile: '/api/users/{id}/report',
} as const;

function useReport({ kind, id }: Reported) {
  return useMutation({
    mutationFn: (body: { category: ReportCategory; reason: string }) =>
      bodyOf(api.POST(paths[kind], { params: { path: { id } }, body })),
  });
}

type Categories = readonly (readonly [ReportCategory, string])[];

const ofPosts: Categories = [
  ['not-feet', 'It shows something other than feet'],
  ['not-theirs', 'It is not their own photo'],
  ['identifies', 'It shows a face or identifies somebody'],
  ['explicit', 'It is explicit or violent'],
  ['minor', 'May show a person under 18'],
  ['spam', 'It is spam or advertising'],
  ['other', 'Something else'],
];
/** Of comments and profiles. */
const ofOthers: Categories = [
  ['abuse', 'It insults or harasses somebody'],
  ['explicit', 'It has nudity or sexual content'],
  ['identifies', 'It shows or identifies a person'],
  ['minor', 'May show a person under 18'],
  ['spam', 'It is spam or advertising'],
  ['other', 'Something else'],
];

const longest = limits.ReportRequest.reason.maxLength;

/** Why a report was not sent. */
interface Problem {
  title: string;
  text: string;
}

/**
 * The form of a report: what is wrong, in the person's own words if it is something else. Problems are shown in it, not in a
 * toast over the dialog.
 */
function ReportForm({
  kind,
  report,
  onSent,
}: Pick<Reported, 'kind'> & { report: ReturnType<typeof useReport>; onSent: () => void }) {
  const categories = kind === 'post' ? ofPosts : ofOthers;
  const [category, setCategory] = useState<ReportCategory>();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const problemId = useId();
  const choices = useRef<HTMLFieldSetElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = useSend(report, {
    onSuccess: () => {
      onSent();
      toast({
        title: 'Report submitted',
        description: `Thank you. We will review the ${kind === 'post' ? 'photo' : kind} that you reported.`,
      });
    },
    onError: (error) => setProblem({ title: 'Failed to submit report', text: messageOf(error) }),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const chosen = categories.find(([value]) => value === category);
    const words = category === 'other' ? reason.trim() : (chosen?.[1] ?? '');
    if (!category || characterCount(words) === 0) {
      setProblem({ title: 'Reason required', text: `Please provide a reason for reporting this ${kind}` });
      (field.current ?? choices.current?.querySelector('input'))?.focus();
      return;
    }
    if (characterCount(words) > longest) return;
    send({ category, reason: words });
  };
  const said = problem && (
    <span>
      <span className="block font-bold">{problem.title}</span> <span>{problem.text}</span>
    </span>
  );
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-5">
      <fieldset ref={choices} aria-describedby={problem && problemId}>
        <legend className="mb-1.5 font-semibold">What is wrong?</legend>
        {categories.map(([value, text]) => (
          <label key={value} className="flex min-h-10 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="category"
              value={value}
              checked={category === value}
              onChange={() => {
                setCategory(value);
                setProblem(undefined);
              }}
              className="size-5 shrink-0 accent-accent"
            />
            {text}
          </label>
        ))}
      </fieldset>
      {category === 'other' ? (
        <TextBox
          ref={field}
          label="Reason"
          value={reason}
          limit={longest}
          error={said}
          required
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setProblem(undefined);
          }}
        />
      ) : (
        <p id={problemId} role="alert" className="font-medium text-danger empty:hidden">
          {said}
        </p>
      )}
      <Button type="submit" busy={report.isPending} className="w-full">
        {report.isPending ? 'Sending…' : 'Submit Report'}
      </Button>
    </form>
  );
}

export interface ReportDialogProps {
  of: Reported;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onReported?: (() => void) | undefined;
}

export function ReportDialog({ of, open, onOpenChange, onReported }: ReportDialogProps) {
  const report = useReport(of);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      busy={report.isPending}
      title={`Report ${of.kind[0]!.toUpperCase()}${of.kind.slice(1)}`}
      description="Only our moderators read it."
    >
      <ReportForm
        kind={of.kind}
        report={report}
        onSent={() => {
          onOpenChange(false);
          onReported?.();
        }}
      />
    </Dialog>
  );
}
