import { useQuery } from '@tanstack/react-query';
import { shownName } from '../../lib/wording.ts';
import { MaskedEmail } from './acts/MaskedEmail.tsx';
import { SelfDecisionHint } from './acts/self-decision.tsx';
import { PersonLink } from './entity-links/EntityLinks.tsx';
import { nameOf, personActs } from './person/person-acts.tsx';
import { PersonTags } from './person/PersonTags.tsx';
import { adminQuery } from './session/admin.queries.ts';
import { Picture } from './pictures/Picture.tsx';
import { Small, table, when } from './table/table.tsx';
import { TablePage } from './table/TablePage.tsx';

const users = table('users', {
  noun: 'user',
  hasTabs: true,
  nameOf,
  subject: 'person',
  search: 'Search by name or email',
  sort: '-createdAt',
  hasFile: true,
  filters: {
    suspended: ['Suspension', { true: 'Suspended' }],
    isAdmin: ['Rights', { true: 'Admins' }],
    unverified: ['Email', { true: 'Not verified' }],
  },
  columns: {
    name: [
      'Name',
      (user) => (
        <div className="flex items-center gap-3">
          {user.profilePictureUrl !== null && (
            <Picture
              imageUrl={user.profilePictureUrl}
              alt=""
              of={shownName(user)}
              sizes="56px"
              className="size-14 xl:size-9"
            />
          )}
          <strong>
            <PersonLink id={user.id} name={shownName(user)} />
            <SelfDecisionHint accountId={user.id}>
              Your own account: strikes, suspensions and refunds wait for a second admin.
            </SelfDecisionHint>
          </strong>
        </div>
      ),
    ],
    email: [
      'Email',
      (user) => (
        <>
          <MaskedEmail holder="person" id={user.id} masked={user.email} name={shownName(user)} />
          {!user.emailVerified && <Small>not verified</Small>}
        </>
      ),
    ],
    state: [
      'State',
      (user) => (
        <span className="flex flex-wrap gap-1.5">
          <PersonTags user={user} otherwise="–" />
        </span>
      ),
    ],
    strikes: ['Strikes', ({ strikes }) => strikes, 'number'],
    createdAt: ['Registered', when('createdAt'), 'sortable'],
  },
  acts: personActs,
  folds: 'all',
  opens: ({ id }) => ({ to: '/rtm-sys/user/$id', params: { id } }),
});

export function Users() {
  const { data: admin } = useQuery(adminQuery);
  return <TablePage of={admin?.role === 'moderator' ? { ...users, search: 'Search by name' } : users} />;
}
