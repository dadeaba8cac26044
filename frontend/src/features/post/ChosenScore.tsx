import { shownTo } from '../../api/user-storage.ts';
import { useSession } from '../../api/session.ts';
import { chosenScore } from '../../api/draft-storage.ts';
import { onDemand } from '../../components/on-demand.tsx';
import { useStore } from '../../lib/create-store.ts';

const SendChosenScore = onDemand(() =>
  import('./SendChosenScore.tsx').then((module) => module.SendChosenScore),
);

/** On every page: sends the score that a person chose before they were allowed to rate, once they are. */
export function ChosenScore() {
  const { user } = useSession();
  const kept = useStore(chosenScore);
  const chosen = user?.emailVerified ? shownTo(kept, user.id) : null;
  return chosen && <SendChosenScore key={chosen.postId} {...chosen} />;
}
