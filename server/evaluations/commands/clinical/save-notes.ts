import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { SaveNotesBody } from '#contract/records/evaluation/clinical.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { notes } from '../../../schema/evaluation/evaluations.ts';
import type { FoundEvaluation } from '../../queries/evaluation.ts';
import {
  type EvaluationChangeContext,
  concludeChange,
  lockOpenEvaluation,
  revisionUpdateStatement,
} from './change-evaluation.ts';
import { saveDecisions } from './save-decisions.ts';

type NoteInput = SaveNotesBody['notes'][number];

/** Writes the notes that differ from the stored ones. Unchanged notes keep their author and time. */
async function writeNotes(
  tx: Transaction,
  { evaluationId, trace }: EvaluationChangeContext,
  written: readonly NoteInput[],
): Promise<NoteType[]> {
  if (written.length === 0) return [];
  const by = { updatedAt: trace.at, updatedBy: trace.actor.userId };
  const rows = await tx
    .insert(notes)
    .values(
      written.map(({ note_type, content }) => ({
        evaluationId,
        note_type,
        content,
        createdAt: trace.at,
        createdBy: trace.actor.userId,
        ...by,
      })),
    )
    .onConflictDoUpdate({
      target: [notes.evaluationId, notes.note_type],
      set: { content: sql`excluded.content`, ...by },
      setWhere: ne(notes.content, sql`excluded.content`),
    })
    .returning({ type: notes.note_type });
  return rows.map(({ type }) => type);
}

/** Deletes notes that the doctor emptied. Signed versions keep their own copies of the notes. */
async function removeNotes(tx: Transaction, evaluationId: string, types: NoteType[]): Promise<NoteType[]> {
  const rows = await tx
    .delete(notes)
    .where(and(eq(notes.evaluationId, evaluationId), inArray(notes.note_type, types)))
    .returning({ type: notes.note_type });
  return rows.map(({ type }) => type);
}

/**
 * Sets the named notes and decisions.
 * @throws not_found, evaluation_closed, precondition_failed; validation_failed for a decision that the clinic does not offer
 */
export async function saveNotesAndDecisions(
  tx: Transaction,
  change: EvaluationChangeContext,
  { notes: named, decisions: chosen }: SaveNotesBody,
): Promise<FoundEvaluation> {
  const row = await lockOpenEvaluation(tx, change);
  const written = await writeNotes(
    tx,
    change,
    named.filter(({ content }) => content !== ''),
  );
  const emptied = named.filter(({ content }) => content === '').map(({ note_type }) => note_type);
  const taken = await removeNotes(tx, row.id, emptied);
  const decided = await saveDecisions(tx, change, row, chosen);
  if (written.length + taken.length + decided.names.length === 0) return concludeChange(tx, change, null);
  const isBegun = written.length > 0 || decided.isChosen;
  await revisionUpdateStatement(tx, row.id, change.trace.at, { status: isBegun ? 'en_proceso' : row.status });
  return concludeChange(tx, change, {
    action: 'notes_saved',
    detail: {
      notes: [...written, ...taken],
      ...(decided.names.length > 0 && { decisions: [...decided.names] }),
    },
  });
}
