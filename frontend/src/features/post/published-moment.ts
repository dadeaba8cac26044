import { apart } from '../../components/on-demand.tsx';

/** What the page of a post shows first when it was just published. */
export const PublishedMoment = apart(() =>
  import('./PublishedMoment.tsx').then((module) => module.PublishedMoment),
);
