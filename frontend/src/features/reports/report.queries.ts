import { useMutation } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import type { ReportCategory } from '../../api/types.ts';

/** Says that something is wrong with a post. */
export function useReport(postId: string) {
  return useMutation({
    mutationFn: (body: { category: ReportCategory; reason: string }) =>
      bodyOf(api.POST('/api/posts/{id}/report', { params: { path: { id: postId } }, body })),
  });
}
