import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { Notice } from '../../../components/Notice.tsx';
import { RangeForm } from './RangeForm.tsx';
import type { Part } from './parts.ts';
import type { Range } from './range.ts';

interface FiguresProps<Data> {
  part: Part;
  range: Range;
  /** The path of the figures in the API. */
  path: string;
  hasDays?: boolean;
  query: Pick<UseQueryResult<Data>, 'data' | 'error'>;
  /** Whether there is nothing to show. */
  isEmpty: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/** A part of the statistics: its range and file, and its figures once they are there. */
export function Figures<Data>({
  part,
  range,
  path,
  hasDays = false,
  query: { data, error },
  isEmpty,
  children,
}: FiguresProps<Data>) {
  const { by, ...days } = range;
  const csv = new URLSearchParams({ ...days, ...(hasDays && { by }), format: 'csv' });
  return (
    <>
      <RangeForm part={part} range={range} csv={`${path}?${csv}`} hasDays={hasDays} />
      {error && <Notice look="danger">{messageOf(error, 'The statistics could not be loaded.')}</Notice>}
      {data !== undefined &&
        (isEmpty(data) ? (
          <p className="text-soft">Nothing of this was recorded in these days.</p>
        ) : (
          children(data)
        ))}
    </>
  );
}
