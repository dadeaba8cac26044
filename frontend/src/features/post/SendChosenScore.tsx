import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { chosenScore } from '../../api/draft-storage.ts';
import { useSend } from '../../api/use-send.ts';
import { toast } from '../../components/toast.ts';
import { useReconnect } from '../../lib/use-reconnect.ts';
import { isNeverRated, sayNotRated, useRatePost } from './post.queries.ts';

interface SendChosenScoreProps {
  postId: string;
  score: number;
  via?: 'rate' | undefined;
}

/** Sends the score that a person chose for a post before they were allowed to rate, wherever they are now. */
export function SendChosenScore({ postId, score, via }: SendChosenScoreProps) {
  const navigate = useNavigate();
  const router = useRouter();
  const rating = useRatePost(postId, via);
  const send = useSend(rating, {
    onSuccess: () => {
      chosenScore.drop();
      const page = `/post/${postId}`;
      // The page of the post shows it.
      if (router.state.location.pathname === page) return;
      const onPress = () => void navigate({ to: '/post/$id', params: { id: postId } });
      const action = { label: 'See the Post', alternative: 'Open the post that you rated.', onPress };
      toast({ title: `Your ${score} out of 10 is sent`, action });
    },
    onError: (error) => {
      if (isNeverRated(error)) chosenScore.drop();
      sayNotRated(error);
    },
  });
  const start = useEffectEvent(() => send(score));
  useEffect(() => start(), []);
  useReconnect(() => {
    if (rating.isError) send(score);
  });
  return null;
}
