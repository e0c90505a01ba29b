import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foldText } from '#contract/fold.ts';
import type { AdditionalFieldBody } from '#contract/catalogs/additional-fields.ts';
import { additionalFieldKindText } from '#domain/additional/kind-text.ts';
import { READY_FIELDS } from '#domain/additional/ready-fields/ready-fields.ts';
import {
  createMissingFields,
  fetchIsActiveByFieldName,
  type RowCreationOutcome,
} from '#sync/administration/catalogs/proposed-rows.ts';
import { failureText, saveFailureReasonText } from '#sync/messages/failure-text.ts';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { catalogsQueryKey } from '../records/catalogs-query-key.ts';
import { ProposedRows } from '../records/proposed-rows.tsx';
import './ready-fields-dialog.css';

const NO_EXISTING_FIELDS: ReadonlyMap<string, boolean> = new Map();
const LOAD_FIELDS_FAILED_TEXT = 'No se pudieron cargar los campos que ya tienes.';
const ADD_FIELDS_FAILED_TEXT = 'No se pudieron agregar los campos.';
/** Instruction after a failure. Existing fields are not created again. */
const REPEAT_HINT = 'Toca «Agregar» otra vez para seguir con los que faltan; ninguno se repite.';

const formatExistingState = (isActive: boolean): string => (isActive ? 'Ya está' : 'Inactivo');

const formatAddedFields = (count: number): string =>
  count === 1 ? 'Un campo agregado.' : `${count} campos agregados.`;

/** Returns the ready fields with their state. `states`: true for an active field, by the name that `foldText` gives. */
const toProposedRows = (states: ReadonlyMap<string, boolean>) =>
  READY_FIELDS.map((field) => {
    const isActive = states.get(foldText(field.name));
    return {
      key: field.name,
      name: field.name,
      note: isActive === undefined ? additionalFieldKindText(field) : formatExistingState(isActive),
      isThere: isActive !== undefined,
    };
  });

function formatStoppedCreation({
  count,
  at,
  trouble,
}: Extract<RowCreationOutcome, { type: 'stopped' }>): string {
  const added = count === 0 ? '' : `${formatAddedFields(count)} `;
  return `${added}«${at}»: ${saveFailureReasonText(trouble)} ${REPEAT_HINT}`;
}

interface ReadyFieldsDialogProps {
  ownerId: string;
  onAdded: () => void;
  onClose: () => void;
}

/** Creates the ticked fields one after another. Closes the dialog when all exist. */
function useFieldCreation({ onAdded, onClose }: ReadyFieldsDialogProps, refetch: () => unknown) {
  const change = useChangeRunner<string>();
  const [progress, setProgress] = useState<string | null>(null);
  const attempt = async (bodies: readonly AdditionalFieldBody[]): Promise<string | null> => {
    try {
      const outcome = await createMissingFields(bodies, (at, total) =>
        setProgress(`Guardando ${at} de ${total}…`),
      );
      if (outcome.type === 'stopped') return formatStoppedCreation(outcome);
      toast('ok', formatAddedFields(outcome.count));
      onClose();
      return null;
    } catch (error) {
      return `${failureText(error, ADD_FIELDS_FAILED_TEXT)} ${REPEAT_HINT}`;
    } finally {
      setProgress(null);
      onAdded();
      void refetch();
    }
  };
  return {
    ...change,
    progress,
    add: (bodies: readonly AdditionalFieldBody[]) => void change.run(() => attempt(bodies)),
  };
}

const formatAddButtonLabel = (count: number): string => (count === 0 ? 'Agregar' : `Agregar ${count}`);

/** Dialog in which the administrator ticks the fields that many clinics ask for. */
export function ReadyFieldsDialog(props: ReadyFieldsDialogProps) {
  const { ownerId, onClose } = props;
  useRestoreFocus();
  const {
    data: states = NO_EXISTING_FIELDS,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: [...catalogsQueryKey(ownerId), 'additional_fields', 'names'],
    queryFn: fetchIsActiveByFieldName,
    staleTime: 0,
  });
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { busy, trouble, progress, add } = useFieldCreation(props, refetch);
  const chosen = READY_FIELDS.filter(({ name }) => ticked.includes(name) && !states.has(foldText(name)));
  const close = () => !busy && onClose();
  return (
    <Modal opened onClose={close} title="Agregar campos listos">
      <p className="ready-fields-intro">
        Marca los que pide tu clínica. Después puedes cambiarlos: si son obligatorios, dónde salen y sus
        opciones.
      </p>
      {error && (
        <Notice kind="warn" action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
          {failureText(error, LOAD_FIELDS_FAILED_TEXT)}
        </Notice>
      )}
      <div className="ready-fields-boxes">
        <ProposedRows rows={toProposedRows(states)} ticked={ticked} disabled={busy} onChange={setTicked} />
      </div>
      {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      <output className="ready-fields-progress">{progress}</output>
      <div className="ready-fields-actions">
        <DialogActions>
          <Button disabled={busy} onClick={onClose}>
            Cerrar
          </Button>
          <Button
            variant="filled"
            loading={busy}
            disabled={isPending || error !== null || chosen.length === 0}
            onClick={() => add(chosen)}
          >
            {formatAddButtonLabel(chosen.length)}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  );
}
