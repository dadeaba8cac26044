import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { reauthFetch, reauthWith } from '../src/api/reauth-fetch.ts';

const refused = () => Response.json({ message: 'Again.', code: 'sign_in_again' }, { status: 403 });
const call = (path = '/api/rtm-sys/admins/1/dismiss') =>
  new Request(`https://footnote.example${path}`, { method: 'POST', body: '{"reason":"Left."}' });

let stop: () => void = () => {};
let asked: string[] = [];
const saying = (isDone: boolean): void => {
  asked = [];
  stop = reauthWith((path) => {
    asked.push(path);
    return Promise.resolve(isDone);
  });
};
/** Answers calls in turn, and keeps their bodies. */
const answering = (...answers: Response[]) => {
  const bodies: string[] = [];
  const fetch = reauthFetch(async (request) => {
    bodies.push(await request.text());
    return answers.shift() ?? Response.json('done');
  });
  return { fetch, bodies };
};

describe('a call that needs a fresh sign-in', () => {
  afterEach(() => stop());

  it('is repeated, with its body, once the person has shown who they are', async () => {
    saying(true);
    const { fetch, bodies } = answering(refused());
    assert.equal(await (await fetch(call())).json(), 'done');
    assert.deepEqual(bodies, ['{"reason":"Left."}', '{"reason":"Left."}']);
  });

  it('stays refused if the person does not want to', async () => {
    saying(false);
    const { fetch, bodies } = answering(refused());
    const response = await fetch(call());
    assert.deepEqual([response.status, (await response.json()).code], [403, 'sign_in_again']);
    assert.equal(bodies.length, 1);
  });

  it('is repeated once only', async () => {
    saying(true);
    const { fetch } = answering(refused(), refused());
    assert.equal((await fetch(call())).status, 403);
    assert.equal(asked.length, 1);
  });

  it('stays refused where there is no dialog', async () => {
    assert.equal((await answering(refused()).fetch(call())).status, 403);
  });

  it('is also one that ends sessions of a member, or exports their data', async () => {
    saying(true);
    for (const path of ['/api/user/sessions', '/api/user/sessions/1', '/api/user/export']) {
      assert.equal((await answering(refused()).fetch(call(path))).status, 200);
    }
    assert.deepEqual(asked, ['/api/user/sessions', '/api/user/sessions/1', '/api/user/export']);
  });

  it('is one that matters, refused for this reason', async () => {
    saying(true);
    for (const [request, answer] of [
      [call('/api/user/profile'), refused()],
      [call(), Response.json({ code: 'forbidden' }, { status: 403 })],
      [call(), new Response('no', { status: 403 })],
      [call(), Response.json({ code: 'sign_in_again' })],
    ] as const) {
      assert.equal(await answering(answer).fetch(request), answer);
    }
    assert.deepEqual(asked, []);
  });
});
