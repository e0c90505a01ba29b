import { useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { shownDecisions } from '#domain/evaluation/decide.ts';
import type { ConnectionState } from '#domain/link.ts';
import { listAttachments, type AttachmentEntry } from '#storage/outbox/entries.ts';
import type { DatedEvaluation, TaggedEvaluation, Reader } from '#sync/reads/evaluations.ts';
import type { LastRead } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { evaluationKey, type useEvaluation } from '../../queries.ts';
import { disabledReason } from '../../words.ts';
import { useWorksheet, type WorksheetDraft } from './use-worksheet.ts';

/** State of the open evaluation, shared by the parts of the screen. */
export interface EvaluationContext {
  readonly account: Account;
  readonly reader: Reader;
  readonly held: DatedEvaluation;
  readonly evaluation: Evaluation;
  readonly typing: WorksheetDraft;
  /** Decisions as the doctor sees them, saved or not; null from a server that stores no choices. */
  readonly decisions: Decisions | null;
  /** Files of this user for the evaluation's exams that are stored on this device and have not arrived, oldest first. */
  readonly unsentFiles: readonly AttachmentEntry[];
  readonly closed: boolean;
  readonly link: ConnectionState;
  /** Result of the last attempt to read the evaluation. */
  readonly read: LastRead;
  /** Reason why nothing can be saved now; null when saving can be tried. */
  readonly disabledReason: string | null;
  /** Reads the newest state after another user's change; null when it cannot be read. */
  readonly reread: () => Promise<TaggedEvaluation | null>;
  /** Applies the part of the evaluation that the server's response contains. The rest of the new state is refetched. */
  readonly take: (change: Partial<Evaluation>, etag: string | null) => void;
}

interface ContextInput {
  readonly account: Account;
  readonly reader: Reader;
  readonly query: ReturnType<typeof useEvaluation>;
  readonly held: DatedEvaluation;
  readonly link: ConnectionState;
  readonly read: LastRead;
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
    () => listAttachments(reader.ownerId, evaluation.id),
    [reader.ownerId, evaluation.id],
  );
  if (!typing || !unsentFiles) return null;
  const key = evaluationKey(reader, evaluation.id);
  return {
    account,
    reader,
    held,
    evaluation,
    typing,
    decisions: shownDecisions(typing.sheet, evaluation),
    unsentFiles,
    closed: evaluation.status === 'cerrada',
    link,
    read,
    disabledReason: disabledReason(account, link),
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
      // The query's own state reports whether the refetch succeeded. The list is refetched because it shows another status now.
      client.invalidateQueries({ queryKey: key }).catch(reportError);
      client.invalidateQueries({ queryKey: ['evaluations'] }).catch(reportError);
    },
  };
}
