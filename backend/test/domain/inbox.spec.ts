import { Inbox, readAt, readUpTo } from '../../src/domain/notification/inbox.js';
import { given } from '../support/given.js';

const NOON = '2026-11-21T12:00:00.000Z';
const LATER = '2026-11-21T13:00:00.000Z';
const read = (upTo: string, postId: string | null = null) =>
  ({ type: 'InboxRead', data: { accountId: 'ann', postId, upTo } }) as const;
const reading = (upTo: string, postId: string | null = null, now = LATER) =>
  Inbox.ReadInbox({ ...read(upTo, postId).data, now });

describe('reading the inbox', () => {
  it('appends the event, for the whole or for a post', () => {
    given(Inbox).when(reading(NOON)).then(read(NOON));
    given(Inbox, read(NOON)).when(reading(LATER, 'p1')).then(read(LATER, 'p1'));
  });

  it('moves forward only: the whole covers each post, and a post no other', () => {
    given(Inbox, read(NOON)).when(reading(NOON)).thenNothing();
    given(Inbox, read(LATER)).when(reading(NOON, 'p1')).thenNothing();
    given(Inbox, read(LATER, 'p1')).when(reading(NOON, 'p1')).thenNothing();
    given(Inbox, read(LATER, 'p1')).when(reading(NOON, 'p2')).then(read(NOON, 'p2'));
    given(Inbox, read(LATER, 'p1')).when(reading(NOON)).then(read(NOON));
  });

  it('reads nothing that is yet to come', () =>
    given(Inbox).when(reading('2027-01-01T00:00:00.000Z')).then(read(LATER)));

  it('remembers posts that were read later than the whole, the newest 200', () => {
    const some = readUpTo({ upTo: NOON, posts: { p1: LATER } }, { postId: null, upTo: LATER });
    expect(some).toEqual({ upTo: LATER, posts: {} });
    const minute = (index: number) => new Date(Date.parse(NOON) + (index + 1) * 60_000).toISOString();
    const many = Array.from({ length: 201 }, (_, index) => index).reduce(
      (inbox, index) => readUpTo(inbox, { postId: `p${index}`, upTo: minute(index) }),
      { upTo: NOON, posts: {} },
    );
    expect(readAt(many, 'p0')).toBe(NOON);
    expect(readAt(many, 'p1')).toBe(minute(1));
    expect(readAt(many, null)).toBe(NOON);
  });
});
