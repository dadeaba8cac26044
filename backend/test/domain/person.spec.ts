import { isSamePerson, personOf } from '../../src/domain/admin/person.js';
import { rolesOf } from '../support/roles.js';

const invitation = {
  role: 'owner',
  accountId: null,
  accountIds: ['c'],
  by: 'olga',
  tokenHash: 'hash',
  expiresAt: '2026-11-22T12:00:00.000Z',
  acceptedBy: 'new',
  isConfirmed: false,
} as const;

/** Three logins of one person, of whom two have an account in common each, a login that waits, and a stranger. */
const roles = rolesOf(
  {
    one: { accountIds: ['a'] },
    two: { accountIds: ['b', 'a'] },
    three: { accountIds: ['c', 'b'], isDismissed: true },
    other: 'owner',
    zoe: { accountIds: ['z'] },
  },
  { i1: invitation },
);

it.each(['one', 'two', 'three', 'new', 'a', 'b', 'c'])(
  'by %s a person is found with all that is theirs',
  (id) => {
    const { loginIds, accountIds } = personOf(id, roles);
    expect(loginIds.toSorted()).toEqual(['new', 'one', 'three', 'two']);
    expect(accountIds.toSorted()).toEqual(['a', 'b', 'c']);
  },
);

it('a login without an account is a person', () =>
  expect(personOf('other', roles)).toEqual({ loginIds: ['other'], accountIds: [] }));

it('an id that is neither of a login nor linked has no login', () =>
  expect(personOf('d', roles)).toEqual({ loginIds: [], accountIds: ['d'] }));

it('strangers are two people', () => {
  expect(isSamePerson('one', 'three', roles)).toBe(true);
  expect(isSamePerson('one', 'other', roles)).toBe(false);
  expect(isSamePerson('other', 'zoe', roles)).toBe(false);
  expect(isSamePerson('server', 'server', roles)).toBe(true);
});
