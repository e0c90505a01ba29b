import { Button, Modal, Progress, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import type { RosterSource } from '../../import/read-source.ts';
import type { BroughtSheet, SheetWork } from './use-sheet.ts';
import './source-card.css';

const ACCEPTED_FILES =
  '.xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const WorkProgress = ({ label, share }: { label: string; share: number }) => (
  <div className="source-progress">
    <output>{label}</output>
    <Progress value={share * 100} aria-label={label} />
  </div>
);

export const ReloadButton = () => <Button onClick={() => location.reload()}>Recargar</Button>;

interface PasteDialogProps {
  text: string;
  onText: (text: string) => void;
  onUse: () => void;
  onClose: () => void;
}

function PasteDialog({ text, onText, onUse, onClose }: PasteDialogProps) {
  return (
    <Modal opened title="Pegar desde Excel" size="xl" closeOnClickOutside={false} onClose={onClose}>
      <Textarea
        label="Celdas copiadas"
        description="Copia en Excel las filas con sus títulos y pégalas aquí."
        data-autofocus
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget: { value } }) => onText(value)}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="filled" disabled={text.trim() === ''} onClick={onUse}>
          Usar estas filas
        </Button>
      </DialogActions>
    </Modal>
  );
}

interface TypedPeopleProps {
  typed: readonly ExpectedPersonBody[];
  onRemove: (index: number) => void;
}

const TypedPeople = ({ typed, onRemove }: TypedPeopleProps) => (
  <ul className="source-typed" aria-label="Personas escritas a mano">
    {typed.map((person, index) => (
      <li key={`${person.identification_type} ${person.identification_number}`}>
        <span>
          <b>{fullName(person)}</b> {person.identification_type} {person.identification_number}
        </span>
        <Button variant="subtle" aria-label={`Quitar a ${fullName(person)}`} onClick={() => onRemove(index)}>
          Quitar
        </Button>
      </li>
    ))}
  </ul>
);

function failureActionOf(
  { isSolvedByReload, sourceType }: Extract<SheetWork, { name: 'failed' }>,
  onShowPasted: () => void,
) {
  if (isSolvedByReload) return <ReloadButton />;
  return sourceType === 'text' ? <Button onClick={onShowPasted}>Ver lo pegado</Button> : undefined;
}

interface WorkStateProps {
  work: SheetWork;
  /** True if an earlier sheet is still there. */
  hasSheet: boolean;
  onShowPasted: () => void;
}

const WorkState = ({ work, hasSheet, onShowPasted }: WorkStateProps) => {
  switch (work.name) {
    case 'none':
      return null;
    case 'reading':
      return <WorkProgress label={`Leyendo ${work.label}…`} share={work.share} />;
    case 'failed':
      return (
        <Notice kind="error" title={`No se leyó ${work.label}`} action={failureActionOf(work, onShowPasted)}>
          {work.text}
          {hasSheet && ' Lo que trajiste antes sigue aquí.'}
        </Notice>
      );
  }
};

/** Returns the number of rows without the header and the rows above it. */
const peopleRowCount = ({ book, headerIndex }: BroughtSheet): number =>
  book.table.rows.length - (headerIndex === null ? 0 : headerIndex + 1);

const SheetSummary = ({ sheet, onClear }: { sheet: BroughtSheet; onClear: () => void }) => (
  <p className="source-brought">
    <span>
      <b>{sheet.label}</b>, {formatCountWithNoun(peopleRowCount(sheet), 'fila', 'filas')}
    </span>
    <Button variant="subtle" onClick={onClear}>
      Quitar
    </Button>
  </p>
);

interface SourceCardProps extends TypedPeopleProps {
  sheet: BroughtSheet | null;
  work: SheetWork;
  onBring: (source: RosterSource, label: string) => void;
  onClear: () => void;
  onAdd: () => void;
}

/** Ways to bring people: a file, pasted cells, typing. */
export function SourceCard({ sheet, work, typed, onBring, onClear, onAdd, onRemove }: SourceCardProps) {
  const [isPasting, setPasting] = useState(false);
  // The text stays after the dialog is closed, because it may be impossible to read.
  const [pasted, setPasted] = useState('');
  const openPaste = () => setPasting(true);
  const bringPasted = () => {
    setPasting(false);
    onBring({ type: 'text', text: pasted }, 'lo pegado');
  };
  return (
    <Card title="Las personas">
      <ButtonRow>
        <FileButton
          label="Elegir archivo"
          accept={ACCEPTED_FILES}
          icon="upload"
          onFile={(file) => onBring({ type: 'file', file, sheet: null }, file.name)}
        />
        <Button leftSection={<Icon name="clip" />} onClick={openPaste}>
          Pegar desde Excel
        </Button>
        <Button leftSection={<Icon name="personAdd" />} onClick={onAdd}>
          Escribir una persona
        </Button>
      </ButtonRow>
      <p className="source-hint">Excel (.xlsx) o texto (.csv), hasta 10.000 personas.</p>
      <WorkState work={work} hasSheet={sheet !== null} onShowPasted={openPaste} />
      {sheet && <SheetSummary sheet={sheet} onClear={onClear} />}
      {typed.length > 0 && <TypedPeople typed={typed} onRemove={onRemove} />}
      {isPasting && (
        <PasteDialog text={pasted} onText={setPasted} onUse={bringPasted} onClose={() => setPasting(false)} />
      )}
    </Card>
  );
}
