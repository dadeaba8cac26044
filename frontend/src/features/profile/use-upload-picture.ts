import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import type { User } from '../../api/generated/schema.d.ts';
import { parseJson } from '../../api/kept.ts';
import { sendFile } from '../../api/send-file.ts';
import { useAdoptUser } from '../../api/session.ts';
import { text } from '../../api/unsent.ts';
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

/** Saves a new profile picture. */
export function useUploadPicture() {
  return useMutation({
    mutationFn: ({ picture, part }: PictureForm) =>
      sendFile({
        path: '/api/user/profile/picture',
        fields: { picture, ...(part && { crop: cropOf(part) }) },
        read: readUser,
      }),
    onSuccess: useAdoptUser(),
  });
}
