import { useState } from 'react';
import type { Choice, ReadyPhoto } from '../lib/chosen-photo.ts';
import { afterFirstAct, sayMissing } from './on-demand.tsx';

/**
 * The types in file dialogs. Without that of HEIC, Safari turns such photos into JPEGs by itself; no other browser can read
 * them. All read AVIF, of which the page makes a JPEG.
 */
export const photoTypes = 'image/jpeg,image/png,image/webp,image/avif';

const load = () => import('../lib/chosen-photo.ts');
afterFirstAct(() => load().catch(() => undefined));

/**
 * A file that the person chooses, once it is known to be a photo, and a copy where the server does not take the file itself.
 * @param first  a photo that was chosen before
 */
export function useReadyPhoto(first?: ReadyPhoto) {
  const [choice, setChoice] = useState<Choice>(first ? { ready: first } : {});
  const choose = (file?: File): void =>
    void load().then(({ choosePhoto }) => choosePhoto(file, setChoice), sayMissing);
  return { ...choice, choose, discard: () => choose() };
}
