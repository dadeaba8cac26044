import { createFileRoute } from '@tanstack/react-router';
import { BlockList } from '../features/back-office/blocked.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/blocked')({
  ...adminPage('Block List'),
  component: BlockList,
});
