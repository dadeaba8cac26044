import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { PastBoardAnswer, PastBoardLine } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';

export type Progress = NonNullable<PastBoardLine['progress']>;

/** When it is asked again whether another board is done, in milliseconds. */
const againMs = 2000;

/** The server builds one board at a time. */
export const isAnotherBuilt = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** Reads the lines of a stream until the one with the board. @throws Error with the problem, or if the stream breaks off */
async function boardIn(
  stream: ReadableStream<Uint8Array>,
  onProgress: (progress: Progress) => void,
): Promise<PastBoardAnswer> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { progress, board, problem } = JSON.parse(line) as PastBoardLine;
      if (problem !== null) throw new Error(problem);
      if (board) return board;
      if (progress) onProgress(progress);
    }
  }
  throw new Error('The connection was lost. Please try again.');
}

/** The board as it was. The server stops building it when nobody looks any more. */
export const pastBoardQuery = (at: string, onProgress: (progress: Progress) => void) =>
  queryOptions({
    queryKey: queryKeys.backOffice.pastBoard(at),
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/rtm-sys/as-of/board', {
        params: { query: { at } },
        parseAs: 'stream',
        signal,
      });
      return boardIn(await bodyOf<ReadableStream<Uint8Array>>(call as never), onProgress);
    },
    retry: (_, error) => isAnotherBuilt(error),
    retryDelay: againMs,
    // The past stays, and to fold it again takes long.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
