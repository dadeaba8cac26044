import type { ReadyPhoto } from './chosen-photo.ts';
import { createStore } from './create-store.ts';

/** A photo that may be posted only after a login, in memory: the file itself outlives no reload. */
export const keptPhoto = createStore<ReadyPhoto | undefined>(undefined);
