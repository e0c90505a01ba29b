import { useRef, useState } from 'react';
import type { CreateExpectedListBody, ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
import type { ListedPerson } from '#domain/roster/report.ts';
import { INPUT_KEPT_TEXT } from '#sync/changes/form-outcome.ts';
import { createExpectedList } from '#sync/expected/expected-lists.ts';
import { toImportedColumns, type TitledColumns } from '#sync/expected/remembered-columns.ts';
import type { Account } from '#sync/session/session.ts';
import { saveFailureOf, type SaveFailure } from '#sync/messages/failure-text.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import type { ListData } from './list-data.ts';
import type { RowMessage } from './report/message-rows.tsx';
import { rowTitle } from './report/texts.ts';

export interface ImportProblem {
  readonly text: string;
  readonly supportCode?: string | undefined;
  /** The server's messages, each with the row and person that it concerns. */
  readonly messages: readonly Omit<RowMessage, 'key'>[];
  /** Id of a list that the server stored under the same id with other people; null otherwise. */
  readonly storedId: string | null;
}

/** Field of an error about a person: `people.12.birth_date`. */
const PERSON_FIELD_PATTERN = /^people\.(\d+)/;

/** Returns the row of a person, or the name of a typed one. */
const listedTitle = ({ row, person }: ListedPerson): string =>
  row === null ? `${rowTitle(row)}, ${fullName(person)}:` : rowTitle(row);

const messagesOf = ({ details }: SaveFailure, people: readonly ListedPerson[]): ImportProblem['messages'] =>
  details.map(({ field, message }) => {
    const index = PERSON_FIELD_PATTERN.exec(field)?.[1];
    const listed = index === undefined ? undefined : people[Number(index)];
    return { row: listed?.row ?? null, title: listed ? listedTitle(listed) : '', text: message };
  });

/**
 * Sends a new list to the branch that was active when the page was opened, because another window may change the active branch.
 * The id stays the same until the list is stored, so that a repetition after a lost response creates no second list.
 */
export function useImport(account: Account, data: ListData, onImported: (list: ExpectedList) => void) {
  const [branchId] = useState(account.branchId);
  const { busy, trouble, run } = useChangeRunner<ImportProblem>();
  const id = useRef('');
  const send = (people: readonly ListedPerson[], columns: TitledColumns | null) =>
    run(async () => {
      id.current ||= crypto.randomUUID();
      const body: CreateExpectedListBody = {
        id: id.current,
        company_id: data.companyId,
        day: data.day,
        brigade: data.brigade.trim() || null,
        people: people.map(({ person }) => person),
        ...(columns && { imported_columns: await toImportedColumns(columns) }),
      };
      const result = await createExpectedList(body, branchId);
      if (result.type === 'saved') {
        onImported(result.body);
        return null;
      }
      const failure = saveFailureOf(result, 'No se pudo importar la lista.');
      return {
        text: `${failure.text} ${INPUT_KEPT_TEXT}`,
        supportCode: failure.supportCode,
        messages: messagesOf(failure, people),
        storedId: failure.code === 'idempotency_mismatch' ? id.current : null,
      };
    });
  return {
    busy,
    problem: trouble,
    send: (...list: Parameters<typeof send>) => void send(...list),
  };
}
