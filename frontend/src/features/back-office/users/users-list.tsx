import { isolated } from '@footnote/backend/shared/isolated.ts';
import { api } from '../../../api/client.ts';
import type { ManagedUser } from '../../../api/generated/schema.d.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { shownName } from '../../../lib/wording.ts';
import { MaskedEmail } from '../acts/MaskedEmail.tsx';
import { YourOwn } from '../acts/YourOwn.tsx';
import { AsItWas } from '../as-of/AsItWas.tsx';
import { type List, pageOf } from '../table/list.ts';
import { Picture } from '../table/Picture.tsx';

const yes = (text: string) => [['true', text]] as const;

export const users: List<ManagedUser> = {
  name: 'users',
  plural: 'users',
  hasFile: true,
  searchLabel: 'Search by name or email',
  defaultSort: '-createdAt',
  filters: [
    { key: 'suspended', label: 'Suspension', options: yes('Suspended') },
    { key: 'isAdmin', label: 'Rights', options: yes('Admins') },
    { key: 'unverified', label: 'Email', options: yes('Not verified') },
  ],
  idOf: ({ id }) => id,
  subjectOf: ({ id }) => ({ kind: 'person', id }),
  nameOf: (user) => isolated(shownName(user)),
  read: ({ suspended, isAdmin, unverified, ...query }) =>
    pageOf(
      api.GET('/api/rtm-sys/users', {
        params: {
          query: {
            ...query,
            ...(suspended && { suspended: true }),
            ...(isAdmin && { isAdmin: true }),
            ...(unverified && { unverified: true }),
          },
        },
      }),
    ),
  columns: [
    {
      id: 'name',
      label: 'Name',
      cell: (user) => (
        <div className="flex items-center gap-3">
          {user.profilePictureUrl !== null && (
            <Picture
              imageUrl={user.profilePictureUrl}
              alt=""
              of={shownName(user)}
              sizes="56px"
              className="size-14"
            />
          )}
          <strong>
            <WrappedName>{shownName(user)}</WrappedName>
            <YourOwn accountId={user.id}>
              Your own account: strikes, suspensions and refunds wait for a second admin.
            </YourOwn>
          </strong>
        </div>
      ),
    },
    {
      id: 'email',
      label: 'Email',
      cell: (user) => (
        <>
          <MaskedEmail holder="person" id={user.id} masked={user.email} name={shownName(user)} />
          {!user.emailVerified && <span className="block text-sm text-soft">not verified</span>}
        </>
      ),
    },
    {
      id: 'state',
      label: 'State',
      cell: ({ suspension, isAdmin, deletionDueAt }) => (
        <span className="flex flex-wrap gap-1.5">
          {suspension && (
            <Tag look="danger">
              {suspension.endsAt === null
                ? 'Suspended'
                : `Suspended until ${formatMinute(suspension.endsAt)}`}
            </Tag>
          )}
          {isAdmin && <Tag look="attention">Admin</Tag>}
          {deletionDueAt !== null && <Tag>{`Leaves on ${formatMinute(deletionDueAt)}`}</Tag>}
          {!suspension && !isAdmin && deletionDueAt === null && <span>–</span>}
        </span>
      ),
    },
    { id: 'strikes', label: 'Strikes', isNumber: true, cell: ({ strikes }) => strikes },
    {
      id: 'createdAt',
      label: 'Registered',
      isSortable: true,
      cell: ({ id, createdAt }) => (
        <>
          <RelativeTime iso={createdAt} className="block whitespace-nowrap" />
          <AsItWas kind="person" id={id} />
        </>
      ),
    },
  ],
};
