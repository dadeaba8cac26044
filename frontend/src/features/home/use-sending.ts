import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { actingHeader } from '../../api/acting-account.ts';
import type { RatingResult } from '../../api/generated/schema.d.ts';
import { parseJson } from '../../api/kept.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { type FileToSend, sendFile } from '../../api/send-file.ts';
import { sessionQuery } from '../../api/session.ts';
import { ratingSchema, text } from '../../api/unsent.ts';
import { failureOf, type UploadFailure } from '../../api/upload-end.ts';
import { useFailureToast } from '../../components/toast.ts';

/** Why a photo was not sent. */
export interface SendingProblem extends UploadFailure {
  title: string;
}

interface SendingOptions<Answer> extends Pick<FileToSend<Answer>, 'path' | 'read'> {
  /** The title of a failure, and its text if the server gives none. */
  failure: readonly [title: string, otherwise: string];
  onDone: (answer: Answer) => Promise<void> | void;
}

/**
 * Sends a file, but gives up the answer if the person who sent it has signed out meanwhile: the next one must not get it.
 */
async function sendOwn<Answer>(file: FileToSend<Answer>): Promise<Answer> {
  const sender = actingHeader();
  const answer = await sendFile(file);
  const now = actingHeader();
  const isGone = Object.entries(sender).some(([name, value]) => now[name] !== value);
  if (isGone) throw new DOMException('Another person uses the page now', 'AbortError');
  return answer;
}

/** The upload of one photo: its progress, its failure, and how to start and cancel it. */
function useSending<Answer>({ path, read, failure: [title, otherwise], onDone }: SendingOptions<Answer>) {
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (photo: File) => {
      controller.current = new AbortController();
      setProgress(0);
      const { signal } = controller.current;
      return sendOwn({ path, read, fields: { image: photo }, signal, onProgress: setProgress });
    },
    onSuccess: onDone,
  });
  useEffect(() => () => controller.current?.abort(), []);
  const cancel = (): void => {
    controller.current?.abort();
    reset();
  };
  const problem: SendingProblem | undefined =
    error && !isAbort(error) ? { title, ...failureOf(error, otherwise) } : undefined;
  return { send: mutate, cancel, isSending: isPending, progress, problem };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Has a photo rated. */
export function useRating(onRated: (rating: RatingResult) => void) {
  return useSending({
    path: '/api/upload',
    read: (body) => parseJson(ratingSchema, body),
    failure: ['Upload Failed', 'Upload failed. Please try again.'],
    onDone: onRated,
  });
}

/** Posts a photo without a rating and opens its post; for signed-in people. */
export function useDirectPost() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refusal = useFailureToast();
  const sending = useSending({
    path: '/api/posts/publish-direct',
    read: (body) => parseJson(v.object({ id: text }), body),
    failure: ['Failed to post', 'Could not post to leaderboard. Please try again.'],
    onDone: async ({ id }) => {
      // Cached boards lack the new post.
      queryClient.removeQueries({ queryKey: queryKeys.posts.all });
      queryClient.removeQueries({ queryKey: queryKeys.boards.all });
      await navigate({ to: '/post/$id', params: { id } });
    },
  });
  const send = async (photo: File): Promise<boolean> => {
    if (!(await queryClient.ensureQueryData(sessionQuery))) {
      refusal.tell('Login Required', 'Please log in or register to post directly without rating.');
      return false;
    }
    sending.send(photo);
    return true;
  };
  const cancel = (): void => {
    refusal.clear();
    sending.cancel();
  };
  return { ...sending, send, cancel };
}
