import { afterEach, expect, test, vi } from 'vitest';
import { askingFetch, askWith } from '../src/api/asking-fetch.ts';

const refused = () => Response.json({ message: 'Again.', code: 'sign_in_again' }, { status: 403 });
const call = (path = '/api/rtm-sys/admins/1/dismiss') =>
  new Request(`https://footnote.example${path}`, { method: 'POST', body: '{"reason":"Left."}' });
const answering = (...answers: Response[]) =>
  vi.fn(async (request: Request) => {
    await request.text();
    return answers.shift() ?? Response.json('done');
  });
let stop = () => {};
afterEach(() => stop());

test('a refused call is repeated, with its body, once the admin has shown who they are', async () => {
  stop = askWith(() => Promise.resolve(true));
  const bodies: string[] = [];
  const fetch = vi.fn(async (request: Request) => {
    bodies.push(await request.text());
    return bodies.length === 1 ? refused() : Response.json('done');
  });
  expect(await (await askingFetch(fetch)(call())).json()).toBe('done');
  expect(bodies).toEqual(['{"reason":"Left."}', '{"reason":"Left."}']);
});

test('a call stays refused if the admin does not want to', async () => {
  stop = askWith(() => Promise.resolve(false));
  const fetch = answering(refused());
  const response = await askingFetch(fetch)(call());
  expect([response.status, (await response.json()).code]).toEqual([403, 'sign_in_again']);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each([
  ['of the site', call('/api/user/profile'), refused()],
  ['with another reason', call(), Response.json({ code: 'forbidden' }, { status: 403 })],
  ['without JSON', call(), new Response('no', { status: 403 })],
  ['that succeed', call(), Response.json({ code: 'sign_in_again' })],
])('nobody is asked after calls %s', async (_, request, answer) => {
  const dialog = vi.fn(() => Promise.resolve(true));
  stop = askWith(dialog);
  expect(await askingFetch(answering(answer))(request)).toBe(answer);
  expect(dialog).not.toHaveBeenCalled();
});

test('nobody is asked where there is no dialog', async () => {
  expect((await askingFetch(answering(refused()))(call())).status).toBe(403);
});
