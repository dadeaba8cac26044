import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { AdminReport } from '../../../api/generated/schema.d.ts';
import { decisionReasons, reasonCodes } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { type Act, textOf } from '../acts/act.ts';
import type { Begin } from '../acts/use-acts.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { menuItem, menuSheet } from '../table/menu-item.ts';
import { addNote, assign, categorise } from './report-acts.tsx';
import { reportName } from './reports-list.tsx';

/** What else can be done with a pending report: take it, give it back, note something, or change its category. */
export function ReportMenu({ report, begin }: { report: AdminReport; begin: Begin<AdminReport> }) {
  const { data: admin } = useQuery(adminQuery);
  const isMine = admin?.id === report.assigneeId;
  const item = (act: Act<AdminReport>) => (
    <DropdownMenu.Item onSelect={() => begin(act, [report])} className={menuItem}>
      {textOf(act)}
    </DropdownMenu.Item>
  );
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet" className="min-h-9 px-2" aria-label={`More for ${reportName(report)}`}>
          <Ellipsis aria-hidden className="size-5" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content align="end" sideOffset={4} className={menuSheet}>
          {item(assign(isMine ? null : (admin?.id ?? null)))}
          {item(addNote)}
          <DropdownMenu.Separator className="my-1.5 h-px bg-rule" />
          <DropdownMenu.RadioGroup
            value={report.category}
            onValueChange={(code) => {
              const category = reasonCodes.find((known) => known === code);
              if (category) begin(categorise(category), [report]);
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
  );
}
