import { createFileRoute } from '@tanstack/react-router';
import { blockedActs } from '../features/back-office/blocked/blocked-acts.ts';
import { blocked } from '../features/back-office/blocked/blocked-list.tsx';
import { ListPage } from '../features/back-office/table/ListPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/blocked')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Block List · Back Office'),
  component: () => (
    <ListPage
      title="Block List"
      intro="The pictures of removed and escalated posts. They and their near-copies cannot be uploaded again."
      list={blocked}
      noun="picture"
      acts={blockedActs}
    />
  ),
});
