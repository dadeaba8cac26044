import { useEffect, useState } from 'react';
import type { RatingResult } from '../../api/generated/schema.d.ts';
import { onDemand } from '../../components/on-demand.tsx';
import { problemWithFile } from '../../lib/files.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import { useDirectPost, useSending } from './use-sending.ts';

const ChosenPhoto = onDemand(() => import('./ChosenPhoto.tsx').then((module) => module.ChosenPhoto));

/** From a file to its rating, or directly to a post: choose, preview, send. */
export function UploadCard({ onRated }: { onRated: (rating: RatingResult) => void }) {
  const [chosen, setChosen] = useState<{ photo: File; url: string }>();
  const [problem, setProblem] = useState<string>();
  const [isDirect, setDirect] = useState(false);
  const upload = useSending<RatingResult>({
    path: '/api/upload',
    failure: ['Upload Failed', 'Upload failed. Please try again.'],
    onDone: onRated,
  });
  const direct = useDirectPost();
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen]);

  const choose = (file: File): void => {
    const found = problemWithFile(file);
    setProblem(found);
    setDirect(false);
    if (!found) setChosen({ photo: file, url: URL.createObjectURL(file) });
  };
  const discard = (): void => {
    upload.cancel();
    direct.cancel();
    setChosen(undefined);
  };
  const rate = (photo: File): void => {
    setDirect(false);
    upload.send(photo);
  };
  const post = async (photo: File): Promise<void> => {
    if (await direct.send(photo)) setDirect(true);
  };

  const sending = isDirect ? direct : upload;
  return (
    <section aria-label="Upload" className="rounded-card border border-rule bg-sheet p-4 shadow-lift sm:p-5">
      {chosen ? (
        <ChosenPhoto
          previewUrl={chosen.url}
          isDirect={isDirect}
          isSending={sending.isSending}
          progress={sending.progress}
          problem={sending.problem}
          isRefused={sending.isRefused}
          onRate={() => rate(chosen.photo)}
          onPost={() => void post(chosen.photo)}
          onCancel={sending.cancel}
          onDiscard={discard}
        />
      ) : (
        <PhotoPicker onFile={choose} problem={problem} />
      )}
    </section>
  );
}
