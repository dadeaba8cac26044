import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { appeals } from '../features/back-office/appeals/appeals-list.tsx';
import { PageTitle } from '../features/back-office/layout/PageTitle.tsx';
import { ListView } from '../features/back-office/table/ListView.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

function AppealsPage() {
  const navigate = useNavigate();
  return (
    <>
      <PageTitle intro="Another admin than the one who decided looks at it again.">Appeals</PageTitle>
      <ListView
        list={appeals}
        onOpen={(id) => void navigate({ to: '/rtm-sys/appeal/$id', params: { id } })}
      />
    </>
  );
}

export const Route = createFileRoute('/rtm-sys/appeals')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Appeals · Back Office'),
  component: AppealsPage,
});
