import * as v from 'valibot';
import type { User } from '../../api/generated/schema.d.ts';
import { parseJson } from '../../api/user-storage.ts';
import { useAdoptUser } from '../../api/change-session.ts';
import { text } from '../../api/draft-storage.ts';
import { useUpload } from '../../api/use-upload.ts';
import type { Part } from '../../lib/photo-copy.ts';

/** A new picture, or one with the part that the server cuts out of it. */
export interface PictureForm {
  picture: File;
  part?: Part;
}

function cropOf({ left, top, width, height }: Part): string {
  return [left, top, width, height].map((fraction) => fraction.toFixed(6)).join();
}

function readUser(body: string): User | undefined {
  return parseJson(v.object({ id: text }), body) && (JSON.parse(body) as User);
}

/** Saves a new profile picture, which is made first. */
export function useUploadPicture<Input>(make: (input: Input) => Promise<PictureForm>, onDone: () => void) {
  const adopt = useAdoptUser();
  return useUpload({
    path: '/api/user/profile/picture',
    fieldsOf: async (input: Input) => {
      const { picture, part } = await make(input);
      return { picture, ...(part && { crop: cropOf(part) }) };
    },
    read: readUser,
    otherwise: 'Failed to upload picture',
    onDone: async (user) => {
      await adopt(user);
      onDone();
    },
  });
}
