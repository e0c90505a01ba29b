import { Button } from '@mantine/core';
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuthorisationText } from '#contract/records/authorisation-text.ts';
import { formatDateTime } from '#domain/time/format.ts';
import {
  fetchAuthorisationText,
  setAuthorisationText,
} from '#sync/administration/clinic/authorisation-text.ts';
import {
  isUnsupportedCallError,
  failureText,
  saveFailureOf,
  saveFailureReasonText,
} from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { PatientPreview } from './patient-preview.tsx';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { AuthorisationTextForm, SAVE_TEXT_FAILED } from './text-form.tsx';
import './authorisation-card.css';

const LOAD_FAILED_TEXT = 'No se pudo cargar el texto.';

type Period = AuthorisationText['earlier'][number];

function periodText({ version, since, set_by, approved }: Period): string {
  const what = version === null ? 'Sin texto' : `Versión ${version}`;
  const author = set_by === null ? '' : `, ${approved === true ? 'aprobada ' : ''}por ${set_by}`;
  return `${what}, desde el ${formatDateTime(Date.parse(since))}${author}.`;
}

/** Returns the periods without the first one, which the server began when the clinic had not decided about a text yet. */
const decidedPeriods = (earlier: readonly Period[]): readonly Period[] =>
  earlier.filter(({ version }, nth) => version !== null || nth < earlier.length - 1);

const EarlierTexts = ({ earlier }: Pick<AuthorisationText, 'earlier'>) => {
  const periods = decidedPeriods(earlier);
  return (
    periods.length > 0 && (
      <details className="authorisation-earlier">
        <summary>Textos anteriores</summary>
        <ul>
          {periods.map((period) => (
            <li key={period.since}>
              <b>{periodText(period)}</b>
              {period.text !== null && <p className="authorisation-text">{period.text}</p>}
            </li>
          ))}
        </ul>
      </details>
    )
  );
};

type OpenPart = 'form' | 'preview' | 'removal' | null;

interface PresentTextProps {
  present: AuthorisationText;
  onOpen: (part: OpenPart) => void;
}

const PresentText = ({ present, onOpen }: PresentTextProps) => (
  <>
    {present.text === null && <p>Hoy firman sin leer un texto.</p>}
    {(present.text !== null || present.set_by !== null) && <p>{periodText(present)}</p>}
    {present.text !== null && <p className="authorisation-text">{present.text}</p>}
    {present.is_from_file && (
      <Notice kind="info">
        El servidor fija este texto en su archivo de configuración. No se cambia aquí.
      </Notice>
    )}
    <ButtonRow>
      {!present.is_from_file && (
        <Button onClick={() => onOpen('form')}>
          {present.text === null ? 'Escribir el texto' : 'Cambiar el texto'}
        </Button>
      )}
      {present.text !== null && <Button onClick={() => onOpen('preview')}>Ver como paciente</Button>}
      {present.text !== null && !present.is_from_file && (
        <Button variant="subtle" onClick={() => onOpen('removal')}>
          Quitar el texto
        </Button>
      )}
    </ButtonRow>
    <EarlierTexts earlier={present.earlier} />
  </>
);

/** @param onDone called with the new state; with null if the text may not have been removed */
function useRemoval(present: AuthorisationText | undefined, onDone: (row: AuthorisationText | null) => void) {
  const { busy, trouble, run } = useChangeRunner<string>();
  const remove = () =>
    void run(async () => {
      if (!present) return null;
      const result = await setAuthorisationText(present, { text: null });
      onDone(result.type === 'saved' ? result.body : null);
      if (result.type !== 'saved') return saveFailureReasonText(saveFailureOf(result, SAVE_TEXT_FAILED));
      toast('ok', 'Texto quitado. Las tabletas con red dejan de mostrarlo en unos 15 minutos.');
      return null;
    });
  return { busy, trouble, remove };
}

interface AuthorisationCardProps {
  account: Account;
  companyName: string | null;
}

/** Text that the clinic's patients sign, for administrators. Hidden with a base-contract server, which has none. */
export function AuthorisationCard({ account, companyName }: AuthorisationCardProps) {
  const queryKey = ['authorisation-text', account.userId] satisfies QueryKey;
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey, queryFn: fetchAuthorisationText, retry: false });
  const [open, setOpen] = useState<OpenPart>(null);
  const close = () => setOpen(null);
  const closeAndShow = (row: AuthorisationText) => {
    client.setQueryData(queryKey, row);
    close();
  };
  const { busy, trouble, remove } = useRemoval(data, (row) => {
    if (row) return closeAndShow(row);
    close();
    void refetch();
  });
  if (isUnsupportedCallError(error)) return null;
  return (
    <Card title="Texto que firma el paciente">
      <p className="authorisation-about">
        El paciente lo lee en la tableta antes de firmar, en todas las sedes. Cada firma guarda qué versión
        leyó.
      </p>
      {error && (
        <Notice kind="error" action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
          {failureText(error, LOAD_FAILED_TEXT)}
        </Notice>
      )}
      {trouble && <Notice kind="error">{trouble}</Notice>}
      {data && open !== 'form' && <PresentText present={data} onOpen={setOpen} />}
      {data && open === 'form' && (
        <AuthorisationTextForm
          companyName={companyName}
          present={data}
          reread={async () => {
            const read = await refetch();
            return read.isSuccess ? read.data : null;
          }}
          onSaved={closeAndShow}
          onCancel={close}
        />
      )}
      <PatientPreview opened={open === 'preview'} text={data?.text ?? ''} onClose={close} />
      <ConfirmDialog
        opened={open === 'removal'}
        title="Quitar el texto"
        confirmLabel="Quitar"
        tone="danger"
        busy={busy}
        onConfirm={remove}
        onCancel={close}
      >
        <p>
          Los pacientes firman sin leer un texto: en las tabletas con red, en unos 15 minutos. Las firmas
          anteriores conservan el suyo.
        </p>
      </ConfirmDialog>
    </Card>
  );
}
