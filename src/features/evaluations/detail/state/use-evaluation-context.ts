import { useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { getDisplayedDecisions } from '#domain/evaluation/worksheet/decide.ts';
import type { ConnectionState } from '#domain/connection-state.ts';
import { listQueuedAttachments, type AttachmentEntry } from '#storage/outbox/entries.ts';
import type { DatedEvaluation, EvaluationWithEtag, CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import type { LastReadOutcome } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { evaluationQueryKey, type useEvaluation } from '../../queries.ts';
import { findNetworkDisabledReason } from '../../messages.ts';
import { useWorksheet, type WorksheetHandle } from './use-worksheet.ts';

export interface EvaluationContext {
  readonly account: Account;
  readonly reader: CacheOwner;
  readonly held: DatedEvaluation;
  readonly evaluation: Evaluation;
  readonly typing: WorksheetHandle;
  /** Decisions including unsaved changes; null if the server stores no decisions. */
  readonly decisions: Decisions | null;
  /** Unsent attachments of this user and evaluation on this device, oldest first. */
  readonly unsentFiles: readonly AttachmentEntry[];
  readonly closed: boolean;
  readonly link: ConnectionState;
  readonly read: LastReadOutcome;
  /** Reason why the user cannot save now; null if the user can. */
  readonly disabledReason: string | null;
  /** Reads the evaluation again after another user has changed it; null if it cannot be read. */
  readonly reread: () => Promise<EvaluationWithEtag | null>;
  /** Applies the fields that the server's response contains. The other fields are fetched again. */
  readonly take: (change: Partial<Evaluation>, etag: string | null) => void;
}

interface ContextInput {
  readonly account: Account;
  readonly reader: CacheOwner;
  readonly query: ReturnType<typeof useEvaluation>;
  readonly held: DatedEvaluation;
  readonly link: ConnectionState;
  readonly read: LastReadOutcome;
}

/** Returns null while the unsaved changes are being read from the device. */
export function useEvaluationContext({
  account,
  reader,
  query,
  held,
  link,
  read,
}: ContextInput): EvaluationContext | null {
  const client = useQueryClient();
  const { evaluation } = held;
  const typing = useWorksheet({ ownerId: reader.ownerId, evaluationId: evaluation.id }, evaluation);
  const unsentFiles = useLiveQuery(
    () => listQueuedAttachments(reader.ownerId, evaluation.id),
    [reader.ownerId, evaluation.id],
  );
  if (!typing || !unsentFiles) return null;
  const key = evaluationQueryKey(reader, evaluation.id);
  return {
    account,
    reader,
    held,
    evaluation,
    typing,
    decisions: getDisplayedDecisions(typing.sheet, evaluation),
    unsentFiles,
    closed: evaluation.status === 'cerrada',
    link,
    read,
    disabledReason: findNetworkDisabledReason(account, link),
    reread: async () => {
      const { data, error } = await query.refetch();
      return error ? null : (data ?? null);
    },
    take: (change, etag) => {
      client.setQueryData<DatedEvaluation>(
        key,
        (before) =>
          before && {
            ...before,
            evaluation: { ...before.evaluation, ...change },
            etag: etag ?? before.etag,
            fetchedAt: Date.now(),
          },
      );
      // Fetches the evaluation and the list again, because the status may have changed. Errors are reported by the queries
      // themselves.
      client.invalidateQueries({ queryKey: key }).catch(reportError);
      client.invalidateQueries({ queryKey: ['evaluations'] }).catch(reportError);
    },
  };
}
