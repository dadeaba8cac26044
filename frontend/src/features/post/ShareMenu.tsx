import { useState } from 'react';
import { onDemand } from '../../components/on-demand.tsx';
import { ShareLabel, type ShareMenuProps } from './ShareLabel.tsx';

function Closed({ className, onClick }: Pick<ShareMenuProps, 'className'> & { onClick?: () => void }) {
  return (
    <button type="button" aria-haspopup="menu" aria-expanded={false} className={className} onClick={onClick}>
      <ShareLabel />
    </button>
  );
}

const ShareList = onDemand<ShareMenuProps & { onMissing: () => void }>(
  () => import('./ShareList.tsx').then((module) => module.ShareList),
  Closed,
  ({ onMissing }) => onMissing(),
);

/** The ways to share a post. */
export function ShareMenu(props: ShareMenuProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <ShareList {...props} onMissing={() => setWanted(false)} />;
  return <Closed className={props.className} onClick={() => setWanted(true)} />;
}
