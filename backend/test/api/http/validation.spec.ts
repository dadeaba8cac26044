import type { ArgumentMetadata, Type } from '@nestjs/common';
import { ListPostsRequest } from '../../../src/api/posts/posts.contract.js';
import { InvalidRequestException, validationPipe } from '../../../src/api/http/validation.js';
import { WeeklyBoardRequest } from '../../../src/api/leaderboard/leaderboard.controller.js';

describe('a query that was valid before', () => {
  const pipe = validationPipe();
  const transformed = (value: unknown, metatype: Type, type: ArgumentMetadata['type'] = 'query') =>
    pipe.transform(value, { type, metatype }) as Promise<object>;
  const listed = (query: object) => transformed(query, ListPostsRequest);

  it('is recognised by its text, and is not converted again', async () => {
    const first = await listed({ sort: 'top', limit: '7' });
    expect(first).toBeInstanceOf(ListPostsRequest);
    expect(first).toMatchObject({ sort: 'top', limit: 7 });
    expect(await listed({ sort: 'top', limit: '7' })).toBe(first);
  });

  it('cannot be changed by the route that gets it', async () =>
    expect(Object.isFrozen(await listed({ limit: '8' }))).toBe(true));

  it('is another one with another value, type or field', async () => {
    const first = await listed({ search: 'a' });
    expect(await listed({ search: 'b' })).toMatchObject({ search: 'b' });
    await expect(listed({ search: ['a'] })).rejects.toThrow(InvalidRequestException);
    expect(await listed({ search: 'a', sort: 'top' })).toMatchObject({ search: 'a', sort: 'top' });
    expect(await listed({ search: 'a&sort=top' })).toMatchObject({ search: 'a&sort=top', sort: 'recent' });
    expect(await listed({ search: 'a' })).toBe(first);
  });

  it('is another one for another route', async () => {
    const query = { limit: '9' };
    expect(await listed(query)).toBeInstanceOf(ListPostsRequest);
    expect(await transformed(query, WeeklyBoardRequest)).toBeInstanceOf(WeeklyBoardRequest);
  });

  it('is forgotten after a thousand others', async () => {
    const first = await listed({ search: 'first' });
    for (let count = 0; count < 1000; count += 1) await listed({ search: `other ${count}` });
    expect(await listed({ search: 'first' })).not.toBe(first);
  });

  it('is rejected each time if it is not valid', async () => {
    for (const _ of [1, 2]) await expect(listed({ limit: '0' })).rejects.toThrow('A page has 1 to 100 posts');
  });

  it('is a query: bodies are converted each time', async () => {
    const body = { sort: 'top' };
    const [first, second] = [
      await transformed(body, ListPostsRequest, 'body'),
      await transformed(body, ListPostsRequest, 'body'),
    ];
    expect(second).not.toBe(first);
    expect(Object.isFrozen(first)).toBe(false);
    await expect(transformed(null, ListPostsRequest, 'body')).rejects.toThrow(InvalidRequestException);
  });
});
