import type { BoardPost, WeeklyBoard } from '../../src/api/generated/schema.d.ts';
import type { Api } from './screen.ts';
import { recording } from './screen-server.ts';

/** The board of all posts, newest first, as it was recorded. */
export const posts = recording.answers.visitor['GET /api/posts?sort=recent&limit=60']!.body as BoardPost[];

/** The board of the running week. */
export const week = recording.answers.visitor['GET /api/leaderboard/weekly?sort=top&limit=60']!
  .body as WeeklyBoard;

/** As many posts, which differ in their ids. */
export const copies = (count: number): BoardPost[] =>
  Array.from({ length: count }, (_, index) => ({
    ...posts.at(-1)!,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }));

/** Answers reads of the board with pages of what `list` returns then, however they are sorted and searched. */
export function serveBoard(api: Api, list: () => readonly BoardPost[], size: number): void {
  api.on('GET /api/posts', async ({ query: { cursor = 'at-0' } }) => {
    const from = Number(cursor.slice(3));
    const link = `</api/posts?cursor=at-${from + size}>; rel="next"`;
    const body = list().slice(from, from + size);
    return { status: 200, body, ...(from + size < list().length && { headers: { link } }) };
  });
}
