import { useNavigate } from '@tanstack/react-router';
import { PageTitle } from '../layout/PageTitle.tsx';
import { ListView } from '../table/ListView.tsx';
import { appeals } from './appeals-list.tsx';

/** What people appeal, and how it was decided. */
export function AppealsPage() {
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
