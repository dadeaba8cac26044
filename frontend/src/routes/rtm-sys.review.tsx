import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { ReviewPage } from '../features/back-office/review/ReviewPage.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/review')({
  // The post to begin with.
  validateSearch: v.object({
    post: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined)),
  }),
  head: () => backOfficeHead('Review · Back Office'),
  component: function Review() {
    return <ReviewPage first={Route.useSearch().post} />;
  },
});
