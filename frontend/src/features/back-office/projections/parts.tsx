import { queryOptions } from '@tanstack/react-query';
import { backgroundHeader } from '../../../api/background-requests.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { ViewStatus } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { ButtonLook } from '../../../components/Button.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { formatBytes } from '../../../lib/sizes.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { type Act, acted } from '../acts/act.ts';
import { askWords } from '../acts/ask.tsx';

/** How often the figures are read again, in milliseconds; and while a view is being built. */
const PERIOD = 5000;
const BUILD_PERIOD = 1000;

const atWork: ReadonlySet<string | undefined> = new Set(['waiting', 'building', 'comparing']);

/** All views, the reactions and the quarantine. */
export const overviewQuery = queryOptions({
  queryKey: queryKeys.backOffice.projections,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/projections', { headers: backgroundHeader })),
  refetchOnMount: 'always',
  refetchInterval: PERIOD,
});

/** The processes of the site. */
export const processesQuery = queryOptions({
  queryKey: queryKeys.backOffice.processes,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/processes', { headers: backgroundHeader })),
  refetchOnMount: 'always',
  refetchInterval: PERIOD,
});

export const viewQuery = (name: string) =>
  queryOptions({
    queryKey: queryKeys.backOffice.projection(name),
    queryFn: () =>
      bodyOf(
        api.GET('/api/rtm-sys/projections/{name}', {
          params: { path: { name } },
          headers: backgroundHeader,
        }),
      ),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (atWork.has(data?.trial?.state) ? BUILD_PERIOD : PERIOD),
  });

const rate = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

export const perSecond = (events: number): string => rate.format(events);

/** A figure that the server may not know. */
export const known = (figure: number | null): string => (figure === null ? 'Unknown' : formatWhole(figure));

export const sizeOf = ({ size }: ViewStatus): string => (size === null ? 'Unknown' : formatBytes(size));

/** What is wrong with a view, or what happens to it; nothing for one that is live. */
export function ViewState({ view: { state, error, generation } }: { view: ViewStatus }) {
  if (state === 'building') return <Tag look="attention">Building</Tag>;
  if (state === 'failed') return <Tag look="danger">Build failed</Tag>;
  if (generation === null) return <Tag look="danger">Missing</Tag>;
  return error === null ? null : <Tag look="danger">Stuck</Tag>;
}

/** That a view has a build on trial; nothing without one. */
export function OnTrial({ view: { trialState } }: { view: ViewStatus }) {
  if (trialState === null) return null;
  if (trialState === 'ready') return <Tag look="attention">Build to decide on</Tag>;
  return <Tag look={trialState === 'failed' ? 'danger' : 'attention'}>{`Build on trial: ${trialState}`}</Tag>;
}

/** A count that should be 0. */
export function Alarming({ count }: { count: number }) {
  return count === 0 ? '0' : <strong className="text-danger">{formatWhole(count)}</strong>;
}

interface Operation<Row> extends Pick<Act<Row>, 'name' | 'isFor' | 'look'> {
  /** The look of the button that confirms it. */
  confirm: ButtonLook;
  about: string;
  done: string;
  call: (row: Row, reason: string) => Parameters<typeof acted>[0];
}

/** Something that owners do with a view or a week: asks why, before it begins. */
export function operation<Row extends { name: string }>(declared: Operation<Row>): Act<Row> {
  const { name, confirm, about, done, call, ...rest } = declared;
  return {
    look: confirm,
    ...rest,
    name,
    title: ({ name: target }) => `${name}: ${target}`,
    about: `${about} The log records that you asked for it.`,
    failure: () => [`Failed: ${name}`, 'Please try again.'],
    ask: askWords((row, reason) => acted(call(row, reason), { title: done }), { look: confirm }),
  };
}
