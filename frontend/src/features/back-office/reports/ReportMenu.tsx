import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import type { AdminReport } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { decisionReasons, reasonCodes } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { toastFailure } from '../../../components/toast.ts';
import { TextReasonDialog } from '../acts/TextReasonDialog.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { menuItem, menuSheet } from '../table/menu-item.ts';
import { addNote, assign, categorise } from './report-acts.ts';
import { reportName } from './reports-list.tsx';

/** What else can be done with a pending report: take it, give it back, note something, or change its category. */
export function ReportMenu({ report }: { report: AdminReport }) {
  const queryClient = useQueryClient();
  const { data: admin } = useQuery(adminQuery);
  const [isNoting, setNoting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work;
      setNoting(false);
    } catch (error) {
      toastFailure('Failed to update report', messageOf(error));
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.subjects });
    }
  };
  const isMine = admin !== undefined && admin !== null && report.assigneeId === admin.id;
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button look="quiet" className="min-h-9 px-2" aria-label={`More for ${reportName(report)}`}>
            <Ellipsis aria-hidden className="size-5" />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={4} className={menuSheet}>
            <DropdownMenu.Item
              onSelect={() => void run(assign(report.id, isMine ? null : (admin?.id ?? null)))}
              className={menuItem}
            >
              {isMine ? 'Give back' : 'Assign to me'}
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => setNoting(true)} className={menuItem}>
              Add a note…
            </DropdownMenu.Item>
            <DropdownMenu.Separator className="my-1.5 h-px bg-rule" />
            <DropdownMenu.RadioGroup
              value={report.category}
              onValueChange={(code) => {
                const category = reasonCodes.find((known) => known === code);
                if (category) void run(categorise(report.id, category));
              }}
            >
              <DropdownMenu.Label className="px-3 py-1 text-sm text-soft">Category</DropdownMenu.Label>
              {reasonCodes.map((code) => (
                <DropdownMenu.RadioItem key={code} value={code} className={`${menuItem} leading-tight`}>
                  <span className="w-3">
                    <DropdownMenu.ItemIndicator>•</DropdownMenu.ItemIndicator>
                  </span>
                  {decisionReasons[code]}
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isNoting && (
        <TextReasonDialog
          onClose={() => setNoting(false)}
          title="Add a Note"
          description="Only admins see it."
          label="Note"
          look="primary"
          action="Add"
          busy={isBusy}
          onDecide={(text) => void run(addNote(report.id, text))}
        />
      )}
    </>
  );
}
