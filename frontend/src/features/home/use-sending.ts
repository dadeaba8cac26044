import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { actingHeader } from '../../api/acting-account.ts';
import { ApiError, isRefusedForGood, messageOf } from '../../api/api-error.ts';
import { IDEMPOTENCY_KEY, idempotencyKeys } from '../../api/idempotency-keys.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { sessionQuery } from '../../api/session.ts';
import { useFailureToast } from '../../components/toast.ts';

interface SendOptions {
  signal: AbortSignal;
  /** Called with the part that has been sent, from 0 to 1. */
  onProgress: (part: number) => void;
}

const numbers = new WeakMap<File, number>();
let photos = 0;

/** The action of sending a photo: the same if the same chosen file is sent to the same address again. */
function actionOf(path: string, photo: File): string {
  const number = numbers.get(photo) ?? (photos += 1);
  numbers.set(photo, number);
  return `POST ${path} photo ${number}`;
}

/**
 * Sends a photo as `image` and returns the answer. Uses XMLHttpRequest, because fetch reports no upload progress.
 * Rejects with an `ApiError` if the server refuses, with an `AbortError` if the signal fires.
 */
function sendPhoto<Answer>(path: string, photo: File, { signal, onProgress }: SendOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(actingHeader())) request.setRequestHeader(name, value);
    const action = actionOf(path, photo);
    const key = idempotencyKeys.keyFor(action);
    request.setRequestHeader(IDEMPOTENCY_KEY, key);
    // A request without an answer has the status 0.
    request.addEventListener('loadend', () => idempotencyKeys.note(action, key, request.status || undefined));
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(new ApiError(request.status, request.statusText, request.responseText));
    });
    request.addEventListener('error', () => reject(new Error('The connection was lost')));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('image', photo);
    request.send(form);
  });
}

/** Why a photo was not sent. */
export interface Problem {
  title: string;
  text: string;
}

interface SendingOptions<Answer> {
  /** The call that takes the photo. */
  path: '/api/upload' | '/api/posts/publish-direct';
  /** The title of a failure, and its text if the server gives none. */
  failure: readonly [title: string, otherwise: string];
  onDone: (answer: Answer) => Promise<void> | void;
}

/**
 * Sends a photo, but gives up the answer if the person who sent it has signed out meanwhile: the next one must not get it.
 */
async function sendOwnPhoto<Answer>(path: string, photo: File, options: SendOptions): Promise<Answer> {
  const sender = actingHeader();
  const answer = await sendPhoto<Answer>(path, photo, options);
  const now = actingHeader();
  const isGone = Object.entries(sender).some(([name, value]) => now[name] !== value);
  if (isGone) throw new DOMException('Another person uses the page now', 'AbortError');
  return answer;
}

/** The upload of one photo: its progress, its failure, and how to start and cancel it. */
export function useSending<Answer>({ path, failure: [title, otherwise], onDone }: SendingOptions<Answer>) {
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (photo: File) => {
      controller.current = new AbortController();
      setProgress(0);
      return sendOwnPhoto<Answer>(path, photo, {
        signal: controller.current.signal,
        onProgress: setProgress,
      });
    },
    onSuccess: onDone,
  });
  useEffect(() => () => controller.current?.abort(), []);
  const cancel = (): void => {
    controller.current?.abort();
    reset();
  };
  const problem: Problem | undefined =
    error && !isAbort(error) ? { title, text: messageOf(error, otherwise) } : undefined;
  return {
    send: mutate,
    cancel,
    isSending: isPending,
    progress,
    problem,
    isRefused: isRefusedForGood(error),
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Posts a photo without a rating and opens its post; for signed-in people. */
export function useDirectPost() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refusal = useFailureToast();
  const sending = useSending<{ id: string }>({
    path: '/api/posts/publish-direct',
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
