import { useQuery } from '@tanstack/react-query';
import type { ViewStatus } from '../../../api/generated/schema.d.ts';
import { Tag } from '../../../components/Tag.tsx';
import { formatBytes } from '../../../lib/sizes.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { recountQuery } from './Archive.tsx';

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

/** That the recount of a week waits for a decision; nothing without one. */
export function OnRecount() {
  const recount = useQuery(recountQuery).data?.recount;
  if (!recount?.comparison) return null;
  return <Tag look="attention">{`Recount of ${recount.week} to decide on`}</Tag>;
}

/** A count that should be 0. */
export function Alarming({ count }: { count: number }) {
  return count === 0 ? '0' : <strong className="text-danger">{formatWhole(count)}</strong>;
}
