import { useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { getDisplayedDecisions } from '#domain/evaluation/worksheet/decide.ts';
import type { ConnectionState } from '#domain/connection-state.ts';
import { listQueuedAttachments, type AttachmentEntry } from '#storage/outbox/entries.ts';
import {
  cacheChangedEvaluation,
  type DatedEvaluation,
  type EvaluationWithEtag,
  type CacheOwner,
} from '#sync/reads/evaluations/evaluations.ts';
import type { LastReadOutcome } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { evaluationQueryKey, type useEvaluation } from '../../queries.ts';
import { findNetworkDisabledReason } from '../../messages.ts';
import { useWorksheet, type WorksheetHandle } from './use-worksheet.ts';

/** Fields of the evaluation that the response to a change contains. */
interface EvaluationChange {
  readonly fields: Partial<Evaluation>;
  /** ETag after the change; null if the server sent none. */
  readonly etag: string | null;
  /** ETag before the change if the server states that all other fields are still those of that state; null otherwise. */
  readonly restOf: string | null;
}

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
  /** Applies the response to a change. Fetches the evaluation again unless the response has shown its complete state. */
  readonly take: (change: EvaluationChange) => void;
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
    take: ({ fields, etag, restOf }) => {
      const shown = client.getQueryState<DatedEvaluation>(key);
      // A fetch in flight may return the state before the change, so it is repeated.
      const isComplete =
        restOf !== null && etag !== null && shown?.data?.etag === restOf && shown.fetchStatus === 'idle';
      const now = client.setQueryData<DatedEvaluation>(
        key,
        (before) =>
          before && {
            ...before,
            evaluation: { ...before.evaluation, ...fields },
            etag: etag ?? before.etag,
            fetchedAt: Date.now(),
          },
      );
      if (isComplete && now) cacheChangedEvaluation(reader, now).catch(reportError);
      else client.invalidateQueries({ queryKey: key }).catch(reportError);
      // The status may have changed. Errors are reported by the queries themselves.
      client.invalidateQueries({ queryKey: ['evaluations'] }).catch(reportError);
    },
  };
}
