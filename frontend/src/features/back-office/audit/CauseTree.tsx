import { Link } from '@tanstack/react-router';
import type { TrailLine } from '../../../api/generated/schema.d.ts';
import { Tag } from '../../../components/Tag.tsx';
import { formatTime } from '../../../lib/dates.ts';
import type { AdminRole } from '../layout/sections.ts';
import { LineSentence } from './audit-list.tsx';
import { type Caused, causesOf } from './cause-tree.ts';
import { eventName } from './event-names.ts';

/** Deeper levels are not moved further to the right, so that they keep their width. */
const DEEPEST = 5;

interface CauseTreeProps {
  /** Oldest first. */
  lines: readonly TrailLine[];
  currentId: string;
  role: AdminRole | undefined;
}

/** Lines under those that caused them. */
export function CauseTree({ lines, currentId, role }: CauseTreeProps) {
  return <Branches of={causesOf(lines)} depth={0} currentId={currentId} role={role} />;
}

interface BranchesProps extends Omit<CauseTreeProps, 'lines'> {
  of: readonly Caused<TrailLine>[];
  depth: number;
}

function Branches({ of, depth, currentId, role }: BranchesProps) {
  const indent = depth === 0 || depth > DEEPEST ? '' : 'ml-1 border-l-2 border-rule pl-3 sm:pl-4';
  return (
    <ol className={indent}>
      {of.map(({ line, effects }) => {
        const isCurrent = line.id === currentId;
        return (
          <li key={line.id}>
            <div className={`py-1.5 ${isCurrent ? 'rounded-control bg-wash px-2' : ''}`}>
              {isCurrent ? (
                <span className="mr-2" aria-current="true">
                  <Tag look="attention">This event</Tag>
                </span>
              ) : (
                <Link
                  to="/rtm-sys/audit/$eventId"
                  params={{ eventId: line.id }}
                  aria-label={`Open ${eventName(line.type)}, ${formatTime(line.at)}`}
                  className="mr-2 text-link tabular-nums"
                >
                  {formatTime(line.at)}
                </Link>
              )}
              <span className="[overflow-wrap:anywhere]">
                <LineSentence line={line} role={role} />
              </span>
            </div>
            {effects.length > 0 && (
              <Branches of={effects} depth={depth + 1} currentId={currentId} role={role} />
            )}
          </li>
        );
      })}
    </ol>
  );
}
