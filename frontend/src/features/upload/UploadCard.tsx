import { useEffect, useState } from 'react';
import type { RatingResult } from '../../api/types.ts';
import { problemWithFile } from '../../lib/image-file.ts';
import { ChosenPhoto } from './ChosenPhoto.tsx';
import { PhotoPicker } from './PhotoPicker.tsx';
import { useUpload } from './use-upload.ts';

/** From a file to its rating: pick, look at it, send it. */
export function UploadCard({ onRated }: { onRated: (rating: RatingResult) => void }) {
  const [chosen, setChosen] = useState<{ photo: File; url: string }>();
  const [problem, setProblem] = useState<string>();
  const upload = useUpload(onRated);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen]);

  const choose = (file: File): void => {
    const found = problemWithFile(file);
    setProblem(found);
    if (!found) setChosen({ photo: file, url: URL.createObjectURL(file) });
  };
  const discard = (): void => {
    upload.cancel();
    setChosen(undefined);
  };

  return (
    <section aria-label="Upload" className="rounded-card border border-rule bg-sheet p-4 shadow-lift sm:p-5">
      {chosen ? (
        <ChosenPhoto
          previewUrl={chosen.url}
          isSending={upload.isSending}
          progress={upload.progress}
          problem={upload.problem}
          isRefused={upload.isRefused}
          onSend={() => upload.send(chosen.photo)}
          onCancel={upload.cancel}
          onDiscard={discard}
        />
      ) : (
        <PhotoPicker onFile={choose} problem={problem} />
      )}
    </section>
  );
}
