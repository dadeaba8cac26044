import { type AdminList, type AdminPage, type AdminPart, adminPage } from '../../projections/admin-list.js';
import type { Stored } from '../../kernel/document-store.js';
import type { AuditLine } from '../../projections/audit/audit.js';
import { ROWS_AT_ONCE, csvFile } from '../http/admin-list.js';
import { GeneratedFile } from '../http/generated-files.js';
import type { TrailLine } from './audit.contract.js';

const COLUMNS = {
  position: (line: TrailLine) => line.position,
  id: (line: TrailLine) => line.id,
  at: (line: TrailLine) => line.at,
  type: (line: TrailLine) => line.type,
  role: (line: TrailLine) => line.actor.role,
  actorId: (line: TrailLine) => line.actor.id,
  actor: (line: TrailLine) => line.actor.name,
  sentence: sentenceIn,
  subjects: (line: TrailLine) => line.subjects.map(({ kind, id }) => `${kind}:${id}`).join(' '),
  reason: (line: TrailLine) => line.reason?.code ?? null,
  requestId: (line: TrailLine) => line.requestId,
  correlationId: (line: TrailLine) => line.correlationId,
  causationId: (line: TrailLine) => line.causationId,
  problem: (line: TrailLine) => line.problem,
};

function sentenceIn({ parts }: TrailLine): string {
  return parts.map(({ text }) => text).join('');
}

/** The lines of a list as a file. */
export function auditFile(
  format: 'csv' | 'ndjson',
  list: AdminList<AuditLine>,
  shown: (rows: readonly Stored<AuditLine>[]) => Promise<readonly TrailLine[]>,
): GeneratedFile {
  async function* pages() {
    for (let after: AdminPart['after'] = null; ;) {
      const { rows, next }: AdminPage<Stored<AuditLine>> = await adminPage(list, {
        limit: ROWS_AT_ONCE,
        after,
      });
      yield await shown(rows);
      if (!next) return;
      after = next;
    }
  }
  if (format === 'csv') return csvFile('audit', COLUMNS, pages());
  async function* lines() {
    for await (const page of pages()) {
      yield '';
      for (const line of page) yield `${JSON.stringify({ ...line, sentence: sentenceIn(line) })}\n`;
    }
  }
  return new GeneratedFile('audit.ndjson', 'application/x-ndjson', lines());
}
