import { Panel } from '../../components/Panel.tsx';
import { Spinner } from '../../components/Spinner.tsx';

/** Stands in place of a form for visitors while it is not known yet whether this is one. */
export function SessionPending() {
  return (
    <Panel>
      <p role="status" className="flex items-center gap-3 text-lg text-soft">
        <Spinner /> One moment…
      </p>
    </Panel>
  );
}
