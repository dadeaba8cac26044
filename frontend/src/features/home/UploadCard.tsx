import { useState } from 'react';
import type { RatingResult } from '../../api/generated/schema.d.ts';
import { onDemand } from '../../components/on-demand.tsx';
import { useReadyPhoto } from '../../components/use-ready-photo.ts';
import { keptPhoto } from '../../lib/kept-photo.ts';
import { PhotoPicker } from './PhotoPicker.tsx';

const ChosenPhoto = onDemand(
  () => import('./ChosenPhoto.tsx').then((module) => module.ChosenPhoto),
  undefined,
  ({ onDiscard }) => onDiscard(),
);

/** From a file to its rating, or directly to a post: choose, preview, send. */
export function UploadCard({ onRated }: { onRated: (rating: RatingResult) => void }) {
  const { ready, choose, discard, problem, isCopying } = useReadyPhoto(useState(keptPhoto.read)[0]);
  return (
    <section aria-label="Upload" className="rounded-card border border-rule bg-sheet p-4 shadow-lift sm:p-5">
      {ready ? (
        <ChosenPhoto chosen={ready} onRated={onRated} onDiscard={discard} />
      ) : (
        <PhotoPicker onFile={choose} problem={problem} isCopying={isCopying} />
      )}
    </section>
  );
}
