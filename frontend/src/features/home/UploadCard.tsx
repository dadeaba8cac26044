import { useEffect, useState } from 'react';
import type { RatingResult } from '../../api/generated/schema.d.ts';
import { onDemand } from '../../components/on-demand.tsx';
import { problemWithFile } from '../../lib/files.ts';
import { PhotoPicker } from './PhotoPicker.tsx';

const ChosenPhoto = onDemand(() => import('./ChosenPhoto.tsx').then((module) => module.ChosenPhoto));

/** From a file to its rating, or directly to a post: choose, preview, send. */
export function UploadCard({ onRated }: { onRated: (rating: RatingResult) => void }) {
  const [chosen, setChosen] = useState<{ photo: File; url: string }>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen]);

  const choose = (file: File): void => {
    const found = problemWithFile(file);
    setProblem(found);
    if (!found) setChosen({ photo: file, url: URL.createObjectURL(file) });
  };
  return (
    <section aria-label="Upload" className="rounded-card border border-rule bg-sheet p-4 shadow-lift sm:p-5">
      {chosen ? (
        <ChosenPhoto {...chosen} onRated={onRated} onDiscard={() => setChosen(undefined)} />
      ) : (
        <PhotoPicker onFile={choose} problem={problem} />
      )}
    </section>
  );
}
