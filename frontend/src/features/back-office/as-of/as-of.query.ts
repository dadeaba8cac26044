import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import type { AsOf } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { AdminRole } from '../layout/sections.ts';

export type AsOfKind = AsOf['kind'];

const moderators: readonly AdminRole[] = ['moderator', 'owner'];
const finance: readonly AdminRole[] = ['finance', 'owner'];

/** What can be seen as it was, and the roles to which the server answers. */
export const asOfKinds: Readonly<Record<AsOfKind, readonly AdminRole[]>> = {
  post: moderators,
  person: moderators,
  report: moderators,
  week: moderators,
  payment: finance,
  boost: finance,
};

export function isAsOfKind(kind: string | null): kind is AsOfKind {
  return kind !== null && Object.hasOwn(asOfKinds, kind);
}

/** @param at a time, a position or the id of an event; undefined for now */
export const asOfQuery = (kind: AsOfKind, id: string, at: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.backOffice.asOf(kind, id, at),
    queryFn: () =>
      bodyOf(
        // The paths of all kinds have the same answer.
        api.GET(`/api/rtm-sys/as-of/${kind}/{id}` as '/api/rtm-sys/as-of/post/{id}', {
          params: { path: { id }, query: at === undefined ? {} : { at } },
        }),
      ),
    // The slider stays while another moment loads.
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
